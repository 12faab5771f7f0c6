import type { Queryable } from './statement.ts';

/** Why a theme is in quarantine: it exceeded limits, or ended processes. */
export type QuarantineCause = 'limites' | 'processus';

/** A theme version that one instance does not render. */
export interface NewQuarantine {
  readonly siteId: string;
  readonly themeId: string;
  readonly version: string;
  readonly cause: QuarantineCause;
  /** How long ago it began, and how long it will last, seconds. */
  readonly forSeconds: number;
  readonly leftSeconds: number;
}

/** A quarantine as the operator meets it; times in ISO form with microseconds, UTC. */
export interface KnownQuarantine {
  readonly theme_id: string;
  readonly instance: string;
  readonly version: string;
  readonly raison: QuarantineCause;
  readonly depuis: string;
  readonly jusqua: string;
  readonly levee_le: string | null;
  readonly en_cours: boolean;
}

const KEPT_DAYS = 8;
/** How many quarantines a list has at most. */
const QUARANTINED_AT_MOST = 10_000;

/** Records that a quarantine of an instance has begun; it replaces the earlier quarantine of the same theme in this instance. */
export async function noteQuarantine(db: Queryable, instance: string, quarantine: NewQuarantine): Promise<void> {
  const { siteId, themeId, version, cause, forSeconds, leftSeconds } = quarantine;
  await db.query(
    `INSERT INTO quarantaines (site_id, theme_id, instance, version, raison, depuis, jusqua)
     VALUES ($1, $2, $3, $4, $5, statement_timestamp() - make_interval(secs => $6), statement_timestamp() + make_interval(secs => $7))
     ON CONFLICT (site_id, theme_id, instance) DO UPDATE SET
       version = EXCLUDED.version, raison = EXCLUDED.raison, depuis = EXCLUDED.depuis, jusqua = EXCLUDED.jusqua, levee_le = NULL`,
    [siteId, themeId, instance, version, cause, forSeconds, leftSeconds],
  );
}

/** The quarantines of a site's themes, the present ones first. */
export async function listQuarantines(db: Queryable, siteId: string): Promise<KnownQuarantine[]> {
  const { rows } = await db.query<KnownQuarantine>(
    `SELECT theme_id, instance, version, raison, depuis, jusqua, levee_le,
            levee_le IS NULL AND jusqua > statement_timestamp() AS en_cours
     FROM quarantaines WHERE site_id = $1 ORDER BY levee_le IS NULL AND jusqua > statement_timestamp() DESC, depuis DESC, instance`,
    [siteId],
  );
  return rows;
}

/**
 * The sites whose published theme, as it is now, is in quarantine.
 * @param siteIds of which sites; null for all
 */
export async function quarantinedSites(db: Queryable, siteIds: readonly string[] | null): Promise<string[]> {
  const { rows } = await db.query<{ site_id: string }>(
    `SELECT DISTINCT q.site_id FROM quarantaines q JOIN themes t ON t.site_id = q.site_id AND t.id = q.theme_id AND t.role = 'publie'
     WHERE ($1::uuid[] IS NULL OR q.site_id = ANY ($1::uuid[])) AND q.levee_le IS NULL AND q.jusqua > statement_timestamp()
       AND q.version = to_char(t.maj_le AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') LIMIT ${QUARANTINED_AT_MOST}`,
    [siteIds],
  );
  return rows.map(({ site_id }) => site_id);
}

/** Lifts the quarantines of a site's themes: each instance sees it within seconds. @returns the instances that had one */
export async function liftQuarantines(db: Queryable, siteId: string): Promise<string[]> {
  const { rows } = await db.query<{ instance: string }>(
    `UPDATE quarantaines SET levee_le = statement_timestamp()
     WHERE site_id = $1 AND levee_le IS NULL AND jusqua > statement_timestamp() RETURNING instance`,
    [siteId],
  );
  return [...new Set(rows.map(({ instance }) => instance))].sort();
}

/** The themes of these sites whose quarantine in this instance was lifted by hand. */
export async function liftedThemes(db: Queryable, instance: string, siteIds: readonly string[]): Promise<string[]> {
  const { rows } = await db.query<{ theme_id: string }>(
    'SELECT theme_id FROM quarantaines WHERE site_id = ANY ($1::uuid[]) AND instance = $2 AND levee_le IS NOT NULL',
    [siteIds, instance],
  );
  return rows.map(({ theme_id }) => theme_id);
}

/** Ends the quarantines of an instance that stops, or that was killed and starts again. */
export async function endQuarantines(db: Queryable, instance: string): Promise<void> {
  await db.query(
    'UPDATE quarantaines SET jusqua = statement_timestamp() WHERE instance = $1 AND jusqua > statement_timestamp()',
    [instance],
  );
}

/** Removes quarantines that are long over. */
export async function sweepQuarantines(db: Queryable): Promise<void> {
  await db.query(`DELETE FROM quarantaines WHERE jusqua < statement_timestamp() - interval '${KEPT_DAYS} days'`);
}
