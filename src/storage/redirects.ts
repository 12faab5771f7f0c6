/** Addresses of a site that are gone (docs/redirects.md). What writes here does so under the lock of the site. */
import type { Queryable } from './statement.ts';

/** A redirect, as src/content/redirect-addresses.ts writes its addresses. */
interface StoredRedirect {
  readonly de: string;
  /** Null where visitors are told that the page is gone. */
  readonly vers: string | null;
  readonly dessous: boolean;
  readonly moyen: 'adresse' | 'main' | 'import';
}

export interface ListedRedirect extends StoredRedirect {
  readonly cree_le: string;
}

/** All redirects of a site. */
export async function allRedirects(db: Queryable, siteId: string): Promise<StoredRedirect[]> {
  const { rows } = await db.query<StoredRedirect>(
    'SELECT de, vers, dessous, moyen FROM redirections WHERE site_id = $1 ORDER BY cree_le, de',
    [siteId],
  );
  return rows;
}

/** @returns null when no redirect starts there */
export async function findRedirect(db: Queryable, siteId: string, de: string): Promise<ListedRedirect | null> {
  const { rows } = await db.query<ListedRedirect>(
    'SELECT de, vers, dessous, moyen, cree_le FROM redirections WHERE site_id = $1 AND de = $2',
    [siteId, de],
  );
  return rows[0] ?? null;
}

/** Those redirects of a site that start from these addresses. */
export async function findRedirectsFrom(
  db: Queryable,
  siteId: string,
  from: readonly string[],
): Promise<Pick<StoredRedirect, 'de' | 'vers' | 'dessous'>[]> {
  const { rows } = await db.query<Pick<StoredRedirect, 'de' | 'vers' | 'dessous'>>(
    'SELECT de, vers, dessous FROM redirections WHERE site_id = $1 AND de = ANY ($2::text[])',
    [siteId, from],
  );
  return rows;
}

const FOUND = "($2 = '' OR strpos(de, $2) > 0 OR strpos(lower(vers), $2) > 0)";

/** The newest first. @param words a piece of either address, in lower case; empty for all @param after where an earlier reading ended */
export async function listRedirects(
  db: Queryable,
  siteId: string,
  {
    words,
    after,
    limit,
  }: {
    readonly words: string;
    readonly after: { readonly at: string; readonly de: string } | null;
    readonly limit: number;
  },
): Promise<ListedRedirect[]> {
  const { rows } = await db.query<ListedRedirect>(
    `SELECT de, vers, dessous, moyen, cree_le FROM redirections
     WHERE site_id = $1 AND ${FOUND}
       AND cree_le <= coalesce($4::timestamptz, 'infinity') AND ($4 IS NULL OR cree_le < $4 OR de > $5)
     ORDER BY cree_le DESC, de LIMIT $3`,
    [siteId, words, limit, after?.at ?? null, after?.de ?? null],
  );
  return rows;
}

/** How many redirects of a site have these words, as in `listRedirects`. */
export async function countRedirects(db: Queryable, siteId: string, words: string): Promise<number> {
  const { rows } = await db.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM redirections WHERE site_id = $1 AND ${FOUND}`,
    [siteId, words],
  );
  return rows[0]?.n ?? 0;
}

/** Rows that one statement writes, so that none takes long on a busy machine. */
const WRITTEN_AT_ONCE = 1_000;

function* batchesOf<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < all.length; at += WRITTEN_AT_ONCE) yield all.slice(at, at + WRITTEN_AT_ONCE);
}

/** Adds rows; one from the same address goes. */
export async function putRedirects(
  client: Queryable,
  siteId: string,
  redirects: readonly StoredRedirect[],
): Promise<void> {
  for (const rows of batchesOf(redirects)) {
    await client.query(
      `INSERT INTO redirections (site_id, de, vers, dessous, moyen)
       SELECT $1::uuid, r.de, r.vers, r.dessous, r.moyen
       FROM unnest($2::text[], $3::text[], $4::boolean[], $5::text[]) AS r (de, vers, dessous, moyen)
       ON CONFLICT (site_id, de) DO UPDATE SET vers = excluded.vers, dessous = excluded.dessous, moyen = excluded.moyen, cree_le = excluded.cree_le`,
      [
        siteId,
        rows.map(({ de }) => de),
        rows.map(({ vers }) => vers),
        rows.map(({ dessous }) => dessous),
        rows.map(({ moyen }) => moyen),
      ],
    );
  }
}

/** Leads rows that are there elsewhere. */
export async function moveRedirects(
  client: Queryable,
  siteId: string,
  redirects: readonly Pick<StoredRedirect, 'de' | 'vers' | 'dessous'>[],
): Promise<void> {
  for (const rows of batchesOf(redirects)) {
    await client.query(
      `UPDATE redirections SET vers = r.vers, dessous = r.dessous FROM unnest($2::text[], $3::text[], $4::boolean[]) AS r (de, vers, dessous)
       WHERE redirections.site_id = $1 AND redirections.de = r.de`,
      [siteId, rows.map(({ de }) => de), rows.map(({ vers }) => vers), rows.map(({ dessous }) => dessous)],
    );
  }
}

/** @returns how many there were */
export async function deleteRedirects(client: Queryable, siteId: string, from: readonly string[]): Promise<number> {
  let deleted = 0;
  for (const some of batchesOf(from)) {
    const { rowCount } = await client.query('DELETE FROM redirections WHERE site_id = $1 AND de = ANY ($2::text[])', [
      siteId,
      some,
    ]);
    deleted += rowCount ?? 0;
  }
  return deleted;
}
