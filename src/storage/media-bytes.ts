/** Which rows the files of the store of medias have (src/media/store/): for whoever compares both. */
import type { Queryable } from './statement.ts';

/** How many sites, and medias, one step checks. */
const LOOKED_AT = 200;

/** A row of `medias`, as far as its file is concerned. */
export interface OriginalRow {
  readonly site_id: string;
  readonly slug: string;
  readonly id: string;
  readonly nom: string;
  readonly objet: string;
  /** SHA-256, hexadecimal. */
  readonly empreinte: string;
  readonly octets: number;
}

/** A row of `variantes`. */
export interface VariantRow {
  readonly site_id: string;
  /** SHA-256 of the picture's file, hexadecimal. */
  readonly empreinte: string;
  readonly nom: string;
}

type Originals = readonly Pick<OriginalRow, 'site_id' | 'objet'>[];

/** Of these files as they were uploaded, those that a row has. */
export async function originalsWithRows(db: Queryable, originals: Originals): Promise<Originals> {
  const { rows } = await db.query<Originals[number]>(
    'SELECT site_id, objet FROM medias WHERE site_id = ANY ($1::uuid[]) AND objet = ANY ($2::text[])',
    [[...new Set(originals.map(({ site_id }) => site_id))], originals.map(({ objet }) => objet)],
  );
  return rows;
}

/** Of these variants, those that a row has. */
export async function variantsWithRows(db: Queryable, variants: readonly VariantRow[]): Promise<VariantRow[]> {
  const { rows } = await db.query<VariantRow>(
    `SELECT site_id, encode(empreinte, 'hex') AS empreinte, nom FROM variantes
     WHERE site_id = ANY ($1::uuid[]) AND empreinte = ANY ($2::bytea[])`,
    [
      [...new Set(variants.map(({ site_id }) => site_id))],
      [...new Set(variants.map(({ empreinte }) => empreinte))].map((hex) => Buffer.from(hex, 'hex')),
    ],
  );
  return rows;
}

/** Whether any library has anything. */
export async function hasMedias(db: Queryable): Promise<boolean> {
  const { rowCount } = await db.query('SELECT FROM medias LIMIT 1');
  return rowCount !== 0;
}

/**
 * Some medias with their files, of one site or of all, in the order of their ids.
 * @param after the last one of the call before; null to begin
 */
export async function listOriginals(
  db: Queryable,
  siteId: string | null,
  after: Pick<OriginalRow, 'site_id' | 'id'> | null,
): Promise<OriginalRow[]> {
  const { rows } = await db.query<OriginalRow & { octets: string }>(
    `SELECT m.site_id, s.slug, m.id, m.nom, m.objet, encode(m.empreinte, 'hex') AS empreinte, m.octets
     FROM medias m JOIN sites s ON s.id = m.site_id
     WHERE ($1::uuid IS NULL OR m.site_id = $1) AND ($2::uuid IS NULL OR (m.site_id, m.id) > ($2::uuid, $3::uuid))
     ORDER BY m.site_id, m.id LIMIT ${LOOKED_AT}`,
    [siteId, after?.site_id ?? null, after?.id ?? null],
  );
  return rows.map((row) => ({ ...row, octets: Number(row.octets) }));
}

/** Whether a media still has this file. */
export async function hasOriginal(db: Queryable, { site_id, id, objet }: OriginalRow): Promise<boolean> {
  const { rowCount } = await db.query('SELECT FROM medias WHERE site_id = $1 AND id = $2 AND objet = $3', [
    site_id,
    id,
    objet,
  ]);
  return rowCount !== 0;
}

/**
 * Goes through some sites, and removes the rows of variants whose picture is gone. Several instances may do so at the same time.
 * @param after id of the site where the last call ended; empty to begin
 * @returns where it ended; null after the last site
 */
export async function removeLonelyVariants(db: Queryable, after: string): Promise<string | null> {
  const sites = await db.query<{ id: string }>(
    `SELECT id FROM sites WHERE $1::uuid IS NULL OR id > $1 ORDER BY id LIMIT ${LOOKED_AT}`,
    [after || null],
  );
  await db.query(
    `DELETE FROM variantes v WHERE v.site_id = ANY ($1::uuid[]) AND v.faite_le < statement_timestamp() - interval '1 day'
       AND NOT EXISTS (SELECT FROM medias m WHERE m.site_id = v.site_id AND m.empreinte = v.empreinte)`,
    [sites.rows.map(({ id }) => id)],
  );
  return sites.rows.length < LOOKED_AT ? null : (sites.rows.at(-1)?.id ?? null);
}
