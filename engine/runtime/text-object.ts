type Properties = Readonly<Record<string, unknown>>;

/**
 * A text with properties: what a setting of the types `color`, `image_picker`, `video_url` and `font_picker` holds. Wherever a
 * template needs a text it is that text. Only the compiler has one made: no data of a theme or a site can pass for it.
 */
export class TextObject {
  readonly #text: string;

  constructor(text: string, properties: Properties = {}) {
    this.#text = text;
    Object.assign(this, properties);
  }

  static text(object: TextObject): string {
    return object.#text;
  }
}

/** What `menu_picker` holds: the key of a menu as text, its entries as a list. */
export class Menu extends TextObject {
  /** Entries of the site's menu of that key; none where the site has no such menu. */
  static entries(menu: Menu): readonly unknown[] {
    const key = TextObject.text(menu);
    const entries = Object.hasOwn(resident, key) ? resident[key] : undefined;
    return Array.isArray(entries) ? entries : NONE;
  }
}

const NONE: readonly unknown[] = [];

/** The menus of the page that is being rendered: there is one at a time in a realm. */
let resident: Properties = {};

export function useMenus(menus: Properties): void {
  resident = menus;
}

/** A value where texts count: the text of an object. */
export const asText = (value: unknown): unknown => (value instanceof TextObject ? TextObject.text(value) : value);

/** A value where lists count too: the entries of a menu, the text of another object. */
export const asList = (value: unknown): unknown => (value instanceof Menu ? Menu.entries(value) : asText(value));

/**
 * An object, as the compiler hands it to the runtime beside the data that it belongs into.
 * Properties are null for a menu.
 */
export type PlacedObject = readonly [path: readonly (string | number)[], text: string, properties: Properties | null];

/** Puts objects in their places in data. The paths are the compiler's: nothing in the data can ask for an object. */
export function withObjects(data: unknown, objects: readonly PlacedObject[]): unknown {
  for (const [path, text, properties] of objects) {
    const value = properties ? new TextObject(text, properties) : new Menu(text);
    let holder = data;
    for (const key of path.slice(0, -1)) holder = (holder as Record<string | number, unknown> | undefined)?.[key];
    // Data that nests too deep to be written was left out whole.
    if (typeof holder !== 'object' || holder === null) continue;
    Object.defineProperty(holder, path.at(-1) ?? '', { value, enumerable: true, configurable: true, writable: true });
  }
  return data;
}
