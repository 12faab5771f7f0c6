import { fontOf } from '../fonts/families.ts';
import { isRecord, type Values } from '../json/values.ts';
import { isImageAddress, isLink } from './addresses.ts';
import { isColour } from './colour.ts';

/**
 * What a stored value means.
 * @returns undefined for a value that does not fit; null for an empty one
 */
type Reading = (value: unknown, declaration: Values) => string | number | boolean | null | undefined;

/** One type of setting. */
export interface SettingFacts {
  readonly reads: Reading;
  /** What templates get for what was read: a text, the value itself, or an object (`docs/theme-format.md`). */
  readonly gives: 'text' | 'value' | 'colour' | 'image' | 'menu' | 'video' | 'font';
  /** Its values are chosen from a list of `options`. */
  readonly hasOptions?: true;
  /** What templates get where there is neither a value nor a default. */
  readonly otherwise?: boolean;
}

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
export const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'boolean' || isNumber(value);

const text: Reading = (value) => (typeof value === 'string' || isNumber(value) ? value : undefined);

/** A longer row of digits would not come back as it was written. */
const DECIMAL = /^-?\d{1,15}(?:\.\d{1,15})?$/;

/** The number that a text writes; undefined for another text. */
export const decimalOf = (digits: string): number | undefined => (DECIMAL.test(digits) ? Number(digits) : undefined);

const number: Reading = (value) => {
  if (isNumber(value)) return value;
  if (typeof value !== 'string') return undefined;
  const digits = value.trim();
  return digits === '' ? null : decimalOf(digits);
};

const range: Reading = (value, declaration) => {
  const read = number(value, declaration);
  if (typeof read !== 'number') return read;
  const { min, max } = declaration;
  return (isNumber(min) && read < min) || (isNumber(max) && read > max) ? undefined : read;
};

const truth: Reading = (value) =>
  typeof value === 'boolean' ? value : value === 'true' ? true : value === 'false' ? false : undefined;

/** The `options` of a declaration; an option may be its `value` alone. */
export const optionsOf = ({ options }: Values): readonly Values[] =>
  (Array.isArray(options) ? options : []).map((option) => (isRecord(option) ? option : { value: option }));

/** Options that cannot be read rule nothing out. */
const choice: Reading = (value, declaration) => {
  if (!isScalar(value)) return undefined;
  const values = optionsOf(declaration).map((option) => option.value);
  if (values.length === 0 || !values.every(isScalar)) return value;
  return values.find((option) => option === value) ?? values.find((option) => String(option) === String(value));
};

/** A text without the blanks around it; an empty one fits. */
const textThat =
  (fits: (text: string) => boolean): Reading =>
  (value) => {
    if (typeof value !== 'string') return undefined;
    const trimmed = value.trim();
    return trimmed === '' || fits(trimmed) ? trimmed : undefined;
  };

const picture = textThat(isImageAddress);
const image: Reading = (value, declaration) => picture(isRecord(value) ? value.src : value, declaration);

const TYPES = {
  text: { reads: text, gives: 'text' },
  textarea: { reads: text, gives: 'text' },
  richtext: { reads: text, gives: 'text' },
  number: { reads: number, gives: 'value' },
  range: { reads: range, gives: 'value' },
  checkbox: { reads: truth, gives: 'value', otherwise: false },
  select: { reads: choice, gives: 'value', hasOptions: true },
  radio: { reads: choice, gives: 'value', hasOptions: true },
  color: { reads: textThat(isColour), gives: 'colour' },
  image_picker: { reads: image, gives: 'image' },
  url: { reads: textThat(isLink), gives: 'value' },
  menu_picker: { reads: textThat(() => true), gives: 'menu' },
  video_url: { reads: textThat(isLink), gives: 'video' },
  font_picker: { reads: textThat((id) => fontOf(id) !== undefined), gives: 'font' },
} satisfies Record<string, SettingFacts>;

export type SettingType = keyof typeof TYPES;

/** The types of settings (docs/rules.md, Rule 11). */
export const SETTING_TYPES: ReadonlyMap<string, SettingFacts> = new Map(Object.entries(TYPES));

export const isSettingType = (type: unknown): type is SettingType => SETTING_TYPES.has(type as string);

/** Types of entries of a schema that are words between its settings, for who fills them in: they have no value, whatever stands in them besides. */
export const WORDS = ['header', 'paragraph'] as const;
export const isWords = (type: unknown): type is (typeof WORDS)[number] => WORDS.some((words) => words === type);

/**
 * The settings that a schema's list declares, by id; invalid items count as absent. Of a setting that is declared twice the last
 * declaration counts, and the last default.
 */
export function declaredIn(list: unknown) {
  const declared = new Map<string, { readonly declaration: Values; readonly byDefault: unknown }>();
  for (const declaration of Array.isArray(list) ? list : []) {
    if (!isRecord(declaration) || typeof declaration.id !== 'string' || isWords(declaration.type)) continue;
    const hasDefault = Object.hasOwn(declaration, 'default');
    const byDefault = hasDefault ? declaration.default : declared.get(declaration.id)?.byDefault;
    declared.set(declaration.id, { declaration, byDefault });
  }
  return declared;
}
