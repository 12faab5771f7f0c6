import { originalsWithRows, variantsWithRows } from '../../storage/media-bytes.ts';
import type { Queryable } from '../../storage/statement.ts';
import { originalKey, readKey, type StoredFile, variantKey } from './media-store.ts';

/** Of these files of the store, those that no row has. A file with a key of another form is none of a library. */
export async function withoutRows(db: Queryable, files: readonly StoredFile[]): Promise<StoredFile[]> {
  const named = files.flatMap((file) => {
    const place = readKey(file.key);
    return place ? [{ file, place }] : [];
  });
  const originals = named.flatMap(({ place }) =>
    place.kind === 'original' ? [{ site_id: place.siteId, objet: place.object }] : [],
  );
  const variants = named.flatMap(({ place }) =>
    place.kind === 'variant' ? [{ site_id: place.siteId, empreinte: place.sha256, nom: place.name }] : [],
  );
  const known = new Set([
    ...(await originalsWithRows(db, originals)).map(({ site_id, objet }) => originalKey(site_id, objet)),
    ...(await variantsWithRows(db, variants)).map(({ site_id, empreinte, nom }) => variantKey(site_id, empreinte, nom)),
  ]);
  return named.filter(({ file }) => !known.has(file.key)).map(({ file }) => file);
}
