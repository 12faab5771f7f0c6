import { lstat } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { CommandRefusal } from '../command-refusal.ts';
import type { Context } from '../commands/context.ts';
import { sentenceOf } from '../sentence.ts';
import { type Terminal, visible } from '../terminal.ts';
import { lineOf } from '../verify/report.ts';
import { type FolderDiagnostic, inOrder } from '../workspace/diagnose-folder.ts';
import { readThemeFile } from '../workspace/theme-file.ts';
import { readThemeFolder } from '../workspace/theme-folder.ts';
import { themeFolder } from '../workspace/theme-here.ts';
import { replaceWhole } from '../workspace/whole-file.ts';
import { formatText, isFormatted, Unformattable } from './format-text.ts';

export interface FormatOptions {
  readonly verifier?: true;
}

/** What becomes of the files of a folder. */
interface Outcome {
  /** Paths of the files that are laid out anew, or would be. */
  readonly changed: string[];
  /** Files that stay as they are. */
  readonly left: FolderDiagnostic[];
}

/**
 * `vitrine formater`: lays out the files of a theme, each written whole and only where it changes.
 * @param named the folder; without it, that in which the command was called
 * @throws CommandRefusal when a file has a mistake or cannot be read, or with `--verifier` would change
 */
export async function formatFolder(
  { terminal, workingFolder, signal }: Context,
  named: string | undefined,
  { verifier }: FormatOptions,
): Promise<void> {
  const folder = await themeFolder(named && resolve(workingFolder, named));
  const { files, unreadable } = await readThemeFolder(folder);
  const outcome: Outcome = {
    changed: [],
    left: unreadable
      .filter(({ chemin }) => isFormatted(chemin) || !chemin.includes('/'))
      .map(({ chemin, code, message }) => ({ chemin, code, gravite: 'erreur', message })),
  };
  let count = 0;
  for (const [path, content] of files) {
    if (!isFormatted(path)) continue;
    signal.throwIfAborted();
    count++;
    const formatted = await laidOut(path, content, outcome);
    if (formatted === null || formatted === content) continue;
    if (verifier || (await replaced(folder, path, content, formatted, outcome))) outcome.changed.push(path);
  }
  told(terminal, relative(workingFolder, folder) || '.', count, outcome, verifier === true);
}

async function laidOut(path: string, content: string, { left }: Outcome): Promise<string | null> {
  try {
    return await formatText(path, content);
  } catch (error) {
    if (!(error instanceof Unformattable)) throw error;
    const { place, isMistake, message } = error;
    const code = isMistake ? 'syntaxe' : 'mise_en_forme';
    const gravite = isMistake ? 'erreur' : 'avertissement';
    left.push({ chemin: path, ...place, code, gravite, message: sentenceOf(message) });
    return null;
  }
}

/** Writes a file, unless it has changed since it was read. @returns whether it was written */
async function replaced(folder: string, path: string, content: string, formatted: string, { left }: Outcome) {
  const now = await readThemeFile(folder, path);
  if (now.kind !== 'content' || now.content !== content) {
    left.push({ chemin: path, code: 'instable', gravite: 'erreur', message: MOVED });
    return false;
  }
  const { mode } = await lstat(join(folder, path));
  await replaceWhole(join(folder, path), formatted, folder, mode & 0o777);
  return true;
}

const MOVED = 'Ce fichier a changé entre-temps : il reste comme il est.';

/** @throws CommandRefusal where the command ends with 1 */
function told(terminal: Terminal, folder: string, count: number, { changed, left }: Outcome, verifier: boolean): void {
  left.sort(inOrder);
  for (const one of left) terminal.say(lineOf(one, folder));
  for (const path of changed) terminal.say(`${verifier ? '≠' : '✓'} ${visible(join(folder, path))}`);
  const result = { dossier: folder, fichiers: count, formates: changed, laisses: left };
  const errors = left.filter(({ gravite }) => gravite === 'erreur').length;
  if (verifier && changed.length > 0) {
    const which = changed.length > 1 ? `${changed.length} fichiers ne sont pas mis` : 'Un fichier n’est pas mis';
    throw new CommandRefusal(`${which} en forme : « vitrine formater » s’en charge.`, {
      code: 'mise_en_forme',
      details: result,
    });
  }
  if (errors > 0) {
    const which =
      errors > 1
        ? `${errors} fichiers n’ont pas pu être mis en forme : corrigez-les`
        : 'Un fichier n’a pas pu être mis en forme : corrigez-le';
    throw new CommandRefusal(`${which}, puis relancez la même commande.`, {
      code: 'syntaxe',
      details: result,
    });
  }
  const files = `${count} fichier${count > 1 ? 's' : ''}`;
  const what = changed.length === 0 ? 'rien à changer' : `${changed.length} mis en forme`;
  terminal.say(`${files} : ${what}.`);
  terminal.result(result);
}
