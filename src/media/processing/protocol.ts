import type { FocalPoint } from '../../../engine/pictures/facts.ts';
import { type Format, type Ratio, sizeName } from '../../../engine/pictures/variants.ts';

/** The types of files that a library takes, as `Content-Type` names them. */
export const MEDIA_TYPES = [
  ...(['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif', 'image/svg+xml'] as const),
  'application/pdf',
] as const;
export type MediaType = (typeof MEDIA_TYPES)[number];

/** A file that is to be made of a picture: a variant in pixels, or an SVG without what runs and what leads elsewhere. */
export type Wanted =
  | {
      /** Pixels: the nearest width of the picture is made (`nearestWidth` of `widthsOf`). */
      readonly width: number;
      readonly ratio: Ratio;
      readonly focal: FocalPoint;
      readonly format: Format;
    }
  | 'svg';

/** What a picture turned out to be. */
export interface Examined {
  /** By its bytes, whatever its name and its header say. */
  readonly type: MediaType;
  /** Upright, pixels; 0 where there is no size. */
  readonly width: number;
  readonly height: number;
  readonly frames: number;
  /** `#rrggbb`, or empty. */
  readonly colour: string;
  /** `data:` address, or empty. */
  readonly placeholder: string;
}

export interface MadeFile {
  /** Name of the row of a variant: `640.webp`, `640-4x5-500x250.jpg`, `dessin.svg` (`fileName`). */
  readonly name: string;
  readonly bytes: Buffer;
}

/** Why nothing was made; codes of `src/errors.ts`. */
export type PictureRefusal = 'type_refuse' | 'media_illisible' | 'trop_lourd' | 'trop_de_pixels';

/** What the process is asked about one file, whose bytes follow. */
export interface PictureOrder {
  /** What who sent the file says of it, in lower case; null where it is known already (`examined` of a row). */
  readonly declaredType: string | null;
  readonly wanted: readonly Wanted[];
}

/** Why the picture is refused; `heic`: it is one of a telephone, which can send it as JPEG. */
export interface RefusedPicture {
  readonly refused: PictureRefusal;
  readonly detail?: 'heic';
}

/** What the process answers; the bytes of the files follow, in this order. */
export type ProcessAnswer =
  | { readonly examined: Examined; readonly files: readonly string[] }
  | RefusedPicture
  /** The picture is too much for the memory that the process has. */
  | { readonly failed: 'memory' };

/** Who waits. Visitors go first; what nobody waits for is made when nothing else is to be done. */
export type Urgency = 'visitor' | 'upload' | 'nobody';

/** Name of the file of a variant: the name of `variantName` without the content, and with the format that it has. */
export const fileName = (wanted: Exclude<Wanted, 'svg'>): string => `${sizeName(wanted)}.${wanted.format}`;

/** Name of the file of a drawing. */
export const DRAWING = 'dessin.svg';
