import { createHash } from 'node:crypto';
import { hasOriginal, listOriginals, type OriginalRow } from '../../storage/media-bytes.ts';
import type { Queryable } from '../../storage/statement.ts';
import { type MediaStore, originalKey, originalsOf, type StoredFile, variantsOf } from './media-store.ts';
import { withoutRows } from './without-rows.ts';

/** What is wrong with the file of a media. */
export type Fault = 'absent' | 'taille' | 'empreinte';

interface FaultyOriginal {
  readonly site: string;
  readonly id: string;
  readonly nom: string;
  readonly cle: string;
  readonly faute: Fault;
}

interface FileWithoutRow {
  readonly cle: string;
  readonly octets: number;
  readonly range_le: string;
}

/** What a comparison of rows and bytes has found. */
export interface Verification {
  /** Medias whose files were read. */
  readonly medias: number;
  readonly octets: number;
  readonly fautes: readonly FaultyOriginal[];
  readonly sans_ligne: readonly FileWithoutRow[];
}

/** Files that are looked up at once. */
const LOOKED_AT = 500;

/**
 * Reads every file that was uploaded, and compares it with its row; then looks for files that no row has. Rows and files may change meanwhile: what goes or comes
 * is no fault.
 * @param siteId null for all sites
 * @throws StoreAway
 */
export async function verifyMedias(db: Queryable, store: MediaStore, siteId: string | null): Promise<Verification> {
  const fautes: FaultyOriginal[] = [];
  let [medias, octets] = [0, 0];
  for (let rows = await listOriginals(db, siteId, null); rows.length > 0; ) {
    for (const row of rows) {
      const faute = await faultOf(store, row);
      [medias, octets] = [medias + 1, octets + row.octets];
      if (faute === null || !(await hasOriginal(db, row))) continue;
      fautes.push({ site: row.slug, id: row.id, nom: row.nom, cle: originalKey(row.site_id, row.objet), faute });
    }
    rows = await listOriginals(db, siteId, rows.at(-1) ?? null);
  }
  return { medias, octets, fautes, sans_ligne: await filesWithoutRow(db, store, siteId) };
}

async function faultOf(store: MediaStore, row: OriginalRow): Promise<Fault | null> {
  const stream = await store.stream(originalKey(row.site_id, row.objet));
  if (!stream) return 'absent';
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const piece of stream) {
    hash.update(piece);
    bytes += piece.length;
  }
  if (bytes !== row.octets) return 'taille';
  return hash.digest('hex') === row.empreinte ? null : 'empreinte';
}

async function filesWithoutRow(db: Queryable, store: MediaStore, siteId: string | null): Promise<FileWithoutRow[]> {
  const found: StoredFile[] = [];
  for (const prefix of siteId === null ? [''] : [originalsOf(siteId), variantsOf(siteId)]) {
    let files: StoredFile[] = [];
    for await (const file of store.list(prefix)) {
      if (files.push(file) < LOOKED_AT) continue;
      found.push(...(await withoutRows(db, files)));
      files = [];
    }
    found.push(...(await withoutRows(db, files)));
  }
  return found.map(({ key, bytes, storedAt }) => ({
    ...{ cle: key, octets: bytes, range_le: new Date(storedAt).toISOString() },
  }));
}
