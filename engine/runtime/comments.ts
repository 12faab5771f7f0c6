/** Text that cannot end the HTML comment it stands in. */
const harmless = (text: string): string =>
  text
    .replace(/[^\p{L}\p{N} ._/-]/gu, ' ')
    .replace(/-{2,}/g, '-')
    .slice(0, 120);

/** In the place of a section whose type the theme does not have (rule 9). */
export const unknownSection = (type: string): string => `<!-- section inconnue : ${harmless(type)} -->`;

/** In the place of a section that failed; what failed is told to the author, never to the visitor. */
export const failedSection = (type: string): string => `<!-- section en erreur : ${harmless(type)} -->`;

/** In the place of a section that stands too deep in others. */
export const nestedSection = (type: string): string => `<!-- section trop imbriquée : ${harmless(type)} -->`;
