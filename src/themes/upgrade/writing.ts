import { Refusal } from '../../errors.ts';
import { allowLongStatements } from '../../storage/connection.ts';
import { changeOriginal, findThemeState } from '../../storage/originals.ts';
import type { RolePools } from '../../storage/role-pools.ts';
import { countFiles, deleteFiles, upsertFiles } from '../../storage/theme-files.ts';
import { beginVersion, lockTheme } from '../../storage/themes.ts';
import { inTransaction } from '../../storage/transaction.ts';
import type { CatalogTree } from '../catalog-tree.ts';
import { FILES_PER_THEME } from '../limits.ts';
import type { UpgradedFile } from './files.ts';

/** A merged upgrade, and the two states that were merged. */
export interface UpgradeToWrite {
  readonly theme: { readonly id: string };
  readonly files: readonly UpgradedFile[];
  /** The tree of the catalog that the theme then comes from. */
  readonly tree: CatalogTree;
  /** The theme's version, and the tree that it came from, when it was read. */
  readonly seen: { readonly numero: number; readonly original: string };
}

/**
 * Writes an upgrade into its draft as one version, under the theme row's lock, if the draft is unchanged since the merge. The newer tree is
 * the origin of the draft from then on.
 * @param author address of the account, or name of the key
 * @returns the new version of the draft
 * @throws Refusal `introuvable`, `modifie_entre_temps`, `trop_de_fichiers`
 */
export function writeUpgrade(
  db: RolePools,
  siteId: string,
  { theme: { id }, tree, seen, files }: UpgradeToWrite,
  author: string | null,
): Promise<number> {
  const written = new Map(
    files.flatMap(({ path, outcome }): [string, string][] =>
      typeof outcome === 'object' ? [[path, outcome.write]] : [],
    ),
  );
  const removed = files.filter(({ outcome }) => outcome === 'remove').map(({ path }) => path);
  return inTransaction(db, async (client) => {
    const theme = await lockTheme(client, siteId, id);
    if (!theme) throw new Refusal('introuvable');
    const state = await findThemeState(client, siteId, id);
    const isSeen = theme.numero === seen.numero && state?.original === seen.original;
    if (!isSeen || theme.role === 'publie') throw new Refusal('modifie_entre_temps');
    const version = await beginVersion(client, siteId, id, { auteur: author, moyen: 'actualisation' });
    await deleteFiles(client, version, removed);
    await upsertFiles(client, version, written, await allowLongStatements(client));
    if ((await countFiles(client, siteId, id)) > FILES_PER_THEME) throw new Refusal('trop_de_fichiers');
    await changeOriginal(client, version, tree);
    return version.number;
  });
}
