import { createHash, randomBytes } from 'node:crypto';
import { type MediaStore, originalKey } from '../../src/media/store/media-store.ts';
import { query } from './database.ts';

export interface StoredMedia {
  readonly id: string;
  readonly key: string;
  /** SHA-256, hexadecimal. */
  readonly empreinte: string;
}

/** Puts a file into a library without an upload: bytes and row. */
export async function insertMedia(
  databaseUrl: string,
  store: MediaStore,
  siteId: string,
  bytes: Uint8Array,
  { nom = 'photo.jpg', type = 'image/jpeg' } = {},
): Promise<StoredMedia> {
  const empreinte = createHash('sha256').update(bytes).digest('hex');
  const objet = `${empreinte}-${randomBytes(8).toString('hex')}`;
  const key = originalKey(siteId, objet);
  await store.put(key, bytes);
  const { rows } = await query(
    databaseUrl,
    `INSERT INTO medias (site_id, nom, type, empreinte, objet, octets, largeur, hauteur)
     VALUES ($1, $2, $3, decode($4, 'hex'), $5, $6, 40, 30) RETURNING id`,
    [siteId, nom, type, empreinte, objet, bytes.length],
  );
  return { id: rows[0].id, key, empreinte };
}
