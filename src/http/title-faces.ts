import { fontFaces } from '../../engine/fonts/faces.ts';

/** The font of the titles, from this host like the fonts of every site. */
export const TITLE_FACES = fontFaces('fraunces')
  .filter(({ subset }) => subset === 'latin')
  .map(
    ({ weight, address }) =>
      `@font-face { font-family: Fraunces; font-weight: ${weight}; font-display: swap; src: url("${address}") format("woff2"); }`,
  )
  .join('\n');
