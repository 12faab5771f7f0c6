import type { PoolClient } from 'pg';
import { type FocalPoint, NAMED_MEDIA } from '../../engine/pictures/facts.ts';
import type { Examined, MediaType } from '../media/processing/protocol.ts';
import { folded, laterThan } from './expressions.ts';
import type { Queryable } from './statement.ts';

/** A file of a site's library. */
export interface StoredMedia {
  readonly id: string;
  readonly nom: string;
  readonly alt: string;
  readonly type: MediaType;
  /** SHA-256 of the file, hexadecimal. */
  readonly empreinte: string;
  /** Name of the file in the store. */
  readonly objet: string;
  readonly octets: number;
  /** Upright, pixels; 0 where there is no size. */
  readonly largeur: number;
  readonly hauteur: number;
  /** Thousandths. */
  readonly focal_x: number;
  readonly focal_y: number;
  readonly couleur: string;
  readonly cree_le: string;
}

/** What an upload brings to its row. */
export interface NewFile {
  readonly object: string;
  /** SHA-256 of the file, hexadecimal. */
  readonly sha256: string;
  readonly bytes: number;
  readonly examined: Examined;
}

const COLUMNS = `id, nom, alt, type, encode(empreinte, 'hex') AS empreinte, objet, octets::int AS octets, largeur, hauteur, focal_x, focal_y,
  couleur, cree_le`;

const FOLDED = folded("nom || ' ' || alt");
const WANTED = folded('$3::text');

/** All texts of a site, present ones and those of older versions, that may name files of its library. */
const TEXTS = `
  SELECT x.contenu FROM (
    SELECT texte FROM fichiers WHERE site_id = $1 UNION SELECT texte FROM fichiers_remplaces WHERE site_id = $1
  ) f JOIN textes x ON x.cle = f.texte WHERE x.contenu LIKE '%medias%'
  UNION ALL SELECT image || ' ' || contenu FROM pages WHERE site_id = $1 AND (image LIKE '%medias%' OR contenu LIKE '%medias%')
  UNION ALL SELECT image || ' ' || extrait || ' ' || contenu FROM articles
    WHERE site_id = $1 AND (image LIKE '%medias%' OR extrait LIKE '%medias%' OR contenu LIKE '%medias%')
  UNION ALL SELECT travail::text FROM pages WHERE site_id = $1 AND travail IS NOT NULL
  UNION ALL SELECT prevu::text FROM pages WHERE site_id = $1 AND prevu IS NOT NULL
  UNION ALL SELECT travail::text FROM articles WHERE site_id = $1 AND travail IS NOT NULL
  UNION ALL SELECT prevu::text FROM articles WHERE site_id = $1 AND prevu IS NOT NULL
  UNION ALL SELECT valeurs::text FROM versions_de_contenus WHERE site_id = $1 AND valeurs::text LIKE '%medias%'
  UNION ALL SELECT valeurs::text FROM contenus_supprimes WHERE site_id = $1 AND valeurs::text LIKE '%medias%'
  UNION ALL SELECT description FROM blogs WHERE site_id = $1 AND description LIKE '%medias%'
  UNION ALL SELECT menus::text FROM menus WHERE site_id = $1
  UNION ALL SELECT valeurs::text FROM parametres WHERE site_id = $1`;

/** The list begins after the file with this time and id. */
interface Place {
  readonly cree_le: string;
  readonly id: string;
}

export type MediaFilter = 'inutilises' | 'sans_description';

export interface Wish {
  /** Part of the name or the description; null for all. */
  readonly text: string | null;
  readonly filter: MediaFilter | null;
  readonly after: Place | null;
  readonly limit: number;
}

/** The newest first. A file is unused when no text of its site names its address. */
export async function listMedias(
  db: Queryable,
  siteId: string,
  { text, filter, after, limit }: Wish,
): Promise<StoredMedia[]> {
  const { rows } = await db.query<StoredMedia>(
    `WITH nommes AS MATERIALIZED (
       SELECT DISTINCT n.trouve[1]::uuid AS id FROM (${TEXTS}) t (contenu), regexp_matches(t.contenu, '${NAMED_MEDIA}', 'g') n (trouve)
       WHERE $4::text = 'inutilises'
     )
     SELECT ${COLUMNS} FROM medias
     WHERE site_id = $1 AND ($3::text IS NULL OR strpos(${FOLDED}, ${WANTED}) > 0)
       AND ($4::text IS DISTINCT FROM 'sans_description' OR (alt = '' AND type <> 'application/pdf'))
       AND ($4::text IS DISTINCT FROM 'inutilises' OR id NOT IN (SELECT n.id FROM nommes n))
       AND cree_le <= coalesce($5::timestamptz, 'infinity') AND ($5 IS NULL OR cree_le < $5 OR id > $6::uuid)
     ORDER BY cree_le DESC, id LIMIT $2`,
    [siteId, limit, text, filter, after?.cree_le ?? null, after?.id ?? null],
  );
  return rows;
}

