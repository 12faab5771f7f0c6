/** Results of exchanges as text for people. */
import { relative } from 'node:path';
import type { FileRefusal } from '../../contract/refusals.ts';
import { conflictsIn } from '../../merge/line-merge.ts';
import { sentenceOf } from '../sentence.ts';
import { type Style, type Terminal, visible, visibleLines } from '../terminal.ts';
import type { FolderProblem } from '../workspace/theme-folder.ts';
import type { Conflict } from './compare.ts';
import { diffText } from './diff-text.ts';
import { MARKERS, markedLines } from './markers.ts';

/** `3 fichiers récupérés`, or nothing for none. */
export function counted(count: number, one: string, several: string): string[] {
  return count === 0 ? [] : [`${count} ${count === 1 ? one : several}`];
}

/** A longer list is cut to so many names; `--json` names all. */
const NAMED_AT_MOST = 20;

/** Prints paths with a sign before each. */
export function printPaths(terminal: Terminal, sign: string, paths: readonly string[]): void {
  const isLong = paths.length > NAMED_AT_MOST;
  const named = isLong ? paths.slice(0, NAMED_AT_MOST - 1) : paths;
  for (const path of named) terminal.say(`  ${sign} ${path}`);
  if (isLong) terminal.say(`  ${sign} et ${paths.length - named.length} autres`);
}

/**
 * What a person does about conflicts.
 * @param theme how the command line names the theme, where it is another one than the folder's
 */
export const settling = (theme?: string): string =>
  `« vitrine resoudre${theme === undefined ? '' : ` --theme ${theme}`} » montre comment régler chaque fichier : garder le vôtre, prendre celui du service, ou choisir passage par passage. Rien ne se perd : ce qui cède va dans .vitrine/corbeille.`;

/** @param linesAtMost of each conflict; all of them without it */
export function printConflicts(terminal: Terminal, conflicts: readonly Conflict[], linesAtMost = Infinity): void {
  for (const conflict of conflicts) {
    const lines = conflictLines(conflict, (style, text) => terminal.paint(style, text));
    terminal.show(lines.slice(0, linesAtMost).join('\n'));
    if (lines.length > linesAtMost) terminal.say('… (« vitrine resoudre » montre tout)');
  }
}

/** The three sides of a conflict: each place that both have changed as it is here, was at the last exchange, and is on the service. */
function conflictLines({ file, base, local, remote, regions, markedAt }: Conflict, paint: Terminal['paint']): string[] {
  const { path } = file;
  const title = (place: string, what: string) => paint('yellow', `${path}${place} : ${what}`);
  if (markedAt !== null) {
    const places = conflictsIn(regions ?? []).flatMap((place) => placeLines(place, paint));
    return [title(`:${markedAt}`, 'il y reste des marqueurs de conflit'), ...places];
  }
  if (local === null || remote === null) {
    const [what, sides] =
      local === null
        ? (['supprimé ici, changé sur le service', ['dernier échange', 'service']] as const)
        : (['changé ici, supprimé sur le service', ['dernier échange', 'ici']] as const);
    return [title('', what), ...diffText({ path, before: base, after: local ?? remote, sides }, paint).split('\n')];
  }
  const isLost = file.base !== null && base === null;
  const what = `${file.base === null ? 'ajouté ici et sur le service, différemment' : 'changé ici et sur le service'}${isLost ? ' (ce qu’il était n’est plus gardé ici)' : ''}`;
  return conflictsIn(regions ?? []).flatMap((place) => [title(`:${place.line}`, what), ...placeLines(place, paint)]);
}

/** One place that both sides have changed, between its marks. */
function placeLines(region: Parameters<typeof markedLines>[0], paint: Terminal['paint']): string[] {
  let colour: Style = 'bold';
  return markedLines(region).map((text) => {
    const marker = COLOURS.get(text);
    if (marker) colour = marker;
    return paint(marker ? 'bold' : colour, visibleLines(text));
  });
}

const COLOURS: ReadonlyMap<string, Style> = new Map([
  [MARKERS.mine, 'green'],
  [MARKERS.base, 'dim'],
  [MARKERS.theirs, 'red'],
  [MARKERS.end, 'bold'],
]);

/** Says of each file that is none of the theme why it stays here. */
export function printIgnored(terminal: Terminal, ignored: readonly FolderProblem[]): void {
  for (const { chemin, message } of ignored) terminal.say(`${visible(chemin)} : pas envoyé. ${visible(message)}`);
}

/** The refusals of a lot as editors link them: `file:line:column: sentence`, with the file as seen from `workingFolder`. */
export function refusalLines(files: readonly FileRefusal[], root: string, workingFolder: string): string[] {
  const folder = relative(workingFolder, root);
  return files.map(({ chemin, ligne, colonne, message }) => {
    const place = [folder === '' ? chemin : `${folder}/${chemin}`, ligne, ligne && colonne].filter(Boolean).join(':');
    return `${place}: ${sentenceOf(message)}`;
  });
}
