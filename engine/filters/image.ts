import type { FilterRuns } from '../language/filters.ts';
import type { PictureFacts } from '../pictures/facts.ts';
import {
  croppedSize,
  type Format,
  nearestRatio,
  nearestWidth,
  quotientOf,
  type Ratio,
  type Size,
  sizeOf,
  type Variant,
  variantName,
  widthsOf,
} from '../pictures/variants.ts';
import { budget } from '../runtime/budget.ts';
import { truthy } from '../runtime/compare.ts';
import {
  addressOf,
  encodedName,
  type Fields,
  Image,
  imageOfText,
  type ShownPicture,
  SizedImage,
} from '../runtime/images.ts';
import { page } from '../runtime/page.ts';
import { text } from '../runtime/text.ts';
import { type Hash, isHash, isNil, numeric } from '../runtime/values.ts';
import { escapeHtml } from './html.ts';

/** Pixels of a picture for which a theme wishes no size: as at its stable address (docs/media.md). */
const UNWISHED = 1_600;

/** Screens show as many pixels for one of the page: variants up to so many times the size of the page are offered. */
const DENSITY = 2;
/** Telephones have two pixels for one of the page, too: none takes a variant of less than this part of the size of the page. */
const NARROWEST = 1 / 4;
/** A variant of this part of the next one's width has nearly as many bytes. */
const ALIKE = 0.9;

/** Objects of the budget for one address. */
const ADDRESS_COST = 200;

/** The named arguments of a call. */
const namedIn = (given: readonly unknown[]): Hash => given.find(isHash) ?? {};

const FORMATS: ReadonlyMap<string, Format> = new Map([
  ...(['jpg', 'png', 'webp', 'avif'] as const).map((format) => [format, format] as const),
  ...(['jpeg', 'pjpg'] as const).map((name) => [name, 'jpg'] as const),
]);

/** The image that a filter is given; undefined for nothing, and for a picture that is gone. */
function imageIn(value: unknown): Image | undefined {
  const image = value instanceof SizedImage ? SizedImage.image(value) : value instanceof Image ? value : given(value);
  return image && Image.isOfLibrary(image) && !Image.picture(image) ? undefined : image;
}

function given(value: unknown): Image | undefined {
  const source = text(value).trim();
  return source === '' ? undefined : imageOfText(source);
}

/** A wish of pixels; undefined for what is none. */
function pixels(value: unknown): number | undefined {
  const number = numeric(value) ?? (typeof value === 'string' ? Number.parseFloat(value) : Number.NaN);
  return number > 0 && number < Number.POSITIVE_INFINITY ? number : undefined;
}

/** Whether a picture is made in sizes. */
const hasVariants = ({ kind, width, height }: PictureFacts): boolean =>
  (kind === 'photo' || kind === 'animation') && width > 0 && height > 0;

/** The ratio of the closed list that is nearest to a wish; the picture's own where none is nearer. */
function ratioFor(facts: PictureFacts, wish: number): Ratio {
  if (facts.kind === 'animation') return null;
  const nearest = nearestRatio(wish);
  const distance = (quotient: number) => Math.abs(Math.log(quotient / wish));
  return distance(facts.width / facts.height) <= distance(quotientOf(nearest)) ? null : nearest;
}

/** The variant that covers a wish; wishes that no variant covers get the largest. */
function variantFor(facts: PictureFacts, { width, height, format }: Hash): Variant {
  const [w, h] = [pixels(width), pixels(height)];
  const ratio = w && h ? ratioFor(facts, w / h) : null;
  const whole = croppedSize(facts, ratio);
  const wide = Math.max(w ?? 0, h ? (h * whole.width) / whole.height : 0) || UNWISHED;
  const asked = FORMATS.get(text(format).toLowerCase());
  const isKept = facts.kind !== 'animation' || asked === 'webp';
  return { width: nearestWidth(widthsOf(facts, ratio), wide), ratio, format: isKept ? asked : undefined };
}