export async function findMedia(db: Queryable, siteId: string, id: string): Promise<StoredMedia | null> {
  const { rows } = await db.query<StoredMedia>(`SELECT ${COLUMNS} FROM medias WHERE site_id = $1 AND id = $2`, [
    siteId,
    id,
  ]);
  return rows[0] ?? null;
}

/** The file of a site with these bytes. @param sha256 hexadecimal */
export async function findMediaByContent(db: Queryable, siteId: string, sha256: string): Promise<StoredMedia | null> {
  const { rows } = await db.query<StoredMedia>(
    `SELECT ${COLUMNS} FROM medias WHERE site_id = $1 AND empreinte = decode($2, 'hex')`,
    [siteId, sha256],
  );
  return rows[0] ?? null;
}

/** The file of a site with this name in the store. */
export async function findMediaByObject(db: Queryable, siteId: string, object: string): Promise<StoredMedia | null> {
  const { rows } = await db.query<StoredMedia>(`SELECT ${COLUMNS} FROM medias WHERE site_id = $1 AND objet = $2`, [
    siteId,
    object,
  ]);
  return rows[0] ?? null;
}

/** How many files a site has, and their bytes. */
export async function measureLibrary(db: Queryable, siteId: string): Promise<{ count: number; bytes: number }> {
  const { rows } = await db.query<{ count: number; bytes: number }>(
    'SELECT count(*)::int AS count, coalesce(sum(octets), 0)::float8 AS bytes FROM medias WHERE site_id = $1',
    [siteId],
  );
  return rows[0] ?? { count: 0, bytes: 0 };
}

/** Adds a file, under the lock of its site. */
export async function insertMedia(
  client: Queryable,
  siteId: string,
  name: string,
  { object, sha256, bytes, examined }: NewFile,
): Promise<StoredMedia> {
  const { type, width, height, frames, colour, placeholder } = examined;
  const { rows } = await client.query<StoredMedia>(
    `INSERT INTO medias (site_id, nom, type, empreinte, objet, octets, largeur, hauteur, images, couleur, apercu)
     VALUES ($1, $2, $3, decode($4, 'hex'), $5, $6, $7, $8, $9, $10, $11) RETURNING ${COLUMNS}`,
    [siteId, name, type, sha256, object, bytes, width, height, frames, colour, placeholder],
  );
  return rows[0] as StoredMedia;
}

/** Gives a file other bytes, under the lock of its site. */
export async function replaceMedia(
  client: PoolClient,
  siteId: string,
  id: string,
  { object, sha256, bytes, examined, focal }: NewFile & { readonly focal: FocalPoint },
): Promise<StoredMedia> {
  const { type, width, height, frames, colour, placeholder } = examined;
  const { rows } = await client.query<StoredMedia>(
    `UPDATE medias SET type = $3, empreinte = decode($4, 'hex'), objet = $5, octets = $6, largeur = $7, hauteur = $8, images = $9,
       couleur = $10, apercu = $11, focal_x = $12, focal_y = $13, maj_le = ${laterThan('maj_le')}
     WHERE site_id = $1 AND id = $2 RETURNING ${COLUMNS}`,
    [siteId, id, type, sha256, object, bytes, width, height, frames, colour, placeholder, focal.x, focal.y],
  );
  return rows[0] as StoredMedia;
}

/** What people say of a file; what is absent stays. */
export interface MediaChange {
  readonly nom?: string | undefined;
  readonly alt?: string | undefined;
  readonly focal?: FocalPoint | undefined;
}

/** @returns false when the site has no such file */
export async function updateMedia(
  client: Queryable,
  siteId: string,
  id: string,
  { nom, alt, focal }: MediaChange,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `UPDATE medias SET nom = coalesce($3, nom), alt = coalesce($4, alt), focal_x = coalesce($5, focal_x),
       focal_y = coalesce($6, focal_y), maj_le = ${laterThan('maj_le')}
     WHERE site_id = $1 AND id = $2`,
    [siteId, id, nom ?? null, alt ?? null, focal?.x ?? null, focal?.y ?? null],
  );
  return rowCount === 1;
}

/** @returns what the row had; null when the site has no such file */
export async function deleteMedia(client: PoolClient, siteId: string, id: string): Promise<StoredMedia | null> {
  const { rows } = await client.query<StoredMedia>(
    `DELETE FROM medias WHERE site_id = $1 AND id = $2 RETURNING ${COLUMNS}`,
    [siteId, id],
  );
  return rows[0] ?? null;
}

/** Forgets the variants of a file. @returns their names */
export async function forgetVariants(client: PoolClient, siteId: string, sha256: string): Promise<string[]> {
  const { rows } = await client.query<{ nom: string }>(
    "DELETE FROM variantes WHERE site_id = $1 AND empreinte = decode($2, 'hex') RETURNING nom",
    [siteId, sha256],
  );
  return rows.map(({ nom }) => nom);
}
