import { type PictureFacts, type Pictures, pictureAddress, pictureAt } from '../pictures/facts.ts';
import type { Size, Variant } from '../pictures/variants.ts';
import { TextObject } from './text-object.ts';
import { float } from './values.ts';

/** What is known of an image before a page shows it. */
interface Known {
  /** Own words for it; empty where there are none. */
  readonly alt: string;
  /** Pixels, both or none; of a picture of the library its facts count. */
  readonly width?: number;
  readonly height?: number;
}

/** Facts are content: they are known only while a page is rendered. */
type FactsOf = () => PictureFacts | undefined;

interface Picture {
  readonly id: string;
  readonly facts: FactsOf;
}

/** A picture of the library as a page may show it. */
export interface ShownPicture {
  readonly id: string;
  readonly facts: PictureFacts;
}

/** What templates read of an image. */
export interface Fields {
  readonly src: string;
  readonly alt: string;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  readonly aspect_ratio?: unknown;
  readonly presentation: unknown;
  readonly couleur: string;
  readonly apercu: string;
}

/** An image: what settings of the type `image_picker` hold, and `article.image`. Its text is its address, or the bare name of a file of the theme. */
export class Image extends TextObject {
  readonly #src: string;
  readonly #known: Known;
  readonly #picture: Picture | undefined;

  /** @param picture where it is one of the library */
  constructor(src: string, known: Known, picture?: Picture) {
    super(picture ? () => textOf(picture) : src, picture ? {} : { ...fieldsOf(src, known) });
    this.#src = src;
    this.#known = known;
    this.#picture = picture;
    if (picture) Object.defineProperties(this, READ_WHEN_SHOWN);
  }

  static isOfLibrary(image: Image): boolean {
    return image.#picture !== undefined;
  }

  /** The picture of the library; undefined for another image, and for one that is gone. */
  static picture(image: Image): ShownPicture | undefined {
    const { id, facts } = image.#picture ?? {};
    const found = facts?.();
    return id !== undefined && found ? { id, facts: found } : undefined;
  }

  /** As it was given: an address, or the bare name of a file of the theme. */
  static source(image: Image): string {
    return image.#src;
  }

  static fields(image: Image): Fields | undefined {
    const picture = image.#picture;
    if (!picture) return fieldsOf(image.#src, image.#known);
    const facts = picture.facts();
    return facts && fieldsOfPicture(facts, textOf(picture), image.#known);
  }
}

/** What `image_url` gives: the address of an image in a size. */
export class SizedImage extends TextObject {
  readonly #image: Image;
  readonly #size: Size | undefined;
  readonly #variant: Variant | undefined;

  /** @param size in which it is shown, where that is known @param variant of a picture of the library that has any */
  constructor(address: string, image: Image, size: Size | undefined, variant?: Variant) {
    super(address);
    this.#image = image;
    this.#size = size;
    this.#variant = variant;
  }

  static image(sized: SizedImage): Image {
    return sized.#image;
  }

  static size(sized: SizedImage): Size | undefined {
    return sized.#size;
  }

  static variant(sized: SizedImage): Variant | undefined {
    return sized.#variant;
  }
}

/** The address of a picture; empty where it is gone, or no picture. */
function textOf({ id, facts }: Picture): string {
  const { name } = facts() ?? {};
  return name === undefined ? '' : pictureAddress(id, encodedName(name));
}

/** A name as a part of an address. */
export const encodedName = (name: string): string => encodeURIComponent(name.toWellFormed());

const presentationOf = (x: number, y: number) => ({ focal_point: new TextObject(`${x}% ${y}%`, { x, y }) });
const IN_THE_MIDDLE = presentationOf(50, 50);

const sizeFields = (width: number | undefined, height: number | undefined) =>
  width && height ? { width, height, aspect_ratio: float(width / height) } : {};

const fieldsOf = (src: string, { alt, width, height }: Known): Fields => ({
  ...{ src, alt, ...sizeFields(width, height) },
  ...{ presentation: IN_THE_MIDDLE, couleur: '', apercu: '' },
});

function fieldsOfPicture(facts: PictureFacts, src: string, known: Known): Fields {
  const { focal, width, height, colour, placeholder } = facts;
  return {
    ...{ src, alt: known.alt || facts.alt, ...sizeFields(width, height) },
    ...{ presentation: presentationOf(focal.x / 10, focal.y / 10), couleur: colour, apercu: placeholder },
  };
}

/** Own properties, as emitted code reads them; not enumerable, so that who counts the memory of settings does not ask for facts. */
const READ_WHEN_SHOWN: PropertyDescriptorMap = Object.fromEntries(
  (['src', 'alt', 'width', 'height', 'aspect_ratio', 'presentation', 'couleur', 'apercu'] as const).map((name) => [
    name,
    {
      get(this: Image) {
        return Image.fields(this)?.[name];
      },
    },
  ]),
);

/** Pictures of the page that is being rendered: there is one at a time in a realm. */
let ofSite: Pictures = {};
let ofPage: Pictures = {};

export function usePictures(site: Pictures = {}, page: Pictures = {}): void {
  ofSite = site;
  ofPage = page;
}

/** A document of the library is no picture. */
function factsIn(pictures: Pictures, id: string): PictureFacts | undefined {
  const facts = Object.hasOwn(pictures, id) ? pictures[id] : undefined;
  return facts?.kind === 'document' ? undefined : facts;
}

/**
 * An image of the theme's settings. Its facts are those of the site alone: a section that is the same on all pages must not know those of one.
 * @param src not empty
 */
export function imageOf(src: string, known: Known): Image {
  const id = pictureAt(src);
  return new Image(src, known, id === undefined ? undefined : { id, facts: () => factsIn(ofSite, id) });
}

/** An image that a request brings; an empty text stays as it is. */
export function requestImage(src: string): Image | string {
  if (!src) return src;
  const id = pictureAt(src);
  const facts = () => (id === undefined ? undefined : (factsIn(ofPage, id) ?? factsIn(ofSite, id)));
  return new Image(src, { alt: '' }, id === undefined ? undefined : { id, facts });
}

/** The image of a text: one that names no picture that is known is an address like any other. */
export function imageOfText(src: string): Image {
  const image = imageOf(src, { alt: '' });
  return Image.isOfLibrary(image) && !Image.picture(image) ? new Image(src, { alt: '' }) : image;
}

/** Not a bare name: an address with a scheme, or one that begins at the host. */
const ADDRESS = /^(?:[a-z][a-z0-9+.-]*:|\/)/i;

/** What ends an attribute, or HTML's text; browsers write it so in addresses themselves. */
const UNSAFE = /["'<>`]/g;

/** The address of an image. */
export function addressOf(image: Image, themeId: string): string {
  if (Image.isOfLibrary(image)) return TextObject.text(image);
  const src = Image.source(image);
  if (!ADDRESS.test(src)) return assetAddress(src, themeId);
  return src.replace(UNSAFE, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** The address of a file of the theme by its bare name (docs/rules.md, Rule 8). */
export const assetAddress = (file: string, themeId: string): string =>
  `/theme-assets/${themeId}/${file.split('/').map(encodedName).join('/')}`;
