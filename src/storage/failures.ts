import type { Queryable } from './statement.ts';

/** A place of a published theme that fails, or a reason why there was no page, with its count. */
export interface Failure {
  readonly siteId: string;
  readonly themeId: string;
  /** Path of a file; or a word, for a whole page. */
  readonly place: string;
  readonly line: number | null;
  readonly column: number | null;
  readonly message: string;
  /** Version of the theme at the last failure. */
  readonly version: string;
  readonly count: number;
}

/** A failure as the operator meets it; times in ISO form with microseconds, UTC. */
export interface KnownFailure {
  readonly theme_id: string;
  readonly lieu: string;
  readonly ligne: number | null;
  readonly colonne: number | null;
  readonly message: string;
  readonly version: string;
  readonly nombre: number;
  readonly premier_le: string;
  readonly dernier_le: string;
}

const KEPT_DAYS = 8;

/** Adds failures to the known ones, with one row for each place; failures of deleted sites are ignored. */
export async function addFailures(db: Queryable, failures: readonly Failure[]): Promise<void> {
  const keyOf = ({ siteId, themeId, place }: Failure) => `${siteId} ${themeId} ${place}`;
  const all = failures.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
  await db.query(
    `INSERT INTO echecs AS e (site_id, theme_id, lieu, ligne, colonne, message, version, nombre, premier_le, dernier_le)
     SELECT n.site_id, n.theme_id, n.lieu, n.ligne, n.colonne, n.message, n.version, n.nombre, statement_timestamp(), statement_timestamp()
     FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::int[], $5::int[], $6::text[], $7::text[], $8::bigint[])
       AS n (site_id, theme_id, lieu, ligne, colonne, message, version, nombre)
     JOIN sites s ON s.id = n.site_id ORDER BY n.site_id, n.theme_id, n.lieu
     ON CONFLICT (site_id, theme_id, lieu) DO UPDATE SET
       ligne = EXCLUDED.ligne, colonne = EXCLUDED.colonne, message = EXCLUDED.message, version = EXCLUDED.version,
       nombre = e.nombre + EXCLUDED.nombre, dernier_le = EXCLUDED.dernier_le`,
    [
      all.map(({ siteId }) => siteId),
      all.map(({ themeId }) => themeId),
      all.map(({ place }) => place),
      all.map(({ line }) => line),
      all.map(({ column }) => column),
      all.map(({ message }) => message),
      all.map(({ version }) => version),
      all.map(({ count }) => count),
    ],
  );
}

/** What has failed of a site's themes, the last first. */
export async function listFailures(db: Queryable, siteId: string, limit: number): Promise<KnownFailure[]> {
  const { rows } = await db.query<KnownFailure>(
    `SELECT theme_id, lieu, ligne, colonne, message, version, nombre::float8 AS nombre, premier_le, dernier_le FROM echecs
     WHERE site_id = $1 ORDER BY dernier_le DESC, lieu LIMIT $2`,
    [siteId, limit],
  );
  return rows;
}

/** Removes failures that have not happened again for a long time. */
export async function sweepFailures(db: Queryable): Promise<void> {
  await db.query(`DELETE FROM echecs WHERE dernier_le < statement_timestamp() - interval '${KEPT_DAYS} days'`);
}
