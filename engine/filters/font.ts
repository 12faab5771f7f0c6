import { lazy } from '../runtime/lazy.ts';
import { text } from '../runtime/text.ts';
import { type Filters, textFilter } from './filter.ts';

interface FontFamily {
  readonly name: string;
  readonly fallback: string;
  readonly weights: readonly number[];
}

const SANS = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';
const SERIF = 'Georgia, Cambria, "Times New Roman", serif';

const sans = (name: string, weights = [400, 700]): FontFamily => ({ name, fallback: SANS, weights });
const serif = (name: string, weights = [400, 700]): FontFamily => ({ name, fallback: SERIF, weights });

/** The families that sites may use, by the id that a `font_picker` holds (rule 11); their files stand under `/polices/`. */
export const fontFamilies = lazy<Readonly<Record<string, FontFamily>>>(() => ({
  'bebas-neue': sans('Bebas Neue', [400]),
  'cormorant-garamond': serif('Cormorant Garamond'),
  'dm-sans': sans('DM Sans'),
  'eb-garamond': serif('EB Garamond'),
  fraunces: serif('Fraunces'),
  inter: sans('Inter'),
  karla: sans('Karla'),
  'libre-baskerville': serif('Libre Baskerville'),
  lora: serif('Lora'),
  manrope: sans('Manrope'),
  merriweather: serif('Merriweather'),
  montserrat: sans('Montserrat'),
  nunito: sans('Nunito'),
  outfit: sans('Outfit'),
  'playfair-display': serif('Playfair Display'),
  poppins: sans('Poppins'),
  raleway: sans('Raleway'),
  'space-grotesk': sans('Space Grotesk'),
  'work-sans': sans('Work Sans'),
}));

/** The fonts that a visitor's device has already: nothing is sent. */
const SYSTEM = 'systeme';

interface PickedFont {
  readonly name: string;
  /** What stands in for it. */
  readonly fallback: string;
}

/** The font of an id that a `font_picker` may hold: one of the families, or those of the visitor's device. */
export const fontOf = (id: string): PickedFont | undefined =>
  id === SYSTEM ? { name: 'system-ui', fallback: SANS } : familyOf(id);

const familyOf = (id: unknown): FontFamily | undefined => {
  const key = text(id);
  return Object.hasOwn(fontFamilies(), key) ? fontFamilies()[key] : undefined;
};

/** `font_face`: the rules that load a family, one a weight. */
function fontFace(id: unknown): string {
  const family = familyOf(id);
  if (!family) return '';
  return family.weights
    .map(
      (weight) =>
        `@font-face{font-family:"${family.name}";font-style:normal;font-weight:${weight};font-display:swap;` +
        `src:url("/polices/${text(id)}-${weight}.woff2") format("woff2")}`,
    )
    .join('');
}

/** `font_famille`: the family, then what stands in for it. */
function fontStack(id: unknown): string {
  if (text(id) === SYSTEM) return SANS;
  const family = familyOf(id);
  return family ? `"${family.name}", ${family.fallback}` : '';
}

export const fontFilters: Filters = { font_face: textFilter(fontFace), font_famille: textFilter(fontStack) };
