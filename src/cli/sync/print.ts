/** What exchanges have done, told to a person. */
import { relative } from 'node:path';
import type { RefusedFile } from '../remote/refusals.ts';
import type { Terminal } from '../terminal.ts';
import type { Conflict } from './compare.ts';
import { diffText } from './diff-text.ts';

/** `3 fichiers récupérés`, or nothing for none. */
export function counted(count: number, one: string, several: string): string[] {
  return count === 0 ? [] : [`${count} ${count === 1 ? one : several}`];
}

/** Prints paths with a sign before each. */
export function printPaths(terminal: Terminal, sign: string, paths: readonly string[]): void {
  for (const path of paths) terminal.say(`  ${sign} ${path}`);
}

export function printConflicts(terminal: Terminal, conflicts: readonly Conflict[]): void {
  for (const { file, remote, local } of conflicts) {
    terminal.say(diffText(file.path, remote, local, (style, text) => terminal.paint(style, text)));
  }
}

/** The refusals of a lot as editors link them: `file:line:column: sentence`, with the file as seen from `workingFolder`. */
export function refusalLines(files: readonly RefusedFile[], root: string, workingFolder: string): string[] {
  const folder = relative(workingFolder, root);
  return files.map(({ chemin, ligne, colonne, message }) => {
    const place = [folder === '' ? chemin : `${folder}/${chemin}`, ligne, ligne && colonne].filter(Boolean).join(':');
    return `${place}: ${message}`;
  });
}
