/** The record of a site: who did what, and when (docs/journal.md). Rows are added with what they tell of, and never changed. */
import type { Queryable } from './statement.ts';

/** How something was done: from the studio, by a key, by an operator, by the program itself. */
type DoingMeans = 'compte' | 'cle' | 'exploitant' | 'programme';

/** Who does something. */
export interface Doer {
  readonly means: DoingMeans;
  /** The account, also that of a key; null for an operator. */
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
