/** The requests of a site, looked through and counted. */
import type { Filing } from '../text/request-words.ts';
import { folded, patternsOf } from './expressions.ts';
import { type Place, type StoredRequest, type VisitorRequest, withOrder } from './requests.ts';
import type { Queryable } from './statement.ts';

/** Which requests are wanted. */
export interface RequestFilter {
  /** Null for all. */
  readonly filing: Filing | null;
  readonly isUnread: boolean;
  /** Each must stand in the address of the page, or in a name or a value of the fields; null for all requests. */
  readonly words: readonly string[] | null;
}

/** A request that was looked at. */
export interface LookedAt extends Place {
  /** Null where the words are not in it. */
  readonly found: VisitorRequest | null;
  /** Length of what was searched for the words, bytes; 0 without words. */
  readonly octets: number;
}

const SEARCHED = folded(
  `concat_ws(' ', page, array_to_string(ordre, ' '), (SELECT string_agg(v #>> '{}', ' ') FROM jsonb_path_query(champs, 'lax $.*[*]') v))`,
);
const WANTED = folded('m');

/**
 * Looks through requests, the newest first, some at a time: requests may be long, and words in none of them.
 * @param after where to go on; null to begin @param rows how many are looked at
 */
export async function lookAtRequests(
  db: Queryable,
  siteId: string,
  { filing, isUnread, words }: RequestFilter,
  { after, rows: atOnce }: { readonly after: Place | null; readonly rows: number },
): Promise<LookedAt[]> {
  const { rows } = await db.query<StoredRequest & { readonly trouvee: boolean; readonly octets: number }>(
    `WITH regardees AS MATERIALIZED (
       SELECT id, recue_le, page, champs, ordre, lue_le, classement FROM demandes
       WHERE site_id = $1 AND recue_le <= coalesce($3::timestamptz, 'infinity') AND ($3 IS NULL OR recue_le < $3 OR id > $4::uuid)
         AND ($5::text IS NULL OR classement = $5) AND (NOT $6 OR lue_le IS NULL)
       ORDER BY recue_le DESC, id LIMIT $2
     ), jugees AS MATERIALIZED (
       SELECT *, $7::text[] IS NULL
           OR ${SEARCHED} LIKE ALL ((SELECT array_agg(${WANTED}) FROM unnest($7::text[]) m)::text[]) AS trouvee
       FROM regardees
     )
     SELECT id, recue_le, page, CASE WHEN trouvee THEN champs END AS champs, ordre, lue_le, classement, trouvee,
            CASE WHEN $7::text[] IS NULL THEN 0 ELSE octet_length(champs::text) END AS octets
     FROM jugees ORDER BY recue_le DESC, id`,
    [siteId, atOnce, after?.recue_le ?? null, after?.id ?? null, filing, isUnread, words && patternsOf(words)],
  );
  return rows.map(({ trouvee, octets, ...row }) => ({
    ...{ id: row.id, recue_le: row.recue_le, octets },
    found: trouvee ? withOrder(row) : null,
  }));
}

/** How many requests there are, and how many of them nobody has read. */
export interface RequestCount {
  readonly all: number;
  readonly unread: number;
}

/** How many requests a site keeps in each place. */
export async function countRequests(db: Queryable, siteId: string): Promise<Readonly<Record<Filing, RequestCount>>> {
  const { rows } = await db.query<RequestCount & { readonly classement: Filing }>(
    `SELECT classement, count(*)::int AS all, (count(*) FILTER (WHERE lue_le IS NULL))::int AS unread
     FROM demandes WHERE site_id = $1 GROUP BY classement`,
    [siteId],
  );
  const counted = new Map(rows.map(({ classement, all, unread }) => [classement, { all, unread }]));
  const of = (filing: Filing) => counted.get(filing) ?? { all: 0, unread: 0 };
  return { recue: of('recue'), archivee: of('archivee'), indesirable: of('indesirable') };
}

/**
 * Names of fields that the requests of a site have, in the order of their forms, and when they were looked for. Words count for nothing.
 * @param atMost of more, those that come most often
 */
export async function namesOfFields(
  db: Queryable,
  siteId: string,
  { filing, isUnread }: RequestFilter,
  atMost: number,
): Promise<{ readonly names: readonly string[]; readonly at: string }> {
  const { rows } = await db.query<{ noms: string[]; maintenant: string }>(
    `SELECT statement_timestamp() AS maintenant, ARRAY(
       SELECT nom FROM (
         SELECT nom, count(*) AS fois, avg(place) AS place
         FROM demandes d, unnest(CASE WHEN d.ordre = '{}' AND jsonb_typeof(d.champs) = 'object'
           THEN ARRAY(SELECT jsonb_object_keys(d.champs)) ELSE d.ordre END) WITH ORDINALITY o (nom, place)
         WHERE d.site_id = $1 AND ($2::text IS NULL OR d.classement = $2) AND (NOT $3 OR d.lue_le IS NULL)
         GROUP BY nom ORDER BY fois DESC, nom LIMIT $4) noms
       ORDER BY place, fois DESC, nom) AS noms`,
    [siteId, filing, isUnread, atMost],
  );
  return { names: rows[0]?.noms ?? [], at: rows[0]?.maintenant ?? '' };
}
