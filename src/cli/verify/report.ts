import { isAbsolute, join, relative } from 'node:path';
import { visible } from '../terminal.ts';
import type { FolderDiagnostic } from '../workspace/diagnose-folder.ts';
import type { ThemeFolder } from '../workspace/theme-folder.ts';
import { sarifReport } from './sarif.ts';

/** What `verifier` does besides, and how it writes what it found. */
export interface VerifyOptions {
  readonly corriger?: true;
  readonly essai?: true;
  readonly json?: true;
  readonly sarif?: true;
}

export interface Verified {
  /** As it was named. */
  readonly folder: string;
  readonly files: ThemeFolder['files'];
  readonly diagnostics: readonly FolderDiagnostic[];
  /** Left out where nothing was to be corrected. */
  readonly corrections?: Corrections;
}

export interface Corrections {
  /** The diagnostics that were mended, at their places when they were found. */
  readonly done: readonly FolderDiagnostic[];
  /** Paths of the files that have changed. */
  readonly changed: readonly string[];
  /** Paths of the files that somebody else has changed meanwhile. */
  readonly left: readonly string[];
  /** Whether nothing was written. */
  readonly isTrial: boolean;
}

export function reportOf(
  { folder, files, diagnostics, corrections }: Verified,
  { json, sarif }: Pick<VerifyOptions, 'json' | 'sarif'>,
): string {
  const told = corrections && {
    corrections: corrections.done,
    corriges: corrections.changed,
    essai: corrections.isTrial,
  };
  if (sarif) {
    return `${JSON.stringify(sarifReport({ files, diagnostics, ...(told && { properties: told }) }, pathFrom(folder)), null, 2)}\n`;
  }
  const errors = diagnostics.filter(({ gravite }) => gravite === 'erreur').length;
  const warnings = diagnostics.length - errors;
  if (json) {
    const counts = { fichiers: files.size, erreurs: errors, avertissements: warnings };
    return `${JSON.stringify({ dossier: folder, ...counts, ...told, diagnostics })}\n`;
  }
  const found =
    diagnostics.length === 0 ? 'rien à signaler' : `${plural(errors, 'erreur')}, ${plural(warnings, 'avertissement')}`;
  return [
    ...(corrections ? correctionLines(corrections, folder) : []),
    ...diagnostics.map((one) => lineOf(one, folder)),
    `${plural(files.size, 'fichier')} : ${found}.`,
    '',
  ].join('\n');
}

function correctionLines({ done, changed, left, isTrial }: Corrections, folder: string): string[] {
  const what = isTrial ? 'à corriger' : 'corrigé';
  const count = `${plural(done.length, 'correction')} dans ${plural(changed.length, 'fichier')}`;
  return [
    ...done.map((one) => lineOf({ ...one, gravite: what }, folder)),
    ...left.map((path) =>
      visible(`${join(folder, path)}: ce fichier a changé pendant la correction : il est laissé tel quel.`),
    ),
    done.length === 0 ? 'Rien ne se corrige tout seul.' : `${count}${isTrial ? ' ; rien n’est écrit' : ''}.`,
  ];
}

/** Relative to the working directory if the folder is inside it: code hosts name files so. */
function pathFrom(folder: string): string {
  const path = relative('.', folder);
  return path.startsWith('..') || isAbsolute(path) ? '' : path;
}

/** `file:line:column: sentence`, of which editors and terminals make links. */
export function lineOf(
  {
    chemin,
    ligne,
    colonne = 1,
    code,
    gravite,
    message,
  }: Pick<FolderDiagnostic, 'chemin' | 'ligne' | 'colonne' | 'code' | 'message'> & { readonly gravite: string },
  folder: string,
): string {
  const place = ligne === undefined ? '' : `:${ligne}:${colonne}`;
  return visible(`${join(folder, chemin)}${place}: ${gravite} : ${message} [${code}]`);
}

/** In French, one and a half is singular, and so is nothing. */
const plural = (count: number, word: string): string => `${count} ${word}${count > 1 ? 's' : ''}`;
