import { REQUIRED_FILES } from '../../engine/language/paths.ts';
import { Refusal } from '../errors.ts';
import type { RolePools } from '../storage/role-pools.ts';
import { countFiles, deleteFiles, fingerprintsOf, upsertFiles } from '../storage/theme-files.ts';
import { beginVersion, lockTheme } from '../storage/themes.ts';
import { inTransaction } from '../storage/transaction.ts';
import { fingerprintOf } from '../text/fingerprint.ts';
import { type CheckSyntax, judgeFile } from './judge-file.ts';
import { FILES_PER_THEME } from './limits.ts';
import type { ThemeWrite } from './theme-write.ts';

/** A request to store a file. */
export interface FileToWrite {
  readonly path: string;
  readonly content: string;
  /** Write only if there is no such file. The same content again counts as done; other content is refused. */
  readonly ifAbsent: boolean;
  /**
   * Write only if the file has this fingerprint; null: only if there is no file; undefined: in any case. It is checked before
   * `ifAbsent`; when both are given both must hold.
   */
  readonly ifFingerprint: string | null | undefined;
}

/**
 * Writes one file: its path is judged, its syntax checked in the sandbox, then it is stored under the theme row's lock,
 * which also keeps the ceiling of files under parallel writes. It leaves a version of the theme.
 * @returns `unchanged` when `ifAbsent` met the same content
 * @throws Refusal `traversee`, `hors_dossier`, `nom`, `extension`, `syntaxe`, `introuvable`, `modifie_entre_temps`,
 *   `fichier_existe`, `trop_de_fichiers`
 */
export async function writeFile(
  db: RolePools,
  checkSyntax: CheckSyntax,
  { siteId, themeId, author }: ThemeWrite,
  { path, content, ifAbsent, ifFingerprint }: FileToWrite,
): Promise<'written' | 'unchanged'> {
  const refusal = await judgeFile(checkSyntax, siteId, path, content);
  if (refusal) {
    const { chemin: _path, error, ...details } = refusal;
    throw new Refusal(error, details);
  }
  return inTransaction(db, async (client) => {
    if (!(await lockTheme(client, siteId, themeId))) throw new Refusal('introuvable');
    const present = (await fingerprintsOf(client, siteId, themeId, [path])).get(path);
    if (ifFingerprint !== undefined && (present ?? null) !== ifFingerprint) throw new Refusal('modifie_entre_temps');
    if (present && ifAbsent) {
      if (present !== fingerprintOf(content)) throw new Refusal('fichier_existe');
      return 'unchanged';
    }
    if (!present && (await countFiles(client, siteId, themeId)) >= FILES_PER_THEME)
      throw new Refusal('trop_de_fichiers');
    const theme = await beginVersion(client, siteId, themeId, { auteur: author, moyen: 'fichier' });
    await upsertFiles(client, theme, new Map([[path, content]]));
    return 'written';
  });
}

/**
 * Removes one file; a file that does not exist counts as removed.
 * @throws Refusal `fichier_requis`, `introuvable`
 */
export async function removeFile(db: RolePools, { siteId, themeId, author }: ThemeWrite, path: string): Promise<void> {
  if (REQUIRED_FILES.includes(path)) throw new Refusal('fichier_requis');
  await inTransaction(db, async (client) => {
    if (!(await lockTheme(client, siteId, themeId))) throw new Refusal('introuvable');
    const present = await fingerprintsOf(client, siteId, themeId, [path]);
    if (present.size === 0) return;
    const theme = await beginVersion(client, siteId, themeId, { auteur: author, moyen: 'suppression' });
    await deleteFiles(client, theme, [path]);
  });
}
