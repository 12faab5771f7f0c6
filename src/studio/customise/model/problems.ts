import { decimalOf, SETTING_TYPES, type SettingType } from '../../../../engine/language/setting-types.ts';
import type { Setting } from './settings.ts';
import { isRecord } from './values.ts';

/** A number as a person writes it, with a comma or a point. @returns null for another text */
export function numberFrom(written: string): number | null {
  const plain = written
    .trim()
    .replace(',', '.')
    .replace(/[\s\u00a0\u202f]/g, '');
  return decimalOf(plain) ?? null;
}

/** The text that a field shows for a value that its type takes as text. */
export const textValue = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';

/** Address and description of a picture, whichever way they are stored. */
export function imageParts(value: unknown): { readonly src: string; readonly alt: string } {
  if (!isRecord(value)) return { src: textValue(value), alt: '' };
  return { src: textValue(value.src), alt: textValue(value.alt) };
}

const NO_TEXT = 'Ce n’est pas un texte';
const NO_NUMBER = 'Ce n’est pas un nombre';
const NO_LINK = 'Cette adresse n’est pas admise (elle commence par https://, mailto:, tel: ou /)';
const NO_CHOICE = (value: unknown) => `« ${textValue(value)} » n’est plus un choix du thème`;

/** What is wrong with a value that the site does not take. */
const PROBLEMS: Readonly<Record<SettingType, string | ((value: unknown, setting: Setting) => string)>> = {
  ...{ text: NO_TEXT, textarea: NO_TEXT, richtext: NO_TEXT, number: NO_NUMBER, checkbox: 'Ce n’est ni oui ni non' },
  range: (value, { min, max }) =>
    decimalOf(String(value)) !== undefined
      ? `${value} est hors des bornes (de ${min ?? '…'} à ${max ?? '…'})`
      : NO_NUMBER,
  ...{ select: NO_CHOICE, radio: NO_CHOICE, color: 'Ce n’est pas une couleur', url: NO_LINK, video_url: NO_LINK },
  ...{ image_picker: 'Cette adresse d’image n’est pas admise', menu_picker: 'Ce n’est pas le nom d’un menu' },
  font_picker: 'Cette police n’existe pas ici',
};

/** Why the site does not take a stored value, in a sentence; null for one that it takes. */
export function problemOf(setting: Setting, value: unknown): string | null {
  const { type, declaration } = setting;
  const isAbsent = value === undefined || value === null || value === '';
  if (isAbsent || type === 'inconnu' || SETTING_TYPES.get(type)?.reads(value, declaration) !== undefined) return null;
  const problem = PROBLEMS[type];
  return `${typeof problem === 'string' ? problem : problem(value, setting)} : le site montre la valeur du thème à la place.`;
}
