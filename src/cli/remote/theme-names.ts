import { shownName } from '../../text/names.ts';
import { CommandRefusal } from '../command-refusal.ts';
import { visible } from '../terminal.ts';
import type { RemoteTheme } from './answers.ts';

/** Characters of a short id: enough to tell the themes of a site apart, and too many to look like a word. */
const SHORT_ID = 8;

export const shortId = (id: string): string => id.slice(0, SHORT_ID);

/** The name of a theme, or a substitute where the name has no visible character. */
export const seen = (name: string): string => visible(shownName(name));

/** The name of a theme in sentences. */
export const nameOf = ({ id, nom }: { readonly id: string; readonly nom: string }): string =>
  `« ${seen(nom)} » (${shortId(id)})`;

/**
 * Finds the theme that a word names: `publie`, an id, its first eight characters or more, or a name.
 * @throws CommandRefusal with the candidates when no theme or several themes match
 */
export function themeNamed(themes: readonly RemoteTheme[], word: string): RemoteTheme {
  const found = candidates(themes, word.trim());
  // A published working draft has the name of the theme that it replaced.
  const standing = found.filter(({ situation }) => situation !== 'remplace');
  const meant = standing.length === 1 ? standing : found;
  const [theme, ...others] = meant;
  if (theme && others.length === 0) return theme;
  const code = theme ? 'theme_ambigu' : 'theme_introuvable';
  const known = theme ? meant : themes;
  const sentence = theme
    ? `« ${visible(word)} » désigne ${meant.length} thèmes : donnez le début de l’identifiant de l’un d’eux, assez long pour lui seul.`
    : `Aucun thème du site ne s’appelle « ${visible(word)} » ni n’a un identifiant qui commence ainsi (${SHORT_ID} caractères au moins). Ceux du site :`;
  throw new CommandRefusal([sentence, ...known.map(lineOf)].join('\n'), {
    code,
    details: { candidats: known.map(({ id, nom, role }) => ({ id, nom, role })) },
  });
}

/** Whether a word means the published theme, whatever its name. */
export const meansPublished = (word: string): boolean => ['publie', 'publié'].includes(word.normalize('NFC'));

function candidates(themes: readonly RemoteTheme[], word: string): readonly RemoteTheme[] {
  if (meansPublished(word)) return themes.filter(({ role }) => role === 'publie');
  const name = comparable(word);
  const start = word.toLowerCase();
  return themes.filter(
    ({ id, nom }) => comparable(nom) === name || (start.length >= SHORT_ID && id.toLowerCase().startsWith(start)),
  );
}

/** The form of a name for comparisons. */
export const comparable = (name: string) => name.normalize('NFC').toLocaleLowerCase('fr');

const lineOf = ({ id, nom, role }: RemoteTheme) => `  ${id}  ${seen(nom)}${role === 'publie' ? ' (publié)' : ''}`;
