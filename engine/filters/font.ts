import { type FontFace, fontFaces, SUBSETS } from '../fonts/faces.ts';
import { type FontFamily, fontFamily, SANS, SYSTEM } from '../fonts/families.ts';
import type { FilterRuns } from '../language/filters.ts';
import { budget } from '../runtime/budget.ts';
import { text } from '../runtime/text.ts';

/** The weight of normal text. */
const REGULAR = 400;

/** `font_face`: the rules that load a family, one a file. */
function fontFace(value: unknown): string {
  const id = text(value);
  const family = fontFamily(id);
  if (!family) return '';
  const rules = fontFaces(id)
    .map((face) => faceRule(family, face))
    .join('');
  budget.spend(rules.length);
  return rules;
}

const faceRule = ({ name }: FontFamily, { weight, subset, address }: FontFace): string =>
  `@font-face{font-family:"${name}";font-style:normal;font-weight:${weight};font-display:swap;` +
  `src:url("${address}") format("woff2");unicode-range:${SUBSETS[subset]}}`;

/** `font_famille`: the family, then its fallback. */
function fontStack(value: unknown): string {
  const id = text(value);
  if (id === SYSTEM) return SANS;
  const family = fontFamily(id);
  return family ? `"${family.name}", ${family.fallback}` : '';
}

/** `font_precharge`: has the browser load a family's most used file before it reads the styles that need it. */
function fontPreload(value: unknown): string {
  const main = fontFaces(text(value)).find(({ weight, subset }) => weight === REGULAR && subset === 'latin');
  // Fonts are requested without credentials; a preload hint that does not say so would load the file twice.
  return main ? `<link rel="preload" as="font" type="font/woff2" href="${main.address}" crossorigin>` : '';
}

export const fontFilters = {
  font_face: fontFace,
  font_famille: fontStack,
  font_precharge: fontPreload,
} satisfies Partial<FilterRuns>;
