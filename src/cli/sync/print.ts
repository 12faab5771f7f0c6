/** Results of exchanges as text for people. */
import { relative } from 'node:path';
import type { RefusedFile } from '../remote/refusals.ts';
import { sentenceOf } from '../sentence.ts';
import type { Terminal } from '../terminal.ts';
import type { Conflict } from './compare.ts';
import { diffText } from './diff-text.ts';

/** `3 fichiers récupérés`, or nothing for none. */
export function counted(count: number, one: string, several: string): string[] {
  return count === 0 ? [] : [`${count} ${count === 1 ? one : several}`];
}

/** Of a longer list only so many are named; `--json` names all. */
const NAMED_AT_MOST = 20;

/** Prints paths with a sign before each. */
export function printPaths(terminal: Terminal, sign: string, paths: readonly string[]): void {
  const isLong = paths.length > NAMED_AT_MOST;
  const named = isLong ? paths.slice(0, NAMED_AT_MOST - 1) : paths;
  for (const path of named) terminal.say(`  ${sign} ${path}`);
  if (isLong) terminal.say(`  ${sign} et ${paths.length - named.length} autres`);
}

/** What a person does about conflicts. */
export const SETTLING =
  'Reprenez dans vos fichiers ce que vous gardez du service (les lignes « - »), puis « vitrine pousser --forcer » envoie votre version ; ou « vitrine recuperer --forcer » prend celle du service. Celle qui cède va dans .vitrine/corbeille.';

/** @param linesAtMost of each conflict; all of them without it */
export function printConflicts(terminal: Terminal, conflicts: readonly Conflict[], linesAtMost = Infinity): void {
  for (const { file, remote, local } of conflicts) {
    const lines = diffText(file.path, remote, local, (style, text) => terminal.paint(style, text)).split('\n');
    terminal.show(lines.slice(0, linesAtMost).join('\n'));
    if (lines.length > linesAtMost) terminal.say('… (« vitrine difference » montre tout)');
  }
}

/** The refusals of a lot as editors link them: `file:line:column: sentence`, with the file as seen from `workingFolder`. */
export function refusalLines(files: readonly RefusedFile[], root: string, workingFolder: string): string[] {
  const folder = relative(workingFolder, root);
  return files.map(({ chemin, ligne, colonne, message }) => {
    const place = [folder === '' ? chemin : `${folder}/${chemin}`, ligne, ligne && colonne].filter(Boolean).join(':');
    return `${place}: ${sentenceOf(message)}`;
  });
}
