import type { RemoteTheme } from '../remote/answers.ts';
import { nameOf, seen, shortId } from '../remote/theme-names.ts';
import { visible } from '../terminal.ts';
import { type Context, openRemote, siteOf } from './context.ts';
import { localTime, showTable } from './table.ts';
import { type FolderOptions, folderNamed } from './target.ts';

const HEADINGS = ['id', 'rôle', 'nom', 'version', 'origine', 'modifié'];

/** Cells that a narrow terminal shortens: the name, and the origin. */
const SHORTENED = [2, 4];

/** `vitrine lister`: the themes of a site, in a folder those of its theme's site. */
export async function list(context: Context, options: FolderOptions): Promise<void> {
  const { terminal } = context;
  const state = (await (await folderNamed(context, options))?.readState()) ?? null;
  const { site, themes } = await (await openRemote(context, siteOf(options, state))).themes();
  terminal.result({ site, themes });
  terminal.say(`Site « ${visible(site.nom)} » (${site.slug})`);
  if (themes.length === 0) {
    terminal.say('Aucun thème. « vitrine init origo » installe un thème du catalogue.');
    return;
  }
  showTable(terminal, [HEADINGS, ...themes.map(cellsOf)], SHORTENED, (row) =>
    themes[row]?.role === 'publie' ? 'green' : undefined,
  );
  const followed = themes.find(({ id }) => id === state?.theme.id);
  if (followed) terminal.say(`Ce dossier suit ${nameOf(followed)}.`);
}

const cellsOf = ({ id, role, situation, nom, version, origine, maj_le: changedAt }: RemoteTheme): string[] => [
  shortId(id),
  ROLE_WORDS[situation ?? role],
  seen(nom),
  visible(version),
  origine ?? '–',
  localTime(changedAt),
];

const ROLE_WORDS = { publie: 'publié', travail: 'travail', remplace: 'remplacé', brouillon: 'brouillon' } as const;
