type Properties = Readonly<Record<string, unknown>>;

/**
 * A text with properties: what a setting of the types `color`, `image_picker`, `video_url` and `font_picker` holds. Wherever a
 * template needs a text it is that text. Only `engine/theme/` makes one; data of a theme or a site cannot imitate it.
 */
export class TextObject {
  readonly #text: string | (() => string);

  /** @param text a function where the text is known only when a page shows it */
  constructor(text: string | (() => string), properties: Properties = {}) {
    this.#text = text;
    Object.assign(this, properties);
  }

  static text(object: TextObject): string {
    return typeof object.#text === 'string' ? object.#text : object.#text();
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
