import type { DeclaredSetting } from '../document/declared.ts';
import { itemsOf, type JsonValue, scalarOf, valueAt } from '../json/json-tree.ts';
import { isSettingType, SETTING_TYPES, type SettingType } from '../language/setting-types.ts';

const TEXT = 'un texte';
const NUMBER = 'un nombre';
const OPTION = 'l’une de ses options';
const LINK = 'une adresse http, https, mailto ou tel, un chemin ou une ancre';

/** What a value of each type should be. */
const EXPECTED: Readonly<Record<SettingType, string>> = {
  ...{ text: TEXT, textarea: TEXT, richtext: TEXT, menu_picker: TEXT, number: NUMBER, range: NUMBER },
  ...{ checkbox: 'true ou false', select: OPTION, radio: OPTION, color: 'une couleur' },
  ...{ image_picker: 'l’adresse d’une image', url: LINK, video_url: LINK, font_picker: 'une police du catalogue' },
};

/**
 * What a value should be instead, or null when it fits its setting; null itself is no value and fits all. Stricter than what pages
 * take, so that the values of a theme are what they say: `"12"` is no number here.
 */
export function misfit({ type, declaration }: DeclaredSetting, given: JsonValue): string | null {
  const facts = SETTING_TYPES.get(type ?? '');
  if (!facts || !isSettingType(type)) return null;
  // An image may be an object with more than its address.
  const written = facts.gives === 'image' && given.kind === 'object' ? valueAt(given, 'src') : given;
  if (written?.kind !== 'scalar') return written ? 'une seule valeur' : 'un objet avec « src »';
  const { value } = written;
  if (value === null) return null;
  const [min, max] = ['min', 'max'].map((key) => scalarOf(valueAt(declaration, key)));
  // Bounds that no value fits are told where they are declared.
  if (typeof min === 'number' && typeof max === 'number' && min > max && typeof value === 'number') return null;
  const options = itemsOf(valueAt(declaration, 'options')).map((one) => scalarOf(valueAt(one, 'value') ?? one) ?? {});
  const read = facts.reads(value, { min, max, options });
  if (read === null ? value === '' : typeof read === typeof value) return null;
  if (typeof value !== 'number' || type !== 'range') return EXPECTED[type];
  return typeof min === 'number' && value < min ? `d’au moins ${min}` : `d’au plus ${max}`;
}
