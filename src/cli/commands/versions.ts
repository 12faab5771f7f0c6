import metadata from '../../../package.json' with { type: 'json' };
import type { Version } from '../../contract/versions.ts';
import { meansWords } from '../../themes/means-words.ts';
import { CommandRefusal } from '../command-refusal.ts';
import { EXIT } from '../exit-codes.ts';
import { nameOf, shortId } from '../remote/theme-names.ts';
import { listVersions, versionFile, versionTree } from '../remote/versions.ts';
import { visible } from '../terminal.ts';
import type { Context } from './context.ts';
import { localTime, showTable } from './table.ts';
import { type FolderOptions, folderOption, type Named, openNamed } from './target.ts';
import { showChanges } from './version-changes.ts';

export interface VersionsOptions extends FolderOptions {
  readonly avant?: string;
  /** True without a number, as for every other command: the version of vitrine is printed. */
  readonly version?: string | true;
  readonly difference?: string;
  readonly fichier?: string;
}

/** `vitrine versions [thème]`: the versions of a theme; the files of one, one of these files, or what differs between two. */
export async function versions(context: Context, word: string | undefined, options: VersionsOptions): Promise<void> {
  const { version, difference, fichier: path } = options;
  if ([options.avant, version, difference].filter((given) => given !== undefined).length > 1) {
    throw new CommandRefusal('--avant, --version et --difference ne vont pas ensemble.', { exit: EXIT.usage });
  }
  const isNamed = version !== undefined && version !== true;
  if (path !== undefined && !isNamed && difference === undefined) {
    throw new CommandRefusal('De quelle version ? « --version <n> » la dit.', { exit: EXIT.usage });
  }
  if (version === true) return printOwn(context);
  if (difference !== undefined) {
    const [from, to] = pairOf(difference);
    return showChanges(context, await openNamed(context, word, options), { from, to, only: path });
  }
  const number = version === undefined ? undefined : versionNumber(version);
  const before = options.avant === undefined ? undefined : versionNumber(options.avant);
  const named = await openNamed(context, word, options);
  if (number === undefined) return list(context, named, before, folderOption(options));
  return path === undefined ? showTree(context, named, number) : showFile(context, named, number, path);
}

function printOwn({ terminal }: Context): void {
  terminal.show(metadata.version);
  terminal.result({ version: metadata.version });
}

/** @throws CommandRefusal when it is no number of a version */
export function versionNumber(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new CommandRefusal(
    `« ${visible(text)} » n’est pas le numéro d’une version : « vitrine versions » les montre.`,
    {
      exit: EXIT.usage,
    },
  );
}

/** `3..7`, or `7` for what that version changed. */
function pairOf(text: string): readonly [number, number] {
  const [from = '', to, ...more] = text.split('..');
  if (more.length === 0 && to !== undefined) return [versionNumber(from), versionNumber(to)];
  const number = versionNumber(text);
  if (number > 1) return [number - 1, number];
  throw new CommandRefusal('Aucune version n’est plus ancienne que la première.', { exit: EXIT.usage });
}

const HEADINGS = ['version', 'quand', 'par qui', 'par quoi', 'fichiers'];

async function list(
  { terminal }: Context,
  { remote, theme }: Named,
  before: number | undefined,
  here: string,
): Promise<void> {
  const answer = await listVersions(remote, theme.id, before);
  terminal.result(answer);
  const { versions: found, copies = [], fait_de: source } = answer;
  if (found.length === 0) terminal.say(`Aucune version plus ancienne de ${nameOf(theme)}.`);
  else {
    terminal.say(`Versions de ${nameOf(theme)}`);
    showTable(terminal, [HEADINGS, ...found.map(cellsOf)], [2, 3, 4]);
  }
  for (const copy of copies) {
    const [of, goesOn] = [versionOf(copy.numero), `« vitrine versions ${shortId(copy.id)}${here} »`];
    terminal.say(`${nameOf(copy)} est fait de ${of}ce thème : ${goesOn} montre la suite.`);
  }
  if (source) {
    const goesOn = `« vitrine versions ${shortId(source.id)}${here} »`;
    terminal.say(`Ce thème est fait de ${versionOf(source.numero)}${nameOf(source)} : ${goesOn} continue.`);
  }
  if (answer.suite !== undefined) terminal.say(`« --avant ${answer.suite} » montre les plus anciennes.`);
}

const versionOf = (number: number | null): string => (number === null ? '' : `la version ${number} de `);

const cellsOf = ({ numero, cree_le, auteur, moyen, chemins }: Version): string[] => [
  String(numero),
  localTime(cree_le),
  auteur ?? '–',
  meansWords(moyen),
  shortened(chemins),
];

/** Files that a line of the list names; `--json` names all. */
const NAMED = 2;

function shortened(paths: readonly string[]): string {
  if (paths.length <= NAMED) return paths.join(', ');
  const left = paths.length - NAMED;
  return `${paths.slice(0, NAMED).join(', ')} et ${left} ${left === 1 ? 'autre' : 'autres'}`;
}

async function showTree({ terminal }: Context, { remote, theme }: Named, version: number): Promise<void> {
  const { fichiers } = await versionTree(remote, theme.id, version);
  terminal.result({ theme: { id: theme.id, nom: theme.nom }, version, fichiers });
  terminal.say(`Version ${version} de ${nameOf(theme)}`);
  const rows = fichiers.map(({ chemin, octets, maj_le }) => [chemin, String(octets), localTime(maj_le)]);
  showTable(terminal, [['fichier', 'octets', 'modifié'], ...rows], []);
}

async function showFile({ terminal }: Context, { remote, theme }: Named, version: number, path: string): Promise<void> {
  const fichier = await versionFile(remote, theme.id, version, path);
  terminal.result({ theme: { id: theme.id, nom: theme.nom }, version, fichier });
  terminal.copy(fichier.contenu);
}
