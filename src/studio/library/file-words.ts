/** What is said of files of a library. */
import { DOCUMENT, DRAWING } from './pictures.ts';
import type { LibraryFile } from './props.ts';

const NUMBER = new Intl.NumberFormat('fr-FR', { maximumFractionDigits: 1 });

/** « 4,1 Mo ». */
export function sizeWords(bytes: number): string {
  if (bytes < 1_000) return `${bytes} octets`;
  return bytes < 1_000_000
    ? `${NUMBER.format(Math.round(bytes / 1_000))} ko`
    : `${NUMBER.format(bytes / 1_000_000)} Mo`;
}

/** « 4000 × 3000 » ; empty where a file has no size. */
export const pixelWords = ({ largeur, hauteur }: Pick<LibraryFile, 'largeur' | 'hauteur'>): string =>
  largeur > 0 && hauteur > 0 ? `${largeur} × ${hauteur}` : '';

const TYPE_WORDS: Readonly<Record<string, string>> = {
  ...{ 'image/jpeg': 'JPEG', 'image/png': 'PNG', 'image/webp': 'WebP', 'image/avif': 'AVIF', 'image/gif': 'GIF' },
  ...{ [DRAWING]: 'SVG', [DOCUMENT]: 'PDF' },
};

export const typeWords = ({ type }: Pick<LibraryFile, 'type'>): string => TYPE_WORDS[type] ?? type;
