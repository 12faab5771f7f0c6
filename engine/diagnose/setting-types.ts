import { fontOf } from '../filters/font.ts';
import { isColour } from '../theme/colour.ts';
import { isImageAddress, isLink } from '../theme/link.ts';
import type { DeclaredSetting } from './declared.ts';
import { itemsOf, type JsonScalar, type JsonValue, numberOf, valueAt } from './json-tree.ts';

/** Says what a value should be, or null when it fits. */
type Judge = (value: JsonScalar['value'], declaration: JsonValue) => string | null;

const text: Judge = (value) => (typeof value === 'string' ? null : 'un texte');
/** Numbers are put out as they are. */
const printable: Judge = (value) => (typeof value === 'string' || Number.isFinite(value) ? null : 'un texte');
const truth: Judge = (value) => (typeof value === 'boolean' ? null : 'true ou false');
const number: Judge = (value) => (Number.isFinite(value) || value === '' ? null : 'un nombre');

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

/** An empty text is no value. */
const textThat =
  (fits: (text: string) => boolean, expected: string): Judge =>
  (value) =>
    typeof value === 'string' && (value.trim() === '' || fits(value.trim())) ? null : expected;

const image = textThat(isImageAddress, 'l’adresse d’une image');
const link = textThat(isLink, 'une adresse http, https, mailto ou tel, un chemin ou une ancre');

/** What fits the types of the engine: stricter than what it can read, so that the values of a theme are what they say. */
const JUDGES: ReadonlyMap<string, Judge> = new Map([
  ['text', printable],
  ['textarea', printable],
  ['richtext', printable],
  ['number', number],
  ['range', range],
  ['checkbox', truth],
  ['select', choice],
  ['radio', choice],
  ['color', textThat(isColour, 'une couleur')],
  ['image_picker', image],
  ['url', link],
  ['menu_picker', text],
  ['video_url', link],
  ['font_picker', textThat((id) => fontOf(id) !== undefined, 'une police du catalogue')],
]);

/** Types whose values are chosen from a list of options. */
export const CHOICES: ReadonlySet<string> = new Set(['select', 'radio']);

/** What a value should be instead, or null when it fits its setting; null itself is no value and fits all. */
export function misfit({ type, declaration }: DeclaredSetting, given: JsonValue): string | null {
  const judge = type === undefined ? undefined : JUDGES.get(type);
  if (!judge) return null;
  // An image may be an object with more than its address.
  const value = type === 'image_picker' && given.kind === 'object' ? valueAt(given, 'src') : given;
  if (value?.kind !== 'scalar') return value ? 'une seule valeur' : 'un objet avec « src »';
  return value.value === null ? null : judge(value.value, declaration);
}
