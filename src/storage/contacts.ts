/** Contact addresses of sites: who gave one, and whether its reader has agreed (docs/operations.md, Mail). */
import type { Backing } from './backing.ts';
import type { Queryable } from './statement.ts';

/** An address that somebody has given. */
export interface Contact {
  /** The contact address before. */
  readonly before: string | null;
  /** The account that gave it. */
  readonly by: string;
  readonly backing: Backing;
}

/** Notes who has given a site an address. A reader who has agreed before still does; a link that was sent works no more. */
export async function insertContact(
  db: Queryable,
  siteId: string,
  address: string,
  { before, by, backing }: Contact,
): Promise<void> {
  await db.query(
    `INSERT INTO contacts (site_id, courriel, avant, par, appui_le) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (site_id, courriel) DO UPDATE SET
       avant = excluded.avant, par = excluded.par, donne_le = excluded.donne_le, appui_le = excluded.appui_le, lien = NULL`,
    [siteId, address, before, by, backing],
  );
}

/** Longer than a link works that takes an address back. */
const FORMER_DAYS = 31;

/** Forgets the addresses of a site that were given long ago. @param kept the address that is given, and the one before */
export async function deleteFormerContacts(
  db: Queryable,
  siteId: string,
  kept: readonly (string | null)[],
): Promise<void> {
  await db.query(
    `DELETE FROM contacts WHERE site_id = $1 AND courriel <> ALL ($2::text[])
       AND donne_le < statement_timestamp() - make_interval(days => $3)`,
    [siteId, kept.filter((address) => address !== null), FORMER_DAYS],
  );
}

/** Who gave an address, and whether its reader has agreed. */
export interface ContactState {
  /** The account that gave the address. */
  readonly by: string | null;
  readonly isConfirmed: boolean;
}

/** @returns null for an address that nobody has noted */
export async function findContact(db: Queryable, siteId: string, address: string): Promise<ContactState | null> {
  const { rows } = await db.query<ContactState>(
    `SELECT par AS by, confirme_le IS NOT NULL AS "isConfirmed"
     FROM contacts WHERE site_id = $1 AND courriel = $2`,
    [siteId, address],
  );
  return rows[0] ?? null;
}

/**
 * Locks an address whose reader is to be asked, so that nobody else asks meanwhile; one that nobody has noted is noted, as of nobody.
 * @returns false where the reader was asked, or has agreed
 */
export async function holdUnasked(db: Queryable, siteId: string, address: string): Promise<boolean> {
  await db.query(
    'INSERT INTO contacts (site_id, courriel) VALUES ($1, $2) ON CONFLICT (site_id, courriel) DO NOTHING',
    [siteId, address],
  );
  const { rowCount } = await db.query(
    `SELECT courriel FROM contacts WHERE site_id = $1 AND courriel = $2 AND lien IS NULL AND confirme_le IS NULL FOR UPDATE`,
    [siteId, address],
  );
  return rowCount === 1;
}

/** The link by which the reader of an address agrees; a former one works no more. @param fingerprint of its secret */
export async function updateContactLink(
  db: Queryable,
  siteId: string,
  address: string,
  fingerprint: string,
): Promise<void> {
  await db.query('UPDATE contacts SET lien = $3 WHERE site_id = $1 AND courriel = $2', [siteId, address, fingerprint]);
}

/** What a link is about. */
export interface ContactLink {
  readonly siteId: string;
  readonly address: string;
  readonly isConfirmed: boolean;
}

export async function findContactLink(db: Queryable, fingerprint: string): Promise<ContactLink | null> {
  const { rows } = await db.query<ContactLink>(
    `SELECT site_id AS "siteId", courriel AS address, confirme_le IS NOT NULL AS "isConfirmed" FROM contacts WHERE lien = $1`,
    [fingerprint],
  );
  return rows[0] ?? null;
}

/** The reader of an address agrees. @returns false when no link has this fingerprint any more, or the reader has agreed before */
export async function confirmContact(db: Queryable, fingerprint: string): Promise<boolean> {
  const { rowCount } = await db.query(
    'UPDATE contacts SET confirme_le = statement_timestamp() WHERE lien = $1 AND confirme_le IS NULL',
    [fingerprint],
  );
  return rowCount === 1;
}

/** An act of an account that a recovery undoes. */
export interface GivenContact {
  readonly siteId: string;
  readonly address: string;
  readonly before: string | null;
}

const SINCE = 'par = $1 AND coalesce(appui_le, donne_le) >= $2';
const GIVEN = 'site_id AS "siteId", courriel AS address, avant AS before';

/** The addresses that an account has given, which rest on nothing older than a time. @param since ISO 8601 */
export async function listContactsSince(db: Queryable, accountId: string, since: string): Promise<GivenContact[]> {
  const { rows } = await db.query<GivenContact>(
    `SELECT ${GIVEN} FROM contacts WHERE ${SINCE} ORDER BY site_id, courriel`,
    [accountId, since],
  );
  return rows;
}

/** Takes those of one site. */
export async function deleteContactsSince(
  db: Queryable,
  siteId: string,
  accountId: string,
  since: string,
): Promise<GivenContact[]> {
  const { rows } = await db.query<GivenContact>(
    `DELETE FROM contacts WHERE ${SINCE} AND site_id = $3 RETURNING ${GIVEN}`,
    [accountId, since, siteId],
  );
  return rows;
}