const variantAddress = ({ id, facts }: ShownPicture, variant: Variant): string =>
  `/medias/${id}/${variantName(facts, variant)}/${encodedName(facts.name)}`;

/** `image_url`: an image in a size; empty for none. */
function imageUrl(value: unknown, ...args: unknown[]): SizedImage | string {
  budget.spend(ADDRESS_COST);
  const image = imageIn(value);
  if (!image) return '';
  const picture = Image.picture(image);
  if (!picture || !hasVariants(picture.facts)) {
    budget.spend(Image.source(image).length);
    return new SizedImage(addressOf(image, page.themeId), image, drawnSize(Image.fields(image), namedIn(args)));
  }
  const variant = variantFor(picture.facts, namedIn(args));
  return new SizedImage(variantAddress(picture, variant), image, sizeOf(picture.facts, variant), variant);
}

/** The size of an image that is not made in sizes: as large as it is, or as fits into a wish; undefined where unknown. */
function drawnSize(natural: Pick<Fields, 'width' | 'height'> | undefined, wish: Hash): Size | undefined {
  const { width, height } = natural ?? {};
  if (!width || !height) return undefined;
  const scales = [(pixels(wish.width) ?? Number.NaN) / width, (pixels(wish.height) ?? Number.NaN) / height];
  const scale = Math.min(...scales.filter((one) => one > 0));
  if (scale === Number.POSITIVE_INFINITY) return { width, height };
  const [wide, high] = [width, height].map((side) => Math.max(1, Math.round(side * scale)));
  return { width: wide ?? width, height: high ?? height };
}

/** `image_tag`: an image as an element, which holds its place before it has come; empty for none. */
function imageTag(value: unknown, ...args: unknown[]): string {
  const sized = value instanceof SizedImage ? value : imageUrl(value);
  const image = imageIn(sized);
  if (!image || typeof sized === 'string') return '';
  const named = namedIn(args);
  let attributes = '';
  for (const [name, own] of Object.entries({ ...ownAttributes(sized, image, named), ...passedOn(named) })) {
    if (isNil(own) || own === false) continue;
    attributes += ` ${name}="${escapeHtml(text(own))}"`;
    budget.spend(attributes.length);
  }
  return `<img${attributes}>`;
}

/** Arguments that are no attributes, or are attributes that `ownAttributes` makes of them. */
const READ = [
  'width',
  'height',
  'sizes',
  'widths',
  'srcset',
  'alt',
  'loading',
  'preload',
  'fetchpriority',
  'style',
  'src',
];
const ATTRIBUTE = /^(?!on)[a-z_][\w:.-]*$/i;

const passedOn = (named: Hash): Hash => {
  const entries = Object.entries(named);
  budget.spend(entries.length);
  return Object.fromEntries(entries.filter(([name]) => ATTRIBUTE.test(name) && !READ.includes(name.toLowerCase())));
};

/** An argument, which nil takes away; without the argument, what is there otherwise. */
const orElse = (named: Hash, name: string, otherwise: unknown): unknown =>
  Object.hasOwn(named, name) ? named[name] : otherwise;

function ownAttributes(sized: SizedImage, image: Image, named: Hash): Hash {
  const size = shownSize(sized, named);
  const candidates = candidatesOf(sized, image, named);
  const srcset = orElse(named, 'srcset', candidates);
  const isAtOnce = truthy(named.preload) || page.isFirst;
  return {
    src: sized,
    srcset,
    // Without `srcset` it says nothing.
    sizes: truthy(srcset) ? orElse(named, 'sizes', candidates && defaultSizes(size.width)) : undefined,
    alt: named.alt ?? Image.fields(image)?.alt ?? '',
    ...size,
    loading: orElse(named, 'loading', isAtOnce ? undefined : 'lazy'),
    fetchpriority: orElse(named, 'fetchpriority', truthy(named.preload) ? 'high' : undefined),
    style: styleOf(sized, image, named),
  };
}

