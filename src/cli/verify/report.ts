import { isAbsolute, join, relative } from 'node:path';
import { visible } from '../terminal.ts';
import type { FolderDiagnostic } from '../workspace/diagnose-folder.ts';
import { sarifReport } from './sarif.ts';

/** How `verifier` writes what it found. */
export interface VerifyOptions {
  readonly json?: true;
  readonly sarif?: true;
}

export interface Verified {
  /** As it was named. */
  readonly folder: string;
  readonly files: number;
  readonly diagnostics: readonly FolderDiagnostic[];
}

export function reportOf({ folder, files, diagnostics }: Verified, { json, sarif }: VerifyOptions): string {
  if (sarif) return `${JSON.stringify(sarifReport(diagnostics, pathFrom(folder)), null, 2)}\n`;
  const errors = diagnostics.filter(({ gravite }) => gravite === 'erreur').length;
  const warnings = diagnostics.length - errors;
  if (json) {
    const counts = { fichiers: files, erreurs: errors, avertissements: warnings };
    return `${JSON.stringify({ dossier: folder, ...counts, diagnostics })}\n`;
  }
  const found =
    diagnostics.length === 0 ? 'rien à signaler' : `${plural(errors, 'erreur')}, ${plural(warnings, 'avertissement')}`;
  return [...diagnostics.map((one) => lineOf(one, folder)), `${plural(files, 'fichier')} : ${found}.`, ''].join('\n');
}

/** Relative to the working directory if the folder is inside it: code hosts name files so. */
function pathFrom(folder: string): string {
  const path = relative('.', folder);
  return path.startsWith('..') || isAbsolute(path) ? '' : path;
}

/** `file:line:column: sentence`, of which editors and terminals make links. */
export function lineOf(
  { chemin, ligne, colonne = 1, code, gravite, message }: FolderDiagnostic,
  folder: string,
): string {
  const place = ligne === undefined ? '' : `:${ligne}:${colonne}`;
  return visible(`${join(folder, chemin)}${place}: ${gravite} : ${message} [${code}]`);
}

/** In French, one and a half is singular, and so is nothing. */
const plural = (count: number, word: string): string => `${count} ${word}${count > 1 ? 's' : ''}`;
