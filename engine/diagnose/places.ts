import type { Markup } from '../syntax/token.ts';

/** Expressions do not record their place, so it is searched in the markup around them. */

/** Where a quoted text stands; the markup where it is written in another way. */
export function placeOfText({ text, offset }: Markup, value: string): number {
  const places = [`"${value}"`, `'${value}'`].map((quoted) => text.indexOf(quoted)).filter((at) => at !== -1);
  return places.length > 0 ? offset + Math.min(...places) : placeOfMarkup({ text, offset });
}

export function placeOfFilter(markup: Markup, name: string): number {
  const match = new RegExp(`\\|\\s*${escaped(name)}(?![\\w-])`).exec(withoutTexts(markup.text));
  return match ? markup.offset + match.index + match[0].length - name.length : placeOfMarkup(markup);
}

/** @param path names between points, as in `section.settings.titre` */
export function placeOfPath(markup: Markup, path: readonly string[]): number {
  const text = withoutTexts(markup.text);
  const whole = `(?<![\\w.-])${path.map(escaped).join('\\s*\\.\\s*')}(?![\\w-])`;
  const root = `(?<![\\w.-])${escaped(path[0] ?? '')}(?![\\w-])`;
  for (const pattern of [whole, root]) {
    const at = text.search(new RegExp(pattern));
    if (at !== -1) return markup.offset + at;
  }
  return placeOfMarkup(markup);
}

const placeOfMarkup = ({ text, offset }: Markup): number => offset + (text.length - text.trimStart().length);

/** Quoted texts become blanks of the same length. */
const withoutTexts = (text: string): string => text.replace(/"[^"]*"|'[^']*'/g, (quoted) => ' '.repeat(quoted.length));

const escaped = (name: string): string => name.replace(/[^\w]/g, '\\$&');
