import { relative } from 'node:path';
import type { RemoteTheme, ThemeList } from '../remote/answers.ts';
import { Unreachable } from '../remote/refusals.ts';
import { nameOf } from '../remote/theme-names.ts';
import { compare } from '../sync/compare.ts';
import { stopAhead } from '../sync/lines.ts';
import { having, type PlannedFile } from '../sync/plan.ts';
import { type Terminal, visible } from '../terminal.ts';
import type { Context } from './context.ts';
import { bindingOf, type FolderOptions, type Followed, folderNamed, openFollowed } from './target.ts';

/** `vitrine statut`: which theme the folder follows, and what has changed since the last exchange. Changes nothing. */
export async function status(context: Context, options: FolderOptions): Promise<void> {
  const { terminal, signal, workingFolder } = context;
  const followed = await openFollowed(context, options).catch(async (error) => {
    if (error instanceof Unreachable) await sayKnown(context, options);
    throw error;
  });
  const { workspace, state, remote, list } = followed;
  const theme = list.themes.find(({ id }) => id === state.theme.id) ?? null;
  const published = list.themes.find(({ role }) => role === 'publie') ?? null;
  const folder = relative(workingFolder, workspace.root);
  const lines = [
    ['Dossier', folder || '.'],
    ['Site', `« ${visible(list.site.nom)} » (${list.site.slug}), ${remote.access.address}`],
    ['Thème', themeLine(followed, theme)],
    ...(published && published.id !== theme?.id ? [['Publié', nameOf(published)]] : []),
  ];
  const files = theme
    ? (await compare({ workspace, remote, terminal, signal }, bindingOf(remote, list.site, theme), 'same-theme')).files
    : [];
  const here = having(files, 'send', 'remove-there');
  const there = having(files, 'take', 'remove-here');
  const both = having(files, 'conflict');
  const stop = theme && stopAhead(followed);
  terminal.result({
    dossier: workspace.root,
    adresse: remote.access.address,
    site: list.site,
    theme: theme
      ? { ...named(theme), situation: theme.situation ?? null }
      : { ...state.theme, role: null, situation: null },
    arret: stop?.code ?? null,
    publie: published && named(published),
    ici: here.map(({ path, fate }) => ({ chemin: path, etat: fate === 'send' ? 'change' : 'supprime' })),
    service: there.map(({ path, fate }) => ({ chemin: path, etat: fate === 'take' ? 'change' : 'supprime' })),
    des_deux_cotes: both.map(({ path }) => path),
  });
  const changes = [
    ['Ici', here, 'pousser'],
    ['Service', there, 'recuperer'],
    ['Les deux', both, 'resoudre'],
  ] as const;
  for (const [what, some, command] of changes) {
    if (some.length > 0) lines.push([what, stop ? shortened(some) : `${shortened(some)} (« vitrine ${command} »)`]);
  }
  if (theme && here.length + there.length + both.length === 0)
    lines.push(['Fichiers', 'les mêmes ici et sur le service']);
  sayLines(terminal, lines);
  if (!stop) return;
  const [found = '', ...choices] = stop.lines;
  terminal.say(`« vitrine pousser » s’arrêtera : ${found}`);
  for (const choice of choices) terminal.say(choice);
}

function sayLines(terminal: Terminal, lines: readonly (readonly string[])[]): void {
  for (const [what = '', text = ''] of lines) terminal.say(`${what.padEnd(WIDTH)}${text}`);
}

/** What the folder's state tells, where the service is away. */
async function sayKnown(context: Context, options: FolderOptions): Promise<void> {
  const workspace = await folderNamed(context, options);
  const state = await workspace?.readState();
  if (!workspace || !state) return;
  sayLines(context.terminal, [
    ['Dossier', relative(context.workingFolder, workspace.root) || '.'],
    ['Site', `« ${visible(state.site.nom)} » (${visible(state.site.slug)}), ${visible(state.address)}`],
    ['Thème', nameOf(state.theme)],
  ]);
}

/** Columns of the longest word before a line, and a gap. */
const WIDTH = 10;
/** Files that a line names; `vitrine difference` and `--json` name all. */
const NAMED = 3;

const named = ({ id, nom, role }: ThemeList['themes'][number]) => ({ id, nom, role });

const themeLine = ({ state }: Followed, theme: RemoteTheme | null): string =>
  theme === null
    ? `${nameOf(state.theme)} n’existe plus sur le service : « vitrine importer » en refait un de ce dossier`
    : `${nameOf(theme)}, ${SITUATION_WORDS[theme.situation ?? theme.role]}`;

const SITUATION_WORDS = {
  publie: 'publié : les visiteurs le voient',
  travail: 'brouillon de travail',
  remplace: 'brouillon, remplacé : il a été publié avant le thème que les visiteurs voient',
  brouillon: 'brouillon',
} as const;

function shortened(files: readonly PlannedFile[]): string {
  const paths = files.map(({ path, local }) => (local === null ? `${path} (supprimé)` : path));
  const more = paths.length - NAMED;
  const few = paths.slice(0, NAMED).join(', ');
  return more > 0 ? `${few} et ${more} ${more === 1 ? 'autre' : 'autres'}` : few;
}
