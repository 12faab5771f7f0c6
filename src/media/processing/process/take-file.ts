import type { Examined, MadeFile, PictureOrder } from '../protocol.ts';
import { takeDrawing } from './drawing/drawing.ts';
import { agrees, fileTypeOf, hasPdfEnd } from './file-type.ts';
import { takePhoto } from './photo.ts';
import { Refused } from './refused.ts';

/** What a file is, and what is wanted of it. @throws Refused; what decoders throw at a broken file */
export async function takeFile(
  bytes: Buffer,
  { declaredType, wanted }: PictureOrder,
): Promise<{ examined: Examined; files: MadeFile[] }> {
  const type = fileTypeOf(bytes);
  if (type === 'heic') throw new Refused('type_refuse', 'heic');
  if (type === null || (declaredType !== null && !agrees(declaredType, type))) throw new Refused('type_refuse');
  if (type === 'application/pdf') {
    if (!hasPdfEnd(bytes)) throw new Refused('media_illisible');
    return { examined: { type, width: 0, height: 0, frames: 1, colour: '', placeholder: '' }, files: [] };
  }
  return type === 'image/svg+xml' ? takeDrawing(bytes, wanted) : takePhoto(bytes, type, wanted);
}
