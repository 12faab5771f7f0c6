import type { DefaultTreeAdapterTypes } from 'parse5';
import { attributeOf, type Style } from './styles.ts';

type Element = DefaultTreeAdapterTypes.Element;

/** What becomes of a pasted picture. */
export type PastedPicture =
  | { readonly kind: 'none' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'picture'; readonly src: string; readonly alt: string }
  /** Its bytes are not in the clipboard, or nobody knows its kind. */
  | { readonly kind: 'absent' };

/** Sides of pictures that stand in a line of text or count who reads, CSS pixels. */
const ICON = 24;

/** Longest description that is kept, UTF-16 code units: that of `src/media/limits.ts`. */
const ALT_UNITS = 1_000;

const DATA = /^data:image\/(png|jpe?g|gif|webp|avif|bmp|tiff);base64,/i;

function pixels(element: Element, style: Style, side: 'width' | 'height'): number | undefined {
  const text = style.get(side) ?? attributeOf(element, side);
  const [, number, unit] = /^\s*(\d+(?:\.\d+)?)\s*(px|pt|)$/.exec(text) ?? [];
  if (number === undefined) return undefined;
  return unit === 'pt' ? (Number(number) * 4) / 3 : Number(number);
}

/** Pictograms that pages draw as pictures have the character as their description. */
const PICTOGRAM =
  /^(?:\p{Extended_Pictographic}|\p{Regional_Indicator}|[\u200d\ufe0f\u20e3]|\p{Emoji_Modifier}|[\d#*]\ufe0f?\u20e3)+$/u;

/** What Word adds to a description that no person has written, and names of files. */
const NOT_SAID =
  /\s*(?:Description générée automatiquement|Description automatically generated|Le contenu généré par l[’']IA peut être incorrect\.?|AI-generated content may be incorrect\.?)[\s\S]*$/;
const FILE_NAME = /^[\w.%() -]+\.(?:png|jpe?g|gif|webp|avif|svg|bmp|tiff?|heic)$/i;

function altOf(element: Element): string {
  const alt = attributeOf(element, 'alt').replace(NOT_SAID, '').replace(/\s+/g, ' ').trim().slice(0, ALT_UNITS);
  return FILE_NAME.test(alt) ? '' : alt;
}

const HOSTED = /^https:\/\/[^/\s]/i;
const OF_PAGE = /^\/(?![/\\])\S/;

/** Addresses of a picture, the one first that a page shows. A page that loads its pictures late has the real one elsewhere. */
const sources = (element: Element): string[] =>
  ['src', 'data-src', 'data-original', 'data-lazy-src']
    .map((name) =>
      attributeOf(element, name)
        .replace(/[\t\n\r]/g, '')
        .trim(),
    )
    .filter((src) => src !== '')
    .map((src) => (src.startsWith('//') ? `https:${src}` : src));

/** Pictures whose bytes stand in pasted HTML, by the addresses that stand for them. */
export class Pictures {
  readonly found = new Map<string, Blob>();
  readonly #placeholders = new Map<string, string>();
  readonly #isOfPage: boolean;

  /** @param isOfPage as of `pastedLink` */
  constructor(isOfPage: boolean) {
    this.#isOfPage = isOfPage;
  }

  pictureOf(element: Element, style: Style): PastedPicture {
    const alt = attributeOf(element, 'alt').trim();
    if (alt !== '' && PICTOGRAM.test(alt)) return { kind: 'text', text: alt };
    const sides = (['width', 'height'] as const).map((side) => pixels(element, style, side));
    const known = sides.filter((side) => side !== undefined);
    if (known.some((side) => side < 3) || (known.length === 2 && known.every((side) => side <= ICON)))
      return { kind: 'none' };
    for (const src of sources(element)) {
      const address = HOSTED.test(src) || (this.#isOfPage && OF_PAGE.test(src)) ? src : this.#placeholder(src);
      if (address === 'dot') continue;
      if (address !== undefined) return { kind: 'picture', src: address, alt: altOf(element) };
    }
    return sources(element).every(isDot) ? { kind: 'none' } : { kind: 'absent' };
  }

  /** The address that stands for a picture of the clipboard; undefined for what is none, `dot` for a picture of one point. */
  #placeholder(src: string): string | undefined {
    const [head, type] = DATA.exec(src) ?? [];
    if (head === undefined || type === undefined) return undefined;
    if (isDot(src)) return 'dot';
    const known = this.#placeholders.get(src);
    if (known) return known;
    const bytes = bytesOf(src.slice(head.length));
    if (!bytes) return undefined;
    const placeholder = `${PLACEHOLDER}${this.found.size + 1}`;
    this.found.set(placeholder, new Blob([bytes], { type: `image/${type.toLowerCase().replace('jpg', 'jpeg')}` }));
    this.#placeholders.set(src, placeholder);
    return placeholder;
  }
}

/** What the address of a picture begins with whose bytes were in the clipboard. No address of a pasted page is kept that does. */
const PLACEHOLDER = 'presse-papiers/';

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(decodeURIComponent(base64)), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

/** Whether a `data:` picture is a GIF or a PNG of one point, which holds a place until the real one is loaded, or counts readers. */
function isDot(src: string): boolean {
  const [head] = DATA.exec(src) ?? [];
  const bytes = head === undefined ? undefined : bytesOf(src.slice(head.length, head.length + 40));
  if (!bytes) return false;
  const isGif = bytes[0] === 0x47 && bytes[6] === 1 && bytes[7] === 0 && bytes[8] === 1 && bytes[9] === 0;
  const isPng = bytes[0] === 0x89 && bytes[19] === 1 && bytes[18] === 0 && bytes[23] === 1 && bytes[22] === 0;
  return isGif || isPng;
}
