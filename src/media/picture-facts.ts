import { CONTENT_DIGITS, type PictureFacts, type PictureKind, type Pictures } from '../../engine/pictures/facts.ts';
import { addressName } from './address-name.ts';
import type { MediaType } from './processing/protocol.ts';

/** What a row of the library says of a picture to pages. */
export interface PictureRow {
  readonly id: string;
  readonly nom: string;
  readonly alt: string;
  readonly type: MediaType;
  /** SHA-256 of the file, hexadecimal. */
  readonly empreinte: string;
  readonly largeur: number;
  readonly hauteur: number;
  /** Frames. */
  readonly images: number;
  readonly focal_x: number;
  readonly focal_y: number;
  readonly couleur: string;
  readonly apercu: string;
}

export function kindOf({ type, images }: Pick<PictureRow, 'type' | 'images'>): PictureKind {
  if (type === 'application/pdf') return 'document';
  if (type === 'image/svg+xml') return 'drawing';
  return images > 1 ? 'animation' : 'photo';
}

/** The content by which addresses of variants name a picture. @param empreinte SHA-256 of its file, hexadecimal */
export const contentOf = ({ empreinte }: Pick<PictureRow, 'empreinte'>): string => empreinte.slice(0, CONTENT_DIGITS);

const factsOf = (row: PictureRow): PictureFacts => ({
  name: addressName(row.nom, row.type),
  kind: kindOf(row),
  width: row.largeur,
  height: row.hauteur,
  alt: row.alt,
  focal: { x: row.focal_x, y: row.focal_y },
  content: contentOf(row),
  colour: row.couleur,
  placeholder: row.apercu,
});

export const picturesOf = (rows: readonly PictureRow[]): Pictures =>
  Object.fromEntries(rows.map((row) => [row.id, factsOf(row)]));
