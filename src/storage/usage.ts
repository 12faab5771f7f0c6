import type { Queryable } from './statement.ts';

/** What a site has used: requested pages, processor time of renders in milliseconds, bytes that were sent. */
export interface Usage {
  readonly pages: number;
  readonly ms: number;
  readonly octets: number;
}

/** Sums as PostgreSQL gives them. */
interface Sums {
  readonly pages: string;
  readonly ms: string;
  readonly octets: string;
}

const KEPT_DAYS = 8;

/**
 * Adds the use of sites to the present hour; deleted sites are ignored. Rows are written in the order of ids, so that two instances never wait
 * for each other.
 */
export async function addUsage(db: Queryable, used: ReadonlyMap<string, Usage>): Promise<void> {
  const all = [...used].sort(([one], [other]) => (one < other ? -1 : 1));
  await db.query(
    `INSERT INTO usages AS u (site_id, heure, pages, ms, octets)
     SELECT n.site_id, date_trunc('hour', statement_timestamp()), n.pages, n.ms, n.octets
     FROM unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::bigint[]) AS n (site_id, pages, ms, octets)
     JOIN sites s ON s.id = n.site_id ORDER BY n.site_id
     ON CONFLICT (site_id, heure) DO UPDATE SET
       pages = u.pages + EXCLUDED.pages, ms = u.ms + EXCLUDED.ms, octets = u.octets + EXCLUDED.octets`,
    [
      all.map(([id]) => id),
      all.map(([, { pages }]) => pages),
      all.map(([, { ms }]) => ms),
      all.map(([, { octets }]) => octets),
    ],
  );
}

/** What these sites have used in the present hour and the 23 before, by id; a site without use is missing. */
export async function usageOf(db: Queryable, siteIds: readonly string[]): Promise<Map<string, Usage>> {
  const { rows } = await db.query<Sums & { site_id: string }>(
    `SELECT site_id, sum(pages) AS pages, sum(ms) AS ms, sum(octets) AS octets FROM usages
     WHERE site_id = ANY ($1::uuid[]) AND heure > statement_timestamp() - interval '24 hours' GROUP BY site_id`,
    [siteIds],
  );
  return new Map(rows.map(({ site_id, ...sums }) => [site_id, asNumbers(sums)]));
}

const asNumbers = ({ pages, ms, octets }: Sums): Usage => ({
  pages: Number(pages),
  ms: Number(ms),
  octets: Number(octets),
});

/** Removes the oldest hour of all sites when it is old enough. @returns whether there may be more */
export async function sweepUsage(db: Queryable): Promise<boolean> {
  const { rows } = await db.query<{ heure: string | null }>('SELECT min(heure) AS heure FROM usages');
  const hour = rows[0]?.heure ?? null;
  if (hour === null) return false;
  const { rowCount } = await db.query(
    `DELETE FROM usages WHERE heure = $1::timestamptz AND heure < statement_timestamp() - interval '${KEPT_DAYS} days'`,
    [hour],
  );
  return rowCount !== 0;
}
