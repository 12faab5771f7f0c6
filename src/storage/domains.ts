import { GONE_DAYS } from './lost-domains.ts';
import type { Queryable } from './statement.ts';

export interface SiteDomains {
  /** Host names of a site besides its own under the sites' domain, sorted. */
  readonly hosts: readonly string[];
  /** The one of them that is its main address; null where its subdomain is. */
  readonly main: string | null;
}

export async function findDomains(db: Queryable, siteId: string): Promise<SiteDomains> {
  const domains = await listDomains(db, siteId);
  return { hosts: domains.map(({ hote }) => hote), main: domains.find(({ principal }) => principal)?.hote ?? null };
}

interface Domain {
  readonly hote: string;
  readonly principal: boolean;
  /** When an owner has proven it; null where an operator gave it. */
  readonly prouve_le: string | null;
  /** When a proxy last asked whether it may get a certificate for it; null where none has. */
  readonly certificat_le: string | null;
  /** The text of its proof, and from when on it may change hands; null while the proof stands, or nobody else wants the name. */
  readonly jeton: string | null;
  readonly libre_le: string | null;
}

/** The host names of a site besides its own under the sites' domain, sorted. */
export async function listDomains(db: Queryable, siteId: string): Promise<Domain[]> {
  const { rows } = await db.query<Domain>(
    `SELECT hote, principal, prouve_le, certificat_le, jeton, perdu_depuis + interval '${GONE_DAYS} days' AS libre_le
     FROM domaines WHERE site_id = $1 ORDER BY hote COLLATE "C"`,
    [siteId],
  );
  return rows;
}

/** How long a question about a certificate is not noted again. */
const NOTED_FOR = "interval '1 hour'";

/** Notes that a proxy asks for the certificate of a host name, where a site has it as its own: once an hour. */
export async function noteCertificateQuestion(db: Queryable, host: string): Promise<void> {
  await db.query(
    `UPDATE domaines SET certificat_le = statement_timestamp()
     WHERE hote = $1 AND (certificat_le IS NULL OR certificat_le < statement_timestamp() - ${NOTED_FOR})`,
    [host],
  );
}

/** The site that has a host name as its own; null where none has. */
export async function findHolder(db: Queryable, host: string): Promise<string | null> {
  const { rows } = await db.query<{ site_id: string }>('SELECT site_id FROM domaines WHERE hote = $1', [host]);
  return rows[0]?.site_id ?? null;
}

/** Gives a site a host name that an owner has just proven. @param token of the proof @returns false when another site has the name */
export async function insertProvenDomain(db: Queryable, siteId: string, host: string, token: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `INSERT INTO domaines (hote, site_id, prouve_le, jeton) VALUES ($2, $1, statement_timestamp(), $3)
     ON CONFLICT (hote) DO UPDATE SET prouve_le = excluded.prouve_le, jeton = excluded.jeton
     WHERE domaines.site_id = excluded.site_id`,
    [siteId, host, token],
  );
  return rowCount === 1;
}

/** Gives a host name to a site; a second time changes nothing. @returns false when another site has the name */
export async function insertDomain(db: Queryable, siteId: string, host: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `INSERT INTO domaines (hote, site_id) VALUES ($2, $1)
     ON CONFLICT (hote) DO UPDATE SET hote = excluded.hote WHERE domaines.site_id = excluded.site_id`,
    [siteId, host],
  );
  return rowCount === 1;
}

/**
 * Takes a host name from a site, whose main address is its subdomain again if it was this one.
 * @returns null when the site does not have this host name
 */
export async function deleteDomain(
  db: Queryable,
  siteId: string,
  host: string,
): Promise<{ readonly wasMain: boolean } | null> {
  const { rows } = await db.query<{ wasMain: boolean }>(
    'DELETE FROM domaines WHERE site_id = $1 AND hote = $2 RETURNING principal AS "wasMain"',
    [siteId, host],
  );
  return rows[0] ?? null;
}

/**
 * Chooses the main address of a site, in a transaction of the caller that holds the site's row.
 * @param host one of its domains; null for its subdomain
 * @returns whether the site had another one
 */
export async function updateMainDomain(db: Queryable, siteId: string, host: string | null): Promise<boolean> {
  // One statement would have two main domains for a moment, which the index refuses.
  const { rowCount: left } = await db.query(
    'UPDATE domaines SET principal = false WHERE site_id = $1 AND principal AND hote IS DISTINCT FROM $2',
    [siteId, host],
  );
  const { rowCount: chosen } = await db.query(
    'UPDATE domaines SET principal = true WHERE site_id = $1 AND hote = $2 AND NOT principal',
    [siteId, host],
  );
  return left !== 0 || chosen !== 0;
}
