import { inOrder, type Numbered } from './batch.ts';
import type { Queryable } from './statement.ts';

/** An address of a site, as src/content/redirect-addresses.ts writes it. */
interface RedirectAddress {
  readonly siteId: string;
  readonly de: string;
}

export interface PublicRedirect {
  readonly de: string;
  /** Null where visitors are told that the page is gone. */
  readonly vers: string | null;
  readonly dessous: boolean;
}

/** Reads the redirects from many addresses in one statement, with the public role; null where there is none. */
export async function findPublicRedirects(
  db: Queryable,
  addresses: readonly RedirectAddress[],
): Promise<(PublicRedirect | null)[]> {
  const { rows } = await db.query<Numbered<PublicRedirect>>({
    name: 'find-public-redirects',
    text: `SELECT a.n::int AS n, r.de, r.vers, r.dessous
           FROM unnest($1::uuid[], $2::text[]) WITH ORDINALITY AS a (site_id, de, n)
           CROSS JOIN LATERAL (SELECT site_id, de, vers, dessous FROM redirections_publiques
                               WHERE site_id = a.site_id AND de = a.de GROUP BY site_id, de, vers, dessous) r
           WHERE r.site_id = ANY ($1::uuid[])`,
    values: [addresses.map(({ siteId }) => siteId), addresses.map(({ de }) => de)],
  });
  return inOrder(addresses, rows);
}

/** Whether each of these sites has any redirect, in one statement, with the public role. */
export async function haveRedirects(db: Queryable, siteIds: readonly string[]): Promise<boolean[]> {
  const { rows } = await db.query<{ site_id: string }>({
    name: 'sites-with-redirects',
    text: 'SELECT site_id FROM redirections_publiques WHERE site_id = ANY ($1::uuid[]) GROUP BY site_id',
    values: [siteIds],
  });
  const having = new Set(rows.map(({ site_id }) => site_id));
  return siteIds.map((id) => having.has(id));
}
