import { isRecord } from '../json.ts';
import { MAIL_FORM, MAIL_LENGTH } from '../mail-rule.ts';
import { lineOf } from './lines.ts';

/** How a house is reached. Pure: browsers load this too. */

export interface PostalAddress {
  readonly rue: string;
  readonly complement: string;
  readonly code_postal: string;
  readonly ville: string;
  readonly pays: string;
}

/** The parts of an address, in the order in which forms ask for them. */
export const POSTAL_PARTS = [
  'rue',
  'complement',
  'code_postal',
  'ville',
  'pays',
] as const satisfies readonly (keyof PostalAddress)[];

/** What each part is called. */
export const POSTAL_LABELS: Readonly<Record<keyof PostalAddress, string>> = {
  rue: 'Numéro et rue',
  complement: 'Complément d’adresse',
  code_postal: 'Code postal',
  ville: 'Ville',
  pays: 'Pays',
};

/** Longest part of an address, UTF-16 code units. */
export const POSTAL_UNITS = 120;
const TELEPHONE_UNITS = 40;

const TELEPHONE = /^\+?[\d ()./-]+$/;

/** What is wrong with a telephone number; null for one that can be shown and dialled, and for none. */
export function telephoneProblem(typed: string): string | null {
  const line = lineOf(typed, TELEPHONE_UNITS);
  if (typed.trim() === '') return null;
  const digits = line.replace(/\D/g, '').length;
  const isNumber = TELEPHONE.test(line) && digits >= 3 && digits <= 15;
  return isNumber ? null : 'Un numéro de téléphone a des chiffres, des espaces et peut-être un « + » devant.';
}

/** What is wrong with a mail address that visitors see; null for one that is well formed, and for none. */
export function publicMailProblem(typed: string): string | null {
  const line = typed.trim();
  if (line === '' || (line.length <= MAIL_LENGTH && MAIL_FORM.test(line))) return null;
  return 'Une adresse de courriel s’écrit comme « bonjour@exemple.fr ».';
}

/** A stored telephone number, as its owner wrote it; empty where it is none. */
export const readTelephone = (stored: unknown): string => {
  const line = lineOf(stored, TELEPHONE_UNITS);
  return telephoneProblem(line) === null ? line : '';
};

/** A stored mail address; empty where it is none. */
export const readPublicMail = (stored: unknown): string => {
  const line = lineOf(stored, MAIL_LENGTH);
  return publicMailProblem(line) === null ? line : '';
};

/** A stored address; null where neither a street nor a place is said. */
export function readPostalAddress(stored: unknown): PostalAddress | null {
  if (!isRecord(stored)) return null;
  const [rue = '', complement = '', code_postal = '', ville = '', pays = ''] = POSTAL_PARTS.map((part) =>
    lineOf(Object.hasOwn(stored, part) ? stored[part] : '', POSTAL_UNITS),
  );
  return rue || ville ? { rue, complement, code_postal, ville, pays } : null;
}

/** The lines of an address, as on an envelope. */
export const postalLines = ({ rue, complement, code_postal, ville, pays }: PostalAddress): string[] =>
  [rue, complement, [code_postal, ville].filter(Boolean).join(' '), pays].filter(Boolean);
