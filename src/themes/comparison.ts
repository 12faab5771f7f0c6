import type { RolePools } from '../storage/role-pools.ts';
import { compareWithOriginals, type OriginalFile } from '../storage/theme-comparison.ts';
import type { Theme } from '../storage/themes.ts';
import { fingerprintOf } from '../text/fingerprint.ts';
import { readCatalogTheme } from './catalog.ts';

/** How a theme differs from the catalog's; paths in their order. */
export interface CatalogDifference {
  readonly changed: readonly string[];
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

export interface ThemeComparison {
  readonly files: number;
  /** Null for a theme without origin, and for one that has left the catalog. */
  readonly difference: CatalogDifference | null;
}

/** Compares themes of a site with the catalog as it is now. @returns by the id of the theme */
export async function compareWithCatalog(
  db: RolePools,
  siteId: string,
  themes: readonly Pick<Theme, 'id' | 'origine'>[],
): Promise<ReadonlyMap<string, ThemeComparison>> {
  const origins = new Set(themes.flatMap(({ origine }) => origine ?? []));
  const originals = (await Promise.all([...origins].map(originalsOf))).flat();
  const compared = Map.groupBy(await compareWithOriginals(db, siteId, originals), ({ theme_id }) => theme_id);
  return new Map(
    themes.map(({ id, origine }) => {
      const files = compared.get(id) ?? [];
      const expected = originals.filter(({ origin }) => origin === origine).map(({ path }) => path);
      const present = new Set(files.map(({ chemin }) => chemin));
      const those = (state: string) => files.filter(({ etat }) => etat === state).map(({ chemin }) => chemin);
      const difference =
        expected.length === 0
          ? null
          : {
              changed: those('modifie'),
              added: those('ajoute'),
              removed: expected.filter((path) => !present.has(path)),
            };
      return [id, { files: files.length, difference }];
    }),
  );
}

async function originalsOf(origin: string): Promise<OriginalFile[]> {
  const theme = await readCatalogTheme(origin);
  return Object.entries(theme?.files ?? {}).map(([path, content]) => ({
    ...{ origin, path },
    bytes: Buffer.byteLength(content),
    fingerprint: fingerprintOf(content),
  }));
}
