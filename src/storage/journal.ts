/** The record of a site: who did what, and when (docs/journal.md). A row is added with the act that it tells of, and stays as it is but for people who have gone: their names are taken out. */
import type { Queryable } from './statement.ts';

/** How something was done: from the studio, by a key, by an operator, by the program itself. */
type DoingMeans = 'compte' | 'cle' | 'exploitant' | 'programme';

/** Who does something. */
export interface Doer {
  readonly means: DoingMeans;
  /** The account, also that of a key; null for an operator's command. */
  readonly accountId: string | null;
  /** Address of the account, or name of the key; null for an operator. */
  readonly name: string | null;
}

/** What is written down of an act. */
export interface NewEntry {
  readonly act: string;
  readonly by: Doer;
  readonly details: object;
}

/** Writes an act into the record of a site. */
export async function insertEntry(
  db: Queryable,
  siteId: string,
  { act, by: { means, accountId, name }, details }: NewEntry,
): Promise<void> {
  await db.query({
    name: 'record-act',
    text: `INSERT INTO journal (site_id, acte, moyen, compte_id, auteur, details)
           VALUES ($1, $2, $3, $4, $5, $6)`,
    values: [siteId, act, means, accountId, name, JSON.stringify(details)],
  });
}

/** An entry as it is stored. */
export interface StoredEntry {
  readonly id: string;
  /** ISO timestamp with microseconds, UTC. */
  readonly fait_le: string;
  readonly acte: string;
  readonly moyen: DoingMeans;
  /** Null also of an operator, and of an account that is gone. */
  readonly compte_id: string | null;
  readonly auteur: string | null;
  readonly details: Readonly<Record<string, string | undefined>>;
}

/** Which entries are wanted; null for all. */
export interface EntryFilter {
  readonly acts: readonly string[] | null;
  /** What this account and its keys did. */
  readonly accountId: string | null;
  readonly means: DoingMeans | null;
  /** Instants, ISO: from `since` on, before `until`. */
  readonly since: string | null;
  readonly until: string | null;
}

/** The entries of a site, the newest first. @param after where an earlier reading ended */
export async function listEntries(
  db: Queryable,
  siteId: string,
  { acts, accountId, means, since, until }: EntryFilter,
  { after, limit }: { readonly after: { readonly at: string; readonly id: string } | null; readonly limit: number },
): Promise<StoredEntry[]> {
  const { rows } = await db.query<StoredEntry>(
    `SELECT id, fait_le, acte, moyen, CASE WHEN moyen <> 'exploitant' THEN compte_id END AS compte_id, auteur, details FROM journal
     WHERE site_id = $1 AND ($2::text[] IS NULL OR acte = ANY ($2))
       AND ($3::uuid IS NULL OR (compte_id = $3 AND moyen <> 'exploitant'))
       AND ($4::text IS NULL OR moyen = $4) AND fait_le >= coalesce($5::timestamptz, '-infinity')
       AND fait_le < coalesce($6::timestamptz, 'infinity')
       AND ($7::timestamptz IS NULL OR (fait_le, id) < ($7, $8::uuid))
     ORDER BY fait_le DESC, id DESC LIMIT $9`,
    [siteId, acts, accountId, means, since, until, after?.at ?? null, after?.id ?? null, limit],
  );
  return rows;
}

/** What an account has done at `/exploitation`, and where. */
export interface OperatorsEntry extends StoredEntry {
  readonly site_id: string;
}

/** What an account has done as an operator, on all sites, the newest first. @param db with the service role */
export async function listOperatorsEntries(
  db: Queryable,
  accountId: string,
  limit: number,
): Promise<readonly OperatorsEntry[]> {
  const { rows } = await db.query<OperatorsEntry>(
    `SELECT site_id, id, fait_le, acte, moyen, compte_id, auteur, details FROM journal
     WHERE compte_id = $1 AND moyen = 'exploitant' ORDER BY fait_le DESC, id DESC LIMIT $2`,
    [accountId, limit],
  );
  return rows;
}

/** Accounts that have done something on a site themselves, and who is meant by it; some of them where there are very many. */
export async function listAuthors(db: Queryable, siteId: string): Promise<{ compte: string; auteur: string }[]> {
  const { rows } = await db.query<{ compte: string; auteur: string }>(
    `SELECT compte_id AS compte, max(auteur) AS auteur FROM journal
     WHERE site_id = $1 AND moyen = 'compte' AND compte_id IS NOT NULL AND auteur IS NOT NULL
     GROUP BY compte_id ORDER BY max(auteur), compte_id LIMIT ${AUTHORS}`,
    [siteId],
  );
  return rows;
}

/** Names that a person chooses among. */
const AUTHORS = 200;

/** How long entries stay, and how many go in one step. */
const KEPT_DAYS = 365;
const REMOVED = 1_000;

/**
 * Removes entries of all sites that are too old, some at a time.
 * @param db with the service role
 * @returns whether there may be more
 */
export async function removeOldEntries(db: Queryable): Promise<boolean> {
  const { rows } = await db.query<{ site_id: string }>(
    `SELECT site_id FROM journal WHERE fait_le < statement_timestamp() - interval '${KEPT_DAYS} days' ORDER BY fait_le LIMIT 1`,
  );
  const [site] = rows;
  if (!site) return false;
  await db.query(
    `DELETE FROM journal WHERE site_id = $1 AND id IN (
       SELECT id FROM journal WHERE site_id = $1 AND fait_le < statement_timestamp() - interval '${KEPT_DAYS} days'
       ORDER BY fait_le LIMIT ${REMOVED})`,
    [site.site_id],
  );
  return true;
}
