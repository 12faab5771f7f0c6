import { UUID } from '../text/uuid.ts';

/**
 * Pictures of a site's library (docs/media.md). This folder is what all who speak of them share: pages, which name variants; the service,
 * which makes and sends them; the studio.
 */

/** What is shown of a file of the library, and how. */
export type PictureKind =
  /** Of pixels: it has variants. */
  | 'photo'
  /** Of pixels, with more than one frame: its variants move, too, and none is cropped. */
  | 'animation'
  /** SVG: it has one size only, which fits all. */
  | 'drawing'
  /** PDF: no picture at all. */
  | 'document';

/** The point around which a picture is cropped, in thousandths of its width and of its height, from its left upper corner. */
export interface FocalPoint {
  readonly x: number;
  readonly y: number;
}

/** What pages know of a picture of the library that they show; content of the site. */
export interface PictureFacts {
  /** Last part of its addresses. */
  readonly name: string;
  readonly kind: PictureKind;
  /** Of the picture as it stands upright, pixels; 0 for a document, and for a drawing that gives no size. */
  readonly width: number;
  readonly height: number;
  /** What it shows, for who cannot see it; empty where its owner has written nothing. */
  readonly alt: string;
  readonly focal: FocalPoint;
  /** The beginning of the SHA-256 of the file, `CONTENT_DIGITS` hexadecimal digits. */
  readonly content: string;
  /** Its dominant colour, `#rrggbb`; empty where unknown. */
  readonly colour: string;
  /** A tiny picture as a `data:` address, to show until it has come; empty where there is none. */
  readonly placeholder: string;
}

/** The pictures that a page may show, by id. */
export type Pictures = Readonly<Record<string, PictureFacts>>;

export const CONTENT_DIGITS = 12;

/** Address of a picture at which its present content is found, whatever is replaced. `name` is for people only. */
export const pictureAddress = (id: string, name: string): string => `/medias/${id}/${name}`;

/**
 * The beginning of an address of the library in a text, up to its id, for expressions of JavaScript and of PostgreSQL. In JSON a slash may have a
 * backslash before.
 */
export const NAMED_MEDIA = String.raw`/medias\\?/(${UUID})\\?/`;

const ADDRESS = new RegExp(String.raw`^/medias/(${UUID})/[^/?#\\]+$`);

/** The id of the picture that an address names; undefined for another address, of which the pattern is not asked: its code takes 10 kB in an isolate. */
export const pictureAt = (address: string): string | undefined =>
  address.startsWith('/medias/') ? ADDRESS.exec(address)?.[1] : undefined;