/** Where CSS does not say otherwise, an image is as wide as its attribute, and no wider than the screen. */
const defaultSizes = (width: unknown): string =>
  pixels(width) === undefined ? '100vw' : `(min-width: ${text(width)}px) ${text(width)}px, 100vw`;

/** The attributes `width` and `height`: one that is given draws the other one with it. */
function shownSize(sized: SizedImage, named: Hash): { readonly width: unknown; readonly height: unknown } {
  const { width, height } = SizedImage.size(sized) ?? {};
  if (!width || !height) return { width: named.width, height: named.height };
  const [w, h] = [pixels(named.width), pixels(named.height)];
  return {
    width: orElse(named, 'width', h ? Math.max(1, Math.round((h * width) / height)) : width),
    height: orElse(named, 'height', w ? Math.max(1, Math.round((w * height) / width)) : height),
  };
}

/** The attribute `srcset`; undefined for an image that has one size only. */
function candidatesOf(sized: SizedImage, image: Image, { widths }: Hash): string | undefined {
  const picture = Image.picture(image);
  const variant = SizedImage.variant(sized);
  if (!picture || !variant) return undefined;
  const all = widthsOf(picture.facts, variant.ratio);
  const wished = wishesIn(widths).map((wish) => nearestWidth(all, wish));
  const shown = wished.length > 0 ? all.filter((width) => wished.includes(width)) : usefulWidths(all, variant.width);
  budget.spend(ADDRESS_COST * shown.length);
  return shown.map((width) => `${variantAddress(picture, { ...variant, width })} ${width}w`).join(', ');
}

/** The widths that some screen takes, where `shown` is the width for a wide one. */
function usefulWidths(all: readonly number[], shown: number): number[] {
  const largest = nearestWidth(all, DENSITY * shown);
  const isUseful = (width: number, next: number) => width >= NARROWEST * shown && width < ALIKE * next;
  return all.filter(
    (width, index) => width === largest || (width < largest && isUseful(width, all[index + 1] ?? largest)),
  );
}

/** The widths of a list, or of a text such as `320, 640`. */
function wishesIn(widths: unknown): number[] {
  if (isNil(widths)) return [];
  const source = text(widths);
  budget.spend(2 * source.length);
  const list = Array.isArray(widths) ? widths : source.split(',');
  return list.map(pixels).filter((width) => width !== undefined);
}

/** The attribute `style`: what matters of the picture stays in sight where CSS cuts it (`object-fit`). */
function styleOf(sized: SizedImage, image: Image, { style }: Hash): unknown {
  const facts = Image.picture(image)?.facts;
  const position = facts && positionIn(facts, SizedImage.variant(sized)?.ratio ?? null);
  if (position === undefined) return style;
  const own = isNil(style) ? '' : text(style);
  return own === '' ? `object-position: ${position}` : `object-position: ${position}; ${own}`;
}

/** Where the focal point is in a picture that is cropped around it; undefined for the middle. */
function positionIn(facts: PictureFacts, ratio: Ratio): string | undefined {
  const { width, height, focal } = facts;
  const part = croppedSize(facts, ratio);
  const [x, y] = [shareIn(focal.x, width, part.width), shareIn(focal.y, height, part.height)];
  return x === 50 && y === 50 ? undefined : `${x}% ${y}%`;
}

/** @param focal thousandths of the whole @returns percents of the part, with one decimal */
function shareIn(focal: number, whole: number, part: number): number {
  if (!(whole > 0 && part > 0)) return focal / 10;
  const at = (focal * whole) / 1_000;
  const start = Math.min(whole - part, Math.max(0, at - part / 2));
  return Math.round(((at - start) * 1_000) / part) / 10;
}

export const imageFilters = {
  image_tag: imageTag,
  image_url: imageUrl,
} satisfies Partial<FilterRuns>;
