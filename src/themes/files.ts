import type { Diagnostic } from '../../engine/index.ts';
import { Refusal } from '../errors.ts';
import type { Pool } from '../storage/pool.ts';
import { countFiles, deleteFile, findFile, upsertFile } from '../storage/theme-files.ts';
import { lockTheme, touchTheme } from '../storage/themes.ts';
import { inTransaction } from '../storage/transaction.ts';
import { judgePath, REQUIRED_FILES } from './path-rules.ts';
import { FILES_PER_THEME } from './validate.ts';

/** Analyses a stranger's file outside this process. @returns null when its syntax is right */
export type CheckSyntax = (owner: string, chemin: string, contenu: string) => Promise<Diagnostic | null>;

/** Files whose syntax is checked at write (specification, Theme file). */
const ANALYSED = /\.(liquid|json)$/;

/** A file as somebody wants it stored. */
export interface FileToWrite {
  readonly path: string;
  readonly content: string;
  /** Write only where nothing else stands: the same content again is no change, other content is refused. */
  readonly ifAbsent: boolean;
}

/**
 * Writes one file: its path is judged, its syntax checked in the sandbox, then it is stored under the theme row's lock,
 * which also keeps the ceiling of files under parallel writes.
 * @returns `unchanged` when `ifAbsent` met the same content
 * @throws Refusal `traversee`, `hors_dossier`, `nom`, `extension`, `syntaxe`, `introuvable`, `fichier_existe`, `trop_de_fichiers`
 */
export async function writeFile(
  db: Pool,
  checkSyntax: CheckSyntax,
  siteId: string,
  themeId: string,
  { path, content, ifAbsent }: FileToWrite,
): Promise<'written' | 'unchanged'> {
  const pathRefusal = judgePath(path);
  if (pathRefusal) throw new Refusal(pathRefusal);
  const diagnostic = ANALYSED.test(path) ? await checkSyntax(siteId, path, content) : null;
  if (diagnostic) throw new Refusal('syntaxe', diagnostic);

  return inTransaction(db, async (client) => {
    if (!(await lockTheme(client, siteId, themeId))) throw new Refusal('introuvable');
    const present = await findFile(client, siteId, themeId, path);
    if (present && ifAbsent) {
      if (present.contenu !== content) throw new Refusal('fichier_existe');
      return 'unchanged';
    }
    if (!present && (await countFiles(client, siteId, themeId)) >= FILES_PER_THEME)
      throw new Refusal('trop_de_fichiers');
    const updatedAt = await touchTheme(client, siteId, themeId);
    await upsertFile(client, { siteId, themeId, path, content, updatedAt });
    return 'written';
  });
}

/**
 * Removes one file; a file that is not there is removed already.
 * @throws Refusal `fichier_requis`, `introuvable`
 */
export async function removeFile(db: Pool, siteId: string, themeId: string, path: string): Promise<void> {
  if (REQUIRED_FILES.includes(path)) throw new Refusal('fichier_requis');
  await inTransaction(db, async (client) => {
    if (!(await lockTheme(client, siteId, themeId))) throw new Refusal('introuvable');
    if (await deleteFile(client, siteId, themeId, path)) await touchTheme(client, siteId, themeId);
  });
}
