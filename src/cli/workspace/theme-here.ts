import { join, relative } from 'node:path';
import { CommandRefusal } from '../command-refusal.ts';
import { outside } from '../outside.ts';
import { codeOf } from './whole-file.ts';
import { Workspace } from './workspace.ts';

/** Folders by which a theme is recognised: those that other projects do not have. */
const TELLING: ReadonlySet<string> = new Set(['layout', 'sections', 'templates']);

/** Whether a folder looks like that of a theme. */
export const isThemeFolder = async (folder: string): Promise<boolean> =>
  (await outside.readdir(folder).catch(() => [])).some((name) => TELLING.has(name));

/**
 * The theme's folder that a command is about: the named one, or the one around where it was called.
 * @returns as seen from there
 * @throws CommandRefusal when it is no theme
 */
export async function themeFolder(named: string | undefined): Promise<string> {
  const folder = named ?? (relative('.', (await Workspace.around('.'))?.root ?? '.') || '.');
  const names = await outside.readdir(folder).catch((error) => {
    const reason = REASONS[codeOf(error)] ?? `il ne peut pas être lu (${codeOf(error)})`;
    throw new CommandRefusal(`Dossier « ${folder} » : ${reason}.`, { code: 'dossier' });
  });
  if (names.some((name) => TELLING.has(name))) return folder;
  const inner = await followingIn(folder, '.');
  const advice =
    inner.length > 0
      ? `Il y en a un dans ${inner.join(', ')} : donnez ce dossier à la commande.`
      : 'Donnez le dossier d’un thème à la commande ; « vitrine init --aide » dit comment en commencer un.';
  const which = folder === '.' ? 'Ce dossier' : `Le dossier « ${folder} »`;
  throw new CommandRefusal(`${which} n’est pas un thème : il n’a ni layout, ni sections, ni templates. ${advice}`, {
    code: 'sans_theme',
  });
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'il n’existe pas',
  ENOTDIR: 'ce n’est pas un dossier',
  EACCES: 'vous n’avez pas le droit de le lire',
};

/** How many folders are listed: nobody reads more. */
const NAMED_AT_MOST = 3;

/** The folders directly in another that follow a theme, as seen from `from`. */
export async function followingIn(folder: string, from: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const entry of await outside.readdir(folder, { withFileTypes: true }).catch(() => [])) {
    if (found.length === NAMED_AT_MOST) break;
    const path = join(folder, entry.name);
    if (entry.isDirectory() && (await Workspace.isOne(path))) found.push(relative(from, path));
  }
  return found;
}
