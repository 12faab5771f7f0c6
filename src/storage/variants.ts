import type { Queryable } from './statement.ts';

interface NewVariants {
  readonly siteId: string;
  /** SHA-256 of the picture's file, hexadecimal. */
  readonly empreinte: string;
  readonly files: readonly { readonly name: string; readonly bytes: number }[];
  /** Bytes of all variants of a site, at most. */
  readonly quota: number;
}

/** A variant in the store (`variantKey`). */
export interface StoredVariant {
  /** Hexadecimal. */
  readonly empreinte: string;
  readonly nom: string;
}

/**
 * Notes variants of a picture that the store has. The oldest ones of the site go where they are too many bytes together. Runs under the lock of the
 * site (`lockSite`): the picture may be removed meanwhile, and others count bytes as well.
 * @returns variants without a row now: their bytes are to be removed after the commit
 */
export async function noteVariants(
  client: Queryable,
  { siteId, empreinte, files, quota }: NewVariants,
): Promise<readonly StoredVariant[]> {
  const { rows: known } = await client.query('SELECT id FROM medias WHERE site_id = $1 AND empreinte = $2', [
    siteId,
    Buffer.from(empreinte, 'hex'),
  ]);
  if (known.length === 0) return files.map(({ name }) => ({ empreinte, nom: name }));
  await client.query(
    `INSERT INTO variantes (site_id, empreinte, nom, octets)
     SELECT $1::uuid, $2::bytea, f.nom, f.octets FROM unnest($3::text[], $4::bigint[]) AS f (nom, octets)
     ON CONFLICT (site_id, empreinte, nom) DO UPDATE SET octets = excluded.octets`,
    [siteId, Buffer.from(empreinte, 'hex'), files.map(({ name }) => name), files.map(({ bytes }) => bytes)],
  );
  // The rows are put in order only where they are too many: with 200,000 of them 90 ms instead of 150.
  const { rows } = await client.query<StoredVariant>(
    `WITH trop AS (
       SELECT empreinte, nom FROM (
         SELECT empreinte, nom, sum(octets) OVER (ORDER BY faite_le DESC, empreinte, nom) AS jusqu_ici FROM variantes
         WHERE site_id = $1 AND (SELECT sum(octets) FROM variantes WHERE site_id = $1) > $2) v
       WHERE jusqu_ici > $2)
     DELETE FROM variantes v USING trop WHERE v.site_id = $1 AND v.empreinte = trop.empreinte AND v.nom = trop.nom
     RETURNING encode(v.empreinte, 'hex') AS empreinte, v.nom`,
    [siteId, quota],
  );
  return rows;
}
