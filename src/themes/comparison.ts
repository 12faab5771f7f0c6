import { listOriginals } from '../storage/originals.ts';
import type { RolePools } from '../storage/role-pools.ts';
import { type ComparedFile, compareWithOriginals, type OriginalFile } from '../storage/theme-comparison.ts';
import type { Theme } from '../storage/themes.ts';
import { fingerprintOf } from '../text/fingerprint.ts';
import type { CatalogTheme, ReadCatalog } from './catalog.ts';
import { catalogTreeOf } from './catalog-tree.ts';

/** How a theme differs from the catalog's; lists of paths are sorted. */
export interface CatalogDifference {
  readonly changed: readonly string[];
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

export interface ThemeComparison {
  readonly files: number;
  /** Null for a theme without origin, and for one that has left the catalog. */
  readonly difference: CatalogDifference | null;
  /** Whether the catalog has changed since the theme was installed. */
  readonly isUpgradable: boolean;
}

/** Compares themes of a site with the catalog as it is now. @returns by the id of the theme */
export async function compareWithCatalog(
  db: RolePools,
  readCatalog: ReadCatalog,
  siteId: string,
  themes: readonly Pick<Theme, 'id' | 'origine'>[],
): Promise<ReadonlyMap<string, ThemeComparison>> {
  const origins = [...new Set(themes.flatMap(({ origine }) => origine ?? []))];
  const catalog = (await Promise.all(origins.map(readCatalog))).filter((theme) => theme !== null);
  const originals = catalog.flatMap(originalsOf);
  const [rows, treesOfThemes] = await Promise.all([
    compareWithOriginals(db, siteId, originals),
    listOriginals(db, siteId),
  ]);
  const compared = Map.groupBy(rows, ({ theme_id }) => theme_id);
  const present = new Map(catalog.map(({ id, files }) => [id as string, catalogTreeOf(files).key]));
  return new Map(
    themes.map(({ id, origine }) => {
      const files = compared.get(id) ?? [];
      const expected = originals.filter(({ origin }) => origin === origine).map(({ path }) => path);
      const tree = treesOfThemes.get(id);
      return [
        id,
        {
          files: files.length,
          difference: expected.length === 0 ? null : differenceOf(files, expected),
          isUpgradable: tree !== undefined && origine !== null && present.has(origine) && present.get(origine) !== tree,
        },
      ];
    }),
  );
}

function differenceOf(files: readonly ComparedFile[], expected: readonly string[]): CatalogDifference {
  const present = new Set(files.map(({ chemin }) => chemin));
  const those = (state: string) => files.filter(({ etat }) => etat === state).map(({ chemin }) => chemin);
  return {
    changed: those('modifie'),
    added: those('ajoute'),
    removed: expected.filter((path) => !present.has(path)),
  };
}

const originalsOf = ({ id: origin, files }: CatalogTheme): OriginalFile[] =>
  Object.entries(files).map(([path, content]) => ({
    ...{ origin, path },
    bytes: Buffer.byteLength(content),
    fingerprint: fingerprintOf(content),
  }));
