import type { FilterRuns } from '../language/filters.ts';
import { text } from '../runtime/text.ts';
import { isNil } from '../runtime/values.ts';
import { escapeHtml } from './html.ts';

/** Drawings in the place of an image that nobody has chosen yet, by the beginnings of their names; each in a square of 200. */
const DRAWINGS: Readonly<Record<string, string>> = {
  product:
    '<path d="M62 78h76l10 82H52z"/><path d="M80 90V66a20 20 0 0 1 40 0v24" fill="none" stroke="currentColor" stroke-width="6"/>',
  collection: '<path d="M48 48h48v48H48zM104 48h48v48h-48zM48 104h48v48H48zM104 104h48v48h-48z"/>',
  lifestyle: '<circle cx="100" cy="72" r="24"/><path d="M52 156c0-32 20-50 48-50s48 18 48 50z"/>',
  blog: '<path d="M56 44h88v112H56zM70 60v32h60V60zM70 104v8h60v-8zM70 122v8h44v-8z" fill-rule="evenodd"/>',
  hero: '<circle cx="140" cy="66" r="16"/><path d="M24 150l52-72 36 46 22-26 42 52z"/>',
  detailed:
    '<path d="M88 44a44 44 0 1 0 27 79l31 31 10-10-31-31a44 44 0 0 0-37-69zm0 14a30 30 0 1 1 0 60 30 30 0 0 1 0-60z" fill-rule="evenodd"/>',
  image:
    '<path d="M44 56h112v88H44zM54 66v68h92V66z" fill-rule="evenodd"/><circle cx="76" cy="86" r="9"/><path d="M60 128l28-30 18 18 16-14 20 26z"/>',
};

/** `placeholder_svg_tag`: the drawing of a name such as `product-1`; a neutral one for a name that has none. */
function placeholder(name: unknown, className: unknown): string {
  const beginning = text(name).split('-', 1)[0] ?? '';
  const drawing = Object.hasOwn(DRAWINGS, beginning) ? DRAWINGS[beginning] : DRAWINGS.image;
  const ofClass = isNil(className) ? 'placeholder-svg' : text(className);
  return (
    `<svg class="${escapeHtml(ofClass)}" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200" preserveAspectRatio="xMidYMid slice" aria-hidden="true">` +
    `<path d="M0 0h200v200H0z" fill="currentColor" opacity=".08"/><g fill="currentColor" opacity=".35">${drawing}</g></svg>`
  );
}

export const placeholderFilters = { placeholder_svg_tag: placeholder } satisfies Partial<FilterRuns>;
