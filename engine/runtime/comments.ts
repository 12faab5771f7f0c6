/** Text that cannot end the HTML comment that contains it. */
const harmless = (text: string): string =>
  text
    .replace(/[^\p{L}\p{N} ._/-]/gu, ' ')
    .replace(/-{2,}/g, '-')
    .slice(0, 120);

/** Longer names are cut before they are marked, UTF-16 code units: a key may be as long as its file, and stand in its order many times. */
const MARKED_UNITS = 500;

/** A name as a mark tells it: neither `-` nor `>` is left in it, so it cannot end its comment. */
const encoded = (name: string): string =>
  encodeURIComponent(name.slice(0, MARKED_UNITS).toWellFormed()).replaceAll('-', '%2D');

/**
 * A section between the comments that say which it is.
 * @param key its key in its template; the type of a section that a template names itself
 */
export const markedSection = (type: string, key: string, html: string): string =>
  `<!--vitrine:${encoded(type)}:${encoded(key)}-->${html}<!--/vitrine-->`;

/** Replaces a section whose type the theme does not have (docs/rules.md, Rule 9). */
export const unknownSection = (type: string): string => `<!-- section inconnue : ${harmless(type)} -->`;

/** Replaces a section that failed; the author is told why, visitors never are. */
export const failedSection = (type: string): string => `<!-- section en erreur : ${harmless(type)} -->`;

/** Replaces a section that is nested too deep. */
export const nestedSection = (type: string): string => `<!-- section trop imbriquée : ${harmless(type)} -->`;
