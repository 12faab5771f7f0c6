import { isKept, type Kept } from '../schema/kept-attributes.ts';
import { beyond } from './beyond.ts';
import type { HtmlElement } from './fragment.ts';

/** The attributes of an element: those that the document has a place for, by name, and those that it keeps as they are (null where there are none). */
export interface ReadAttributes {
  readonly own: Readonly<Record<string, string>>;
  readonly kept: Kept | null;
}

/**
 * @param names attributes that the document has a place for.
 * @throws BEYOND where an attribute is neither of these nor harmless.
 */
export function readAttributes(element: HtmlElement, ...names: readonly string[]): ReadAttributes {
  const own: Record<string, string> = {};
  const kept: Record<string, string> = {};
  for (const { name, value } of element.attrs) {
    if (names.includes(name)) own[name] = value;
    else if (isKept(element.tagName, name, value)) kept[name] = value;
    else beyond();
  }
  return { own, kept: Object.keys(kept).length > 0 ? kept : null };
}

/** The kept attributes of an element that has no others. */
export const keptOf = (element: HtmlElement): Kept | null => readAttributes(element).kept;

/** @throws BEYOND where an element has an attribute. */
export function withoutAttributes(element: HtmlElement): void {
  if (element.attrs.length > 0) beyond();
}
