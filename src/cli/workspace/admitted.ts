/** Why a file of a folder is no file of the theme, in sentences that say what the folder takes. */
import { extname } from 'node:path';
import { ERRORS } from '../../errors.ts';
import { EXTENSIONS, isPathLength, judgePath, type PathRefusal, THEME_FOLDERS } from '../../themes/path-rules.ts';

/** Files beside the six folders that were probably meant for one of them: markup, styles, pictures, fonts. */
const MEANT = /\.(?:liquid|css|svg|png|jpe?g|gif|webp|avif|ico|woff2?)$/i;

/** Whether a file directly in a theme's folder is probably a mistake. Authors may keep other files there. */
export const isMisplaced = (name: string): boolean => MEANT.test(name);

/** What the path rules refuse in a path; null for a path that a theme may have. */
export const refusalOfPath = (path: string): PathRefusal | 'chemin_invalide' | null =>
  judgePath(path) ?? (isPathLength(path) ? null : 'chemin_invalide');

/** The refusal of `refusalOfPath` as a sentence. */
export function whyNotTaken(path: string, refusal: PathRefusal | 'chemin_invalide'): string {
  const [folder = '', name = folder] = path.split('/');
  const extension = extname(name);
  switch (refusal) {
    case 'extension':
      return `Le dossier « ${folder} » ne prend que des fichiers ${listed(EXTENSIONS.get(folder) ?? [])}.`;
    case 'nom': {
      const other = nameAlike(name);
      const advice = refusalOfPath(`${folder}/${other}`) === null ? ` « ${other} » convient.` : '';
      return `${ERRORS.nom.message}${advice}`;
    }
    case 'hors_dossier': {
      const takers = THEME_FOLDERS.filter((one) => EXTENSIONS.get(one)?.includes(extension));
      const what = extension === '' ? 'sans extension' : extension;
      const where =
        takers.length > 0
          ? `Un fichier ${what} va dans ${listed(takers, 'ou')}.`
          : `Aucun ne prend de fichiers ${what} : ${[...EXTENSIONS].map(([one, some]) => `${one} ${listed(some)}`).join(', ')}.`;
      return `Un thème n’a de fichiers que directement dans ses six dossiers. ${where}`;
    }
    default:
      return ERRORS[refusal].message;
  }
}

const listed = (words: readonly string[], last: 'et' | 'ou' = 'et'): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;

/** A name that the rules admit and that resembles the given one. */
const nameAlike = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[._-]+/, '');
