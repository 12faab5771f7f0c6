import { adoptOriginal, listUnnoted, storeOriginal } from '../../storage/originals.ts';
import type { RolePools } from '../../storage/role-pools.ts';
import { inTransaction } from '../../storage/transaction.ts';
import type { CatalogTheme } from '../catalog.ts';
import { catalogTreeOf } from '../catalog-tree.ts';

/** Themes that one step notes. */
const AT_ONCE = 100;

/**
 * Notes for themes that a program of before has installed which tree of the catalog they come from: the present one, where they have its
 * version. Of an older version nobody knows the tree any more.
 * @param rest is called after each step
 */
export async function noteOriginals(
  db: RolePools,
  catalog: readonly CatalogTheme[],
  rest: () => Promise<void>,
): Promise<void> {
  for (const unnoted of await listUnnoted(db)) {
    const theme = catalog.find(({ id, metadata }) => id === unnoted.origin && metadata.version === unnoted.version);
    if (!theme) continue;
    const tree = catalogTreeOf(theme.files);
    await inTransaction(db, (client) => storeOriginal(client, tree));
    for (let noted = AT_ONCE; noted === AT_ONCE; ) {
      noted = await adoptOriginal(db, unnoted, tree.key, AT_ONCE);
      await rest();
    }
  }
}
