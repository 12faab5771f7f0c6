import { CONTENT_DIGITS, type FocalPoint, type PictureFacts } from './facts.ts';

/** Widths that pictures are made in, pixels (docs/media.md). */
const WIDTHS = [160, 320, 480, 640, 960, 1280, 1600, 2000, 2560] as const;

/** Ratios that pictures are cropped to; `null` keeps their own. */
export const RATIOS = ['1x1', '4x5', '3x4', '2x3', '4x3', '3x2', '16x9', '21x9'] as const;
export type Ratio = (typeof RATIOS)[number] | null;

/** What variants are sent as. */
export const FORMATS = ['avif', 'webp', 'jpg', 'png'] as const;
export type Format = (typeof FORMATS)[number];

/** One of the sizes that a picture is made in. */
export interface Variant {
  /** Pixels; one of `widthsOf`. */
  readonly width: number;
  readonly ratio: Ratio;
  /** The format that a theme asks for; the browser decides where it asks for none. */
  readonly format?: Format | undefined;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Width by height of a ratio. */
export function quotientOf(ratio: NonNullable<Ratio>): number {
  const [width = 1, height = 1] = ratio.split('x').map(Number);
  return width / height;
}

/** The largest part of a picture that has a ratio, pixels. */
export function croppedSize({ width, height }: Size, ratio: Ratio): Size {
  if (ratio === null) return { width, height };
  const quotient = quotientOf(ratio);
  return width / height > quotient
    ? { width: Math.max(1, Math.round(height * quotient)), height }
    : { width, height: Math.max(1, Math.round(width / quotient)) };
}

/** The size of a variant, pixels. */
export function sizeOf(picture: Size, { width, ratio }: Variant): Size {
  const whole = croppedSize(picture, ratio);
  return { width, height: Math.max(1, Math.round((whole.height * width) / whole.width)) };
}

/**
 * The closed list of the widths of a picture at a ratio: rungs of the ladder, none wider than the picture, and its own width above the last of them that fits.
 * In increasing order, never empty for a picture with a width.
 */
export function widthsOf(picture: Size, ratio: Ratio): number[] {
  const own = croppedSize(picture, ratio).width;
  const rungs = WIDTHS.filter((width) => width < own);
  return rungs.length === WIDTHS.length ? rungs : [...rungs, own];
}

/** The narrowest width of a list that is as wide as wished; the widest where none is. */
export const nearestWidth = (widths: readonly number[], wish: number): number =>
  widths.find((width) => width >= wish) ?? widths[widths.length - 1] ?? 0;

/** The ratio of the list that is nearest to a wish of width by height. */
export function nearestRatio(wish: number): NonNullable<Ratio> {
  const distance = (ratio: NonNullable<Ratio>) => Math.abs(Math.log(quotientOf(ratio) / wish));
  return RATIOS.reduce((best, ratio) => (distance(ratio) < distance(best) ? ratio : best));
}

/** Names the size of a variant, of addresses and of files: its width, its ratio with the focal point that it is cropped around. */
export const sizeName = ({ width, ratio, focal }: Pick<NamedVariant, 'width' | 'ratio' | 'focal'>): string =>
  ratio === null || !focal ? String(width) : `${width}-${ratio}-${focal.x}x${focal.y}`;

/**
 * The part of an address that names a variant: its width, its ratio with the focal point that it is cropped around, the content, and the format where a theme asks for one:
 * `640-3f9c01d2ef45`, `640-4x5-500x250-3f9c01d2ef45.jpg`. What is at such an address never changes.
 */
export function variantName({ focal, content }: Pick<PictureFacts, 'focal' | 'content'>, variant: Variant): string {
  const { format } = variant;
  return `${sizeName({ ...variant, focal })}-${content}${format ? `.${format}` : ''}`;
}

/** A variant as an address names it. */
export interface NamedVariant extends Variant {
  readonly content: string;
  /** Only of a variant that is cropped. */
  readonly focal?: FocalPoint | undefined;
}

const NAME = new RegExp(
  `^([1-9]\\d{0,3})(?:-(${RATIOS.join('|')})-(\\d{1,4})x(\\d{1,4}))?-([0-9a-f]{${CONTENT_DIGITS}})(?:\\.(${FORMATS.join('|')}))?$`,
);

/** Reads such a part of an address; undefined for every other text. Whether the picture has this variant is not said (`widthsOf`). */
export function readVariantName(text: string): NamedVariant | undefined {
  const [, width, ratio, x, y, content, format] = NAME.exec(text) ?? [];
  if (width === undefined || content === undefined) return undefined;
  const focal = ratio === undefined ? undefined : { x: Number(x), y: Number(y) };
  return {
    width: Number(width),
    ratio: (ratio ?? null) as Ratio,
    content,
    focal,
    format: format as Format | undefined,
  };
}
