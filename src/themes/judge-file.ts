import type { Diagnostic } from '../../engine/index.ts';
import type { Renderer } from '../../sandbox/index.ts';
import { ERRORS, type FileRefusal } from '../errors.ts';
import { judgePath, type PathRefusal } from './path-rules.ts';

/** Analyses a stranger's file outside this process. @returns null when its syntax is right */
export type CheckSyntax = (owner: string, path: string, text: string) => Promise<Diagnostic | null>;

/** The analysis of files for an account, which counts what waits for the account too. */
export const checkedFor =
  (renderer: Pick<Renderer, 'check'>, accountId: string): CheckSyntax =>
  (owner, path, text) =>
    renderer.check(owner, path, text, accountId);

/** Files whose syntax is checked at write (docs/decisions/json-of-themes.md). */
const ANALYSED = /\.(liquid|json)$/;

/** A refusal of one file with the sentence of the catalogue. */
export const refusalOf = (
  chemin: string,
  error: PathRefusal | 'chemin_invalide' | 'fichier_trop_gros' | 'fichier_requis',
): FileRefusal => ({
  chemin,
  error,
  message: ERRORS[error].message,
});

/**
 * Judges a file to be written: its path, then its syntax, in the sandbox. Its length is checked with the body's schema.
 * @param siteId whose file it is: files of one site wait for each other
 * @returns null when it may be stored
 */
export async function judgeFile(
  checkSyntax: CheckSyntax,
  siteId: string,
  path: string,
  content: string,
): Promise<FileRefusal | null> {
  const pathRefusal = judgePath(path);
  if (pathRefusal) return refusalOf(path, pathRefusal);
  const diagnostic = ANALYSED.test(path) ? await checkSyntax(siteId, path, content) : null;
  return diagnostic && { chemin: path, error: 'syntaxe', ...diagnostic };
}
