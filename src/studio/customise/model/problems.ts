import { isImageAddress, isLink } from './links.ts';
import type { Setting } from './settings.ts';
import { isRecord } from './values.ts';

const DECIMAL = /^-?\d{1,15}(?:\.\d{1,15})?$/;

/** A number as a person writes it, with a comma or a point. @returns null for another text */
export function numberFrom(written: string): number | null {
  const plain = written
    .trim()
    .replace(',', '.')
    .replace(/[\s\u00a0\u202f]/g, '');
  return DECIMAL.test(plain) ? Number(plain) : null;
}

const numeric = (value: unknown): number | null =>
  typeof value === 'number' ? value : typeof value === 'string' ? numberFrom(value) : null;

/** The text that a field shows for a value that its type takes as text. */
export const textValue = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';

/** Address and description of a picture, whichever way they are stored. */
export function imageParts(value: unknown): { readonly src: string; readonly alt: string } {
  if (!isRecord(value)) return { src: textValue(value), alt: '' };
  return { src: textValue(value.src), alt: textValue(value.alt) };
}

const INSTEAD = 'le site montre la valeur du thème à la place.';

/** Why the site does not take a stored value, in a sentence; null for one that it takes. @param fonts ids of the families */
export function problemOf(setting: Setting, value: unknown, fonts: readonly string[]): string | null {
  if (value === undefined || value === null || value === '') return null;
  const { type, min, max, choices } = setting;
  switch (type) {
    case 'number':
      return numeric(value) === null ? `Ce n’est pas un nombre : ${INSTEAD}` : null;
    case 'range': {
      const number = numeric(value);
      if (number === null) return `Ce n’est pas un nombre : ${INSTEAD}`;
      const isOutside = (min !== undefined && number < min) || (max !== undefined && number > max);
      return isOutside ? `${number} est hors des bornes (de ${min ?? '…'} à ${max ?? '…'}) : ${INSTEAD}` : null;
    }
    case 'select':
    case 'radio': {
      const isKnown = choices.length === 0 || choices.some((choice) => String(choice.value) === String(value));
      return isKnown ? null : `« ${textValue(value)} » n’est plus un choix du thème : ${INSTEAD}`;
    }
    case 'url':
    case 'video_url':
      return typeof value === 'string' && isLink(value.trim())
        ? null
        : `Cette adresse n’est pas admise ; elle commence par https://, mailto:, tel: ou /. Pour l’instant, ${INSTEAD}`;
    case 'image_picker':
      return isImageAddress(imageParts(value).src.trim())
        ? null
        : `Cette adresse d’image n’est pas admise : ${INSTEAD}`;
    case 'font_picker':
      return value === 'systeme' || (typeof value === 'string' && fonts.includes(value))
        ? null
        : `Cette police n’existe pas ici : ${INSTEAD}`;
    default:
      return null;
  }
}
