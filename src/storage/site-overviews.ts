import type { Queryable } from './statement.ts';
import type { Theme } from './themes.ts';

/** What a list of sites shows of each site. */
export interface SiteOverview {
  readonly siteId: string;
  readonly published: Theme | null;
  /** Host names besides the one under the sites' domain, sorted. */
  readonly domains: readonly string[];
  /** Requests of visitors in the last thirty days. */
  readonly recentRequests: number;
  /** Received requests that nobody has read. */
  readonly unreadRequests: number;
}

/** Overviews of these sites, in one statement. */
export async function overviewsOf(db: Queryable, siteIds: readonly string[]): Promise<SiteOverview[]> {
  const { rows } = await db.query<
    Theme & { site: string; domaines: string[]; demandes: number; non_lues: number; id: string | null }
  >(
    `WITH publies AS MATERIALIZED (
       SELECT site_id, id, nom, version, role, origine, maj_le FROM themes
       WHERE site_id = ANY ($1::uuid[]) AND role = 'publie'
     ), recues AS MATERIALIZED (
       SELECT site_id, count(*)::int AS nombre FROM demandes
       WHERE site_id = ANY ($1::uuid[]) AND recue_le > statement_timestamp() - interval '30 days' GROUP BY site_id
     ), non_lues AS MATERIALIZED (
       SELECT site_id, count(*)::int AS nombre FROM demandes
       WHERE site_id = ANY ($1::uuid[]) AND lue_le IS NULL AND classement = 'recue' GROUP BY site_id
     )
     SELECT s.id AS site, t.id, t.nom, t.version, t.role, t.origine, t.maj_le,
            ARRAY(SELECT d.hote FROM domaines d WHERE d.site_id = s.id ORDER BY d.hote COLLATE "C") AS domaines,
            coalesce(r.nombre, 0) AS demandes, coalesce(n.nombre, 0) AS non_lues
     FROM sites s LEFT JOIN publies t ON t.site_id = s.id LEFT JOIN recues r ON r.site_id = s.id
          LEFT JOIN non_lues n ON n.site_id = s.id
     WHERE s.id = ANY ($1::uuid[])`,
    [siteIds],
  );
  return rows.map(({ site, domaines, demandes, non_lues, ...theme }) => ({
    siteId: site,
    published: theme.id === null ? null : theme,
    domains: domaines,
    recentRequests: demandes,
    unreadRequests: non_lues,
  }));
}
