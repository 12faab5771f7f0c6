import type { Node } from '@tiptap/pm/model';
import { isImageAddress } from '../../../../engine/language/addresses.ts';
import { element } from './write-elements.ts';
import { escapeText, writeAttributes } from './write-text.ts';

/** A picture, in a `figure` where it has a caption. */
export function writePicture({ attrs }: Node, isBare: boolean): string {
  const { src, alt, width, caption, form, kept, imageKept } = attrs;
  const image = `<img${writeAttributes({ src: isImageAddress(src) ? src : '', alt, width }, imageKept)}>`;
  if (caption) return element('figure', kept, `${image}<figcaption>${escapeText(caption)}</figcaption>`);
  return around(form, kept, isBare, image);
}

export function writeVideo({ attrs }: Node, isBare: boolean): string {
  const { src, title, width, height, form, kept, frameKept } = attrs;
  return around(form, kept, isBare, `<iframe${writeAttributes({ src, title, width, height }, frameKept)}></iframe>`);
}

const around = (form: string, kept: Readonly<Record<string, string>> | null, isBare: boolean, media: string) =>
  isBare ? media : element(form === 'figure' ? 'figure' : 'p', kept, media);
