/** Text that cannot end the HTML comment that contains it. */
const harmless = (text: string): string =>
  text
    .replace(/[^\p{L}\p{N} ._/-]/gu, ' ')
    .replace(/-{2,}/g, '-')
    .slice(0, 120);

/** Replaces a section whose type the theme does not have (rule 9). */
export const unknownSection = (type: string): string => `<!-- section inconnue : ${harmless(type)} -->`;

/** Replaces a section that failed; the author is told why, visitors never are. */
export const failedSection = (type: string): string => `<!-- section en erreur : ${harmless(type)} -->`;

/** Replaces a section that is nested too deep. */
export const nestedSection = (type: string): string => `<!-- section trop imbriquée : ${harmless(type)} -->`;
