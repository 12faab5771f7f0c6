/** What happens to each file when a theme is brought to a newer tree of the catalog. Pure. */

/** What one side has done with a file since the theme's original. */
export type Change = 'modifie' | 'ajoute' | 'retire';

/**
 * `catalogue`, `ajoute`, `retire`: only the catalog has changed, added or removed the file. `proprietaire`: only the owner has changed it.
 * `identique`: both have made the same change. `deux`: both have changed the file differently. `suppression`: one has removed what the other changed.
 */
type FileFate = 'catalogue' | 'ajoute' | 'retire' | 'proprietaire' | 'identique' | 'deux' | 'suppression';

export interface PlannedFile {
  readonly path: string;
  readonly fate: FileFate;
  /** Null where the side has not changed the file. */
  readonly byOwner: Change | null;
  readonly byCatalog: Change | null;
}

/** Key of each text by path. */
type Texts = ReadonlyMap<string, string>;

/** @returns the files that somebody has changed, in the order of their paths */
export function planUpgrade(original: Texts, theme: Texts, catalog: Texts): readonly PlannedFile[] {
  const paths = new Set([...original.keys(), ...theme.keys(), ...catalog.keys()]);
  return [...paths].sort().flatMap((path) => {
    const [was, here, there] = [original.get(path), theme.get(path), catalog.get(path)];
    const [byOwner, byCatalog] = [changeOf(was, here), changeOf(was, there)];
    if (byOwner === null && byCatalog === null) return [];
    return [{ path, byOwner, byCatalog, fate: fateOf(byOwner, byCatalog, here === there) }];
  });
}

function changeOf(was: string | undefined, is: string | undefined): Change | null {
  if (was === is) return null;
  if (was === undefined) return 'ajoute';
  return is === undefined ? 'retire' : 'modifie';
}

function fateOf(byOwner: Change | null, byCatalog: Change | null, isSame: boolean): FileFate {
  if (byCatalog === null) return 'proprietaire';
  if (byOwner === null) return byCatalog === 'modifie' ? 'catalogue' : byCatalog;
  if (isSame) return 'identique';
  return byOwner === 'retire' || byCatalog === 'retire' ? 'suppression' : 'deux';
}
