import { FINGERPRINT } from './expressions.ts';
import type { Queryable } from './statement.ts';

/** A file as the catalog delivers it. */
export interface OriginalFile {
  /** Catalog id. */
  readonly origin: string;
  readonly path: string;
  /** UTF-8 bytes. */
  readonly bytes: number;
  readonly fingerprint: string;
}

export interface ComparedFile {
  readonly theme_id: string;
  readonly chemin: string;
  /** The comparison with the file at the same path of the theme's origin; `ajoute` where the origin has none. */
  readonly etat: 'egal' | 'modifie' | 'ajoute';
}

/**
 * Compares every file of every theme of a site with the originals. A content is read only when it is as long as its original, so that long
 * files cost no more than the originals.
 */
export async function compareWithOriginals(
  db: Queryable,
  siteId: string,
  originals: readonly OriginalFile[],
): Promise<ComparedFile[]> {
  const { rows } = await db.query<ComparedFile>(
    `SELECT f.theme_id, f.chemin,
            CASE WHEN o.chemin IS NULL THEN 'ajoute'
                 WHEN octet_length(f.contenu) <> o.octets THEN 'modifie'
                 WHEN ${FINGERPRINT} <> o.empreinte THEN 'modifie'
                 ELSE 'egal' END AS etat
     FROM fichiers_complets f JOIN themes t ON t.site_id = f.site_id AND t.id = f.theme_id
     LEFT JOIN unnest($2::text[], $3::text[], $4::int[], $5::text[]) AS o (origine, chemin, octets, empreinte)
       ON o.origine = t.origine AND o.chemin = f.chemin
     WHERE f.site_id = $1 ORDER BY f.chemin COLLATE "C"`,
    [
      siteId,
      originals.map(({ origin }) => origin),
      originals.map(({ path }) => path),
      originals.map(({ bytes }) => bytes),
      originals.map(({ fingerprint }) => fingerprint),
    ],
  );
  return rows;
}
