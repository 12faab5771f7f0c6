import { fontFamily } from '../fonts/families.ts';
import type { DeclaredSetting } from './declared.ts';
import { itemsOf, type JsonScalar, type JsonValue, numberOf, valueAt } from './json-tree.ts';

/** Says what a value should be, or null when it fits. */
type Judge = (value: JsonScalar['value'], declaration: JsonValue) => string | null;

const text: Judge = (value) => (typeof value === 'string' ? null : 'un texte');
/** Numbers are put out as they are. */
const printable: Judge = (value) => (typeof value === 'boolean' ? 'un texte' : null);
const truth: Judge = (value) => (typeof value === 'boolean' ? null : 'true ou false');
const number: Judge = (value) => (typeof value === 'number' || value === '' ? null : 'un nombre');

const range: Judge = (value, declaration) => {
  const mistake = number(value, declaration);
  if (mistake !== null || typeof value !== 'number') return mistake;
  const least = numberOf(valueAt(declaration, 'min'));
  const most = numberOf(valueAt(declaration, 'max'));
  if (least !== undefined && value < least) return `d’au moins ${least}`;
  return most !== undefined && value > most ? `d’au plus ${most}` : null;
};

const choice: Judge = (value, declaration) => {
  const options = itemsOf(valueAt(declaration, 'options')).map((option) => valueAt(option, 'value'));
  // Options that cannot be read rule nothing out.
  if (options.length === 0 || options.some((option) => option?.kind !== 'scalar')) return null;
  return options.some((option) => option?.kind === 'scalar' && option.value === value) ? null : 'l’une de ses options';
};

const font: Judge = (value) =>
  typeof value === 'string' && (value === '' || value === 'systeme' || fontFamily(value) !== undefined)
    ? null
    : 'une police du catalogue';

/** The fourteen types of settings (rule 11; decisions, Public pages). */
export const SETTING_TYPES: ReadonlyMap<string, Judge> = new Map([
  ['text', printable],
  ['textarea', printable],
  ['richtext', printable],
  ['number', number],
  ['range', range],
  ['checkbox', truth],
  ['select', choice],
  ['radio', choice],
  ['color', text],
  ['image_picker', text],
  ['url', text],
  ['menu_picker', text],
  ['video_url', text],
  ['font_picker', font],
]);

/** Types whose values are chosen from a list of options. */
export const CHOICES: ReadonlySet<string> = new Set(['select', 'radio']);

/** What a value should be instead, or null when it fits its setting; null itself is no value and fits all. */
export function misfit({ type, declaration }: DeclaredSetting, value: JsonValue): string | null {
  const judge = type === undefined ? undefined : SETTING_TYPES.get(type);
  if (!judge) return null;
  if (value.kind !== 'scalar') return 'une seule valeur';
  return value.value === null ? null : judge(value.value, declaration);
}
