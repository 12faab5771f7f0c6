/** Where the values of options and arguments come from. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Argument, type Option } from 'commander';
import { CONFLICT_CHOICES } from '../../contract/upgrade.ts';
import { CATALOG_IDS } from '../../themes/catalog-ids.ts';
import { THEME_FOLDERS } from '../../themes/path-rules.ts';
import { type Context, openRemote, siteOf } from '../commands/context.ts';
import { folderNamed } from '../commands/target.ts';
import type { RemoteTheme } from '../remote/answers.ts';
import { comparable, seen, shortId } from '../remote/theme-names.ts';
import { isThemePath } from '../workspace/theme-folder.ts';

/** What the shell does besides (numbers of cobra, as the scripts of shells know them). */
export const DIRECTIVES = { files: 0, nothing: 4, folders: 16 } as const;
export type Otherwise = keyof typeof DIRECTIVES;

export interface Candidate {
  readonly value: string;
  readonly description: string;
}

/** Values of the options that are given already, by `--name`. */
export type Words = ReadonlyMap<string, string>;

interface Asked {
  readonly context: Context;
  readonly given: Words;
}

type Source = (asked: Asked) => Promise<{ readonly candidates: readonly Candidate[]; readonly otherwise: Otherwise }>;

const only =
  (values: readonly string[]): Source =>
  async () => ({ candidates: values.map((value) => ({ value, description: '' })), otherwise: 'nothing' });
const none: Source = async () => ({ candidates: [], otherwise: 'nothing' });
const files: Source = async () => ({ candidates: [], otherwise: 'files' });
const folders: Source = async () => ({ candidates: [], otherwise: 'folders' });

/** By the name of the argument, or of the option. */
const SOURCES: ReadonlyMap<string, Source> = new Map([
  ['theme', (asked) => silently(() => themes(asked))],
  ['catalogue', only(CATALOG_IDS)],
  ['conflits', only(CONFLICT_CHOICES)],
  ['dossier', folders],
  ['source', files],
  ['fichiers', files],
  ['sortie', files],
  ['archive', files],
  ['contenu', files],
  ['fichier', (asked) => silently(() => themePaths(asked))],
  ['sauf', (asked) => silently(() => themePaths(asked))],
] satisfies [string, Source][]);

export function sourceOf(what: Option | Argument): Source {
  if (what.argChoices) return only(what.argChoices);
  const name = what instanceof Argument ? what.name() : (what.long ?? '').replace(/^--/, '');
  return SOURCES.get(name) ?? none;
}

/** Tab completes nothing where something fails, and prints nothing. */
const silently = async (look: () => Promise<readonly Candidate[]>): ReturnType<Source> => ({
  candidates: await look().catch(() => []),
  otherwise: 'nothing',
});

const optionsIn = (given: Words) => {
  const [dossier, site, adresse] = ['--dossier', '--site', '--adresse'].map((name) => given.get(name));
  return { ...(dossier && { dossier }), ...(site && { site }), ...(adresse && { adresse }) };
};

async function themes({ context, given }: Asked): Promise<readonly Candidate[]> {
  const options = optionsIn(given);
  const state = (await (await folderNamed(context, options))?.readState()) ?? null;
  const { themes: listed } = await (await openRemote(context, siteOf(options, state))).themes();
  return themeCandidates(listed);
}

/** A name that every shell reads as one word. */
const PLAIN = /^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u;

/** A word for each theme that means it alone: its name where that is a plain word, else the start of its id. Pure. */
function themeCandidates(listed: readonly RemoteTheme[]): readonly Candidate[] {
  const published = listed.find(({ role }) => role === 'publie');
  const own = listed.map(({ id, nom, role }) => {
    const isAlone = (same: (other: RemoteTheme) => boolean) => listed.filter(same).length === 1;
    const isPlain =
      PLAIN.test(nom) && !/^publi[eé]$/i.test(nom) && isAlone((other) => comparable(other.nom) === comparable(nom));
    const short = isAlone((other) => shortId(other.id) === shortId(id)) ? shortId(id) : id;
    return {
      value: isPlain ? nom : short,
      description: `${isPlain ? '' : `${seen(nom)}, `}${role === 'publie' ? 'publié' : 'brouillon'}`,
    };
  });
  return published ? [{ value: 'publie', description: seen(published.nom) }, ...own] : own;
}

/** The files of the folder's theme, by their paths in it. */
async function themePaths({ context, given }: Asked): Promise<readonly Candidate[]> {
  const workspace = await folderNamed(context, optionsIn(given));
  if (!workspace) return [];
  const listed = await Promise.all(
    THEME_FOLDERS.map(async (folder) => {
      const names = await readdir(join(workspace.root, folder)).catch(() => []);
      return names.map((name) => `${folder}/${name}`);
    }),
  );
  return listed
    .flat()
    .filter(isThemePath)
    .sort()
    .map((value) => ({ value, description: '' }));
}
