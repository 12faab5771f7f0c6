/** Which files a library takes, looked at before they are sent; the platform looks at their bytes. */
import { MEDIA_LIMITS } from '../../media/limits.ts';
import { isSeen } from '../../text/names.ts';
import { sizeWords } from './file-words.ts';

/** Types by the ends of names that they have. */
const TYPES: readonly (readonly [type: string, ends: RegExp])[] = [
  ['image/jpeg', /\.jpe?g$/i],
  ['image/png', /\.png$/i],
  ['image/webp', /\.webp$/i],
  ['image/avif', /\.avif$/i],
  ['image/gif', /\.gif$/i],
  ['image/svg+xml', /\.svg$/i],
  ['application/pdf', /\.pdf$/i],
];

/** `accept` of a choice of files. Without HEIC, so that telephones convert their photographs. */
export const ADMITTED = TYPES.map(([type]) => type).join(',');

/** `accept` of a choice of a picture. */
export const ADMITTED_PICTURES = TYPES.map(([type]) => type)
  .filter((type) => type.startsWith('image/'))
  .join(',');

/** What is known of a file that a person has chosen. */
export type ChosenFile = Pick<File, 'name' | 'type' | 'size'>;

/** The type that a file is sent with; undefined where a library takes none like it. */
export function admittedType({ name, type }: ChosenFile): string | undefined {
  const given = type.toLowerCase();
  return TYPES.find(([one, ends]) => one === given || (given === '' && ends.test(name)))?.[0];
}

/** The name that a file gets in the library: one line without a path. */
export function sentName(name: string): string {
  const line = name
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a name has not
    .replace(/[/\\\u0000-\u001f\u007f-\u009f]+/g, ' ')
    .slice(-MEDIA_LIMITS.name)
    .toWellFormed()
    .trim();
  return isSeen(line) && !/^\.+$/.test(line) ? line : 'Sans nom';
}

const HEIC =
  'Cette photo est au format HEIC, que les navigateurs des visiteurs ne montrent pas. Enregistrez-la en JPEG, puis importez-la ; sur un iPhone : Réglages, Appareil photo, Formats, « Le plus compatible ».';
const OTHER_TYPE =
  'Ce type de fichier n’entre pas dans la bibliothèque : elle prend les images JPEG, PNG, WebP, AVIF, GIF et SVG, et les PDF.';

const isHeic = ({ name, type }: ChosenFile): boolean => /^image\/hei[cf]/i.test(type) || /\.hei[cf]$/i.test(name);

/** Why a file is not sent, in a sentence; null for one that is. */
export function whyNotSent(file: ChosenFile): string | null {
  if (isHeic(file)) return HEIC;
  if (admittedType(file) === undefined) return OTHER_TYPE;
  if (file.size === 0) return 'Ce fichier est vide.';
  if (file.size <= MEDIA_LIMITS.bytes) return null;
  return `Ce fichier pèse ${sizeWords(file.size)} : la bibliothèque prend des fichiers de ${sizeWords(MEDIA_LIMITS.bytes)} au plus.`;
}
