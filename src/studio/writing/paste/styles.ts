import type { DefaultTreeAdapterTypes } from 'parse5';

type Element = DefaultTreeAdapterTypes.Element;

/** What an element says of its look: names of properties with their values, both in lower case. */
export type Style = ReadonlyMap<string, string>;

/** Longest attribute `style` that is read, UTF-16 code units; pictures stand in longer ones. */
const STYLE_UNITS = 10_000;
/** Longest style sheets that are read, UTF-16 code units: Word's are about 50,000. */
const SHEET_UNITS = 1_000_000;

/** The properties that classes give. Word describes each of its styles in a sheet, and most of that is of no use. */
const OF_CLASSES: ReadonlySet<string> = new Set([
  'font',
  'font-weight',
  'font-style',
  'text-decoration',
  'text-decoration-line',
  'vertical-align',
  'display',
  'visibility',
  'white-space',
]);

const NONE: Style = new Map();

export const attributeOf = (element: Element, name: string): string =>
  element.attrs.find((attribute) => attribute.name === name)?.value ?? '';

export const classesOf = (element: Element): string[] =>
  attributeOf(element, 'class')
    .split(/\s+/)
    .filter((name) => name !== '');

function declarations(text: string, into: Map<string, string>, isWanted?: ReadonlySet<string>): void {
  for (const declaration of text.split(';')) {
    const colon = declaration.indexOf(':');
    if (colon === -1) continue;
    const name = declaration.slice(0, colon).trim().toLowerCase();
    if (isWanted && !isWanted.has(name)) continue;
    const value = declaration
      .slice(colon + 1)
      .replace('!important', '')
      .trim()
      .toLowerCase();
    if (value !== '') into.set(name, value);
  }
}

/** The rules of style sheets that name one class, with or without an element: what Word, Excel, Pages and mail programs write. */
export class Classes {
  readonly #rules = new Map<string, Map<string, string>>();
  #units = 0;

  /** Takes what a `style` element has. Each sheet is read once, from its beginning to its end. */
  add(sheet: string): void {
    this.#units += sheet.length;
    if (this.#units > SHEET_UNITS) return;
    let at = 0;
    for (;;) {
      const open = sheet.indexOf('{', at);
      const close = sheet.indexOf('}', open);
      if (open === -1 || close === -1) return;
      this.#rule(sheet.slice(at, open), sheet.slice(open + 1, close));
      at = close + 1;
    }
  }

  #rule(selectors: string, body: string): void {
    const names = selectors
      .replace(/\/\*[^*]*\*\/|<!--/g, '')
      .split(',')
      .map((selector) => selector.trim().toLowerCase())
      .filter((selector) => /^[a-z0-9]*\.[\w-]+$/.test(selector));
    for (const name of names) {
      const rule = this.#rules.get(name) ?? new Map<string, string>();
      declarations(body, rule, OF_CLASSES);
      if (rule.size > 0) this.#rules.set(name, rule);
    }
  }

  /** The style of an element: that of its classes, and its own. */
  styleOf(element: Element): Style {
    const own = attributeOf(element, 'style').slice(0, STYLE_UNITS);
    const classes = this.#rules.size === 0 ? [] : classesOf(element);
    if (own === '' && classes.length === 0) return NONE;
    const style = new Map<string, string>();
    for (const name of classes.map((one) => one.toLowerCase())) {
      for (const selector of [`.${name}`, `${element.tagName}.${name}`]) {
        for (const [property, value] of this.#rules.get(selector) ?? NONE) style.set(property, value);
      }
    }
    declarations(own, style);
    return style;
  }
}

const NO_SIZE = /^0(?:\.0*)?[a-z%]*$/;

const HIDING_CLASSES: ReadonlySet<string> = new Set([
  'sr-only',
  'visually-hidden',
  'visuallyhidden',
  'screen-reader-text',
  'katex-mathml',
]);

/** Whether a person sees nothing of an element. */
export const isHidden = (element: Element, style: Style): boolean =>
  element.attrs.some(({ name }) => name === 'hidden') ||
  style.get('display') === 'none' ||
  style.get('mso-hide') === 'all' ||
  /^(?:hidden|collapse)$/.test(style.get('visibility') ?? '') ||
  NO_SIZE.test(style.get('font-size') ?? '1') ||
  NO_SIZE.test(style.get('opacity') ?? '1') ||
  (NO_SIZE.test(style.get('max-height') ?? '1') && style.get('overflow') === 'hidden') ||
  classesOf(element).some((name) => HIDING_CLASSES.has(name));
