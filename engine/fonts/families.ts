import { lazy } from '../runtime/lazy.ts';

export interface FontFamily {
  readonly name: string;
  /** Its fallback. */
  readonly fallback: string;
  readonly weights: readonly number[];
  /** Version of the package that its files come from: it is part of their addresses, which are cached for ever. */
  readonly version: string;
}

export const SANS = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';
const SERIF = 'Georgia, Cambria, "Times New Roman", serif';

const sans = (name: string, version: string, weights = [400, 700]): FontFamily => ({
  name,
  fallback: SANS,
  weights,
  version,
});
const serif = (name: string, version: string): FontFamily => ({ ...sans(name, version), fallback: SERIF });

/** The families that sites may use, by the id that a `font_picker` holds (docs/rules.md, Rule 11). */
export const fontFamilies = lazy<Readonly<Record<string, FontFamily>>>(() => ({
  'bebas-neue': sans('Bebas Neue', '5.3.0', [400]),
  'cormorant-garamond': serif('Cormorant Garamond', '5.3.0'),
  'dm-sans': sans('DM Sans', '5.3.0'),
  'eb-garamond': serif('EB Garamond', '5.3.0'),
  fraunces: serif('Fraunces', '5.3.0'),
  inter: sans('Inter', '5.3.0'),
  karla: sans('Karla', '5.3.0'),
  'libre-baskerville': serif('Libre Baskerville', '5.3.0'),
  lora: serif('Lora', '5.3.0'),
  manrope: sans('Manrope', '5.3.0'),
  merriweather: serif('Merriweather', '5.3.0'),
  montserrat: sans('Montserrat', '5.3.0'),
  nunito: sans('Nunito', '5.3.0'),
  outfit: sans('Outfit', '5.3.0'),
  'playfair-display': serif('Playfair Display', '5.3.0'),
  poppins: sans('Poppins', '5.3.0'),
  raleway: sans('Raleway', '5.3.0'),
  'space-grotesk': sans('Space Grotesk', '5.3.0'),
  'work-sans': sans('Work Sans', '5.3.0'),
}));

/** The family of this id; undefined outside the catalog. */
export const fontFamily = (id: string): FontFamily | undefined =>
  Object.hasOwn(fontFamilies(), id) ? fontFamilies()[id] : undefined;

/** The fonts that a visitor's device has already: nothing is sent. */
export const SYSTEM = 'systeme';

/** The font of an id that a `font_picker` may hold: one of the families, or those of the visitor's device. */
export const fontOf = (id: string): Pick<FontFamily, 'name' | 'fallback'> | undefined =>
  id === SYSTEM ? { name: 'system-ui', fallback: SANS } : fontFamily(id);
