/** Accounts that wait for their deletion (docs/accounts.md). */
import type { ClientBase } from 'pg';
import type { Account } from './accounts.ts';
import type { Backing } from './backing.ts';
import type { Queryable } from './statement.ts';

/** Lets an account wait for its deletion, whose row the transaction holds. @param goesAt ISO, UTC @param backing what the act rests on */
export async function deleteAccountLater(
  client: ClientBase,
  id: string,
  { goesAt, backing }: { readonly goesAt: string; readonly backing: Backing },
): Promise<void> {
  await client.query(
    'UPDATE comptes SET efface_demande_le = statement_timestamp(), efface_le = $2, efface_appui_le = $3 WHERE id = $1',
    [id, goesAt, backing],
  );
}

/** Undoes `deleteAccountLater`. @returns false when the account does not wait for its deletion */
export async function keepAccount(client: ClientBase, id: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `UPDATE comptes SET efface_demande_le = NULL, efface_le = NULL, efface_appui_le = NULL
     WHERE id = $1 AND efface_le IS NOT NULL`,
    [id],
  );
  return rowCount === 1;
}

/** Whether an account waits for its deletion, and what asked for that rests on nothing older than a time. @param since ISO 8601 */
export async function isDeletedSince(db: Queryable, id: string, since: string): Promise<boolean> {
  const { rowCount } = await db.query(
    'SELECT id FROM comptes WHERE id = $1 AND efface_le IS NOT NULL AND coalesce(efface_appui_le, efface_demande_le) >= $2',
    [id, since],
  );
  return rowCount === 1;
}

/** Of a row of `sites`: an owner has deleted the account, and the site waits because of that, since then. */
export const GOES_WITH_ACCOUNT = `EXISTS (SELECT 1 FROM membres m JOIN comptes c ON c.id = m.compte_id
  WHERE m.site_id = sites.id AND m.role = 'proprietaire' AND c.efface_le = sites.efface_le)`;

/** Ids of the sites that wait for their deletion because an owner has deleted the account. */
export async function listSitesGoingWith(db: Queryable, accountId: string): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `SELECT s.id FROM membres m JOIN comptes c ON c.id = m.compte_id JOIN sites s ON s.id = m.site_id
     WHERE m.compte_id = $1 AND m.role = 'proprietaire' AND c.efface_le = s.efface_le ORDER BY s.id`,
    [accountId],
  );
  return rows.map(({ id }) => id);
}

/** An account that its person has deleted, once its day has come, after the last one of these in the order of ids; null when there is none. */
export async function findDueAccount(db: Queryable, after: string | null): Promise<string | null> {
  const { rows } = await db.query<{ id: string }>(
    'SELECT id FROM comptes WHERE efface_le <= statement_timestamp() AND ($1::uuid IS NULL OR id > $1) ORDER BY id LIMIT 1',
    [after],
  );
  return rows[0]?.id ?? null;
}

/** Such an account, in a transaction that holds its row. @returns null when it is kept meanwhile */
export async function readDueAccount(
  client: ClientBase,
  id: string,
): Promise<(Account & { readonly isConfirmed: boolean }) | null> {
  const { rows } = await client.query<Account & { isConfirmed: boolean }>(
    `SELECT id, email, confirme_le IS NOT NULL AS "isConfirmed" FROM comptes
     WHERE id = $1 AND efface_le <= statement_timestamp()`,
    [id],
  );
  return rows[0] ?? null;
}
