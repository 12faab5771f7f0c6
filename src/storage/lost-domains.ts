/** Names whose proof is gone while another site proves them (docs/domains.md, Names change hands). */
import type { Queryable } from './statement.ts';

/** How long the proof has to be gone before the name changes hands. */
export const GONE_DAYS = 7;
/** Where nobody has seen for so long that the proof is gone, the days begin anew. */
const UNSEEN_DAYS = 2;
/** Names that one round looks at. */
const AT_ONCE = 100;

/** The site that has a name. */
export interface Holding {
  readonly site_id: string;
  /** Null where an operator gave the name: it has no proof that could be gone. */
  readonly prouve_le: string | null;
  /** Null where nobody noted the text of the proof. */
  readonly jeton: string | null;
}

export async function findHolding(db: Queryable, host: string): Promise<Holding | null> {
  const { rows } = await db.query<Holding>('SELECT site_id, prouve_le, jeton FROM domaines WHERE hote = $1', [host]);
  return rows[0] ?? null;
}

/** What is known of a proof that is gone. */
interface Gone {
  /** The text by which the site proves the name again. */
  readonly jeton: string;
  /** Since when, and from when on the name may change hands. */
  readonly perdu_depuis: string;
  readonly libre_le: string;
  readonly est_libre: boolean;
}

/**
 * Notes that the proof of a site's name was seen to be gone, in a transaction that holds the site's row, and so the name.
 * @param token for a site whose own nobody noted
 * @returns `isNew`: the seven days begin
 */
export async function noteGone(
  db: Queryable,
  siteId: string,
  host: string,
  token: string,
): Promise<Gone & { readonly isNew: boolean }> {
  const { rowCount } = await db.query(
    `UPDATE domaines SET perdu_depuis = statement_timestamp(), jeton = coalesce(jeton, $3)
     WHERE site_id = $1 AND hote = $2
       AND (perdu_vu_le IS NULL OR perdu_vu_le < statement_timestamp() - interval '${UNSEEN_DAYS} days')`,
    [siteId, host, token],
  );
  await db.query('UPDATE domaines SET perdu_vu_le = statement_timestamp() WHERE site_id = $1 AND hote = $2', [
    siteId,
    host,
  ]);
  const { rows } = await db.query<Gone>(
    `SELECT jeton, perdu_depuis, perdu_depuis + interval '${GONE_DAYS} days' AS libre_le,
       perdu_depuis <= statement_timestamp() - interval '${GONE_DAYS} days' AS est_libre
     FROM domaines WHERE site_id = $1 AND hote = $2`,
    [siteId, host],
  );
  return { ...(rows[0] as Gone), isNew: rowCount === 1 };
}

/** Notes that the proof of a site's name stands, or that nobody else wants the name any more. */
export async function noteKept(db: Queryable, siteId: string, host: string): Promise<void> {
  await db.query(
    `UPDATE domaines SET perdu_depuis = NULL, perdu_vu_le = NULL
     WHERE site_id = $1 AND hote = $2 AND perdu_depuis IS NOT NULL`,
    [siteId, host],
  );
}

/** A name whose proof was gone when somebody looked last. */
export interface LostDomain {
  readonly hote: string;
  readonly site_id: string;
  readonly jeton: string;
  /** Whether another site still claims the name. */
  readonly est_voulu: boolean;
}

/** Names whose proof was gone, in any order: those whose servers are silent keep no others out. */
export async function listLostDomains(db: Queryable): Promise<LostDomain[]> {
  const { rows } = await db.query<LostDomain>(
    `SELECT hote, site_id, jeton, EXISTS (SELECT 1 FROM revendications r WHERE r.hote = d.hote AND r.site_id <> d.site_id) AS est_voulu
     FROM domaines d WHERE perdu_depuis IS NOT NULL ORDER BY random() LIMIT ${AT_ONCE}`,
    [],
  );
  return rows;
}
