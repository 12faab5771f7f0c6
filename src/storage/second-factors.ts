/** What an account is signed in with besides its password: the application that shows codes, and codes on paper. Passkeys have their own file. */
import type { Backing, ShownFactor } from './backing.ts';
import type { Queryable } from './statement.ts';

/** Whether the account of a session, of the row `s`, has a second factor: a passkey, or an application whose first code was right. */
export const HAS_FACTOR = `(EXISTS (SELECT FROM passkeys p WHERE p.compte_id = s.compte_id)
  OR EXISTS (SELECT FROM generateurs g WHERE g.compte_id = s.compte_id AND g.confirme_le IS NOT NULL))`;

/** The same of one account. */
export async function findWhetherFactor(db: Queryable, accountId: string): Promise<boolean> {
  const { rows } = await db.query<{ existe: boolean }>(
    `SELECT EXISTS (SELECT FROM passkeys WHERE compte_id = $1)
       OR EXISTS (SELECT FROM generateurs WHERE compte_id = $1 AND confirme_le IS NOT NULL) AS existe`,
    [accountId],
  );
  return rows[0]?.existe ?? false;
}

/** Whether an account owns a site. */
export async function ownsSite(db: Queryable, accountId: string): Promise<boolean> {
  const { rows } = await db.query<{ existe: boolean }>(
    `SELECT EXISTS (SELECT FROM membres WHERE compte_id = $1 AND role = 'proprietaire') AS existe`,
    [accountId],
  );
  return rows[0]?.existe ?? false;
}

export interface CodeGenerator {
  readonly secret: Buffer;
  /** Null until a first code was right. */
  readonly confirme_le: string | null;
  /** Of the database, which all instances share; seconds since 1970. */
  readonly maintenant: number;
}

export async function findGenerator(db: Queryable, accountId: string): Promise<CodeGenerator | null> {
  const { rows } = await db.query<CodeGenerator>(
    `SELECT secret, confirme_le, date_part('epoch', statement_timestamp()) AS maintenant FROM generateurs WHERE compte_id = $1`,
    [accountId],
  );
  return rows[0] ?? null;
}

/** Stores a secret whose codes do not count yet, in place of an earlier one of this kind. @returns false where a confirmed one stands */
export async function insertGenerator(db: Queryable, accountId: string, secret: Uint8Array): Promise<boolean> {
  const { rowCount } = await db.query(
    `INSERT INTO generateurs AS g (compte_id, secret) VALUES ($1, $2)
     ON CONFLICT (compte_id) DO UPDATE SET secret = EXCLUDED.secret, cree_le = EXCLUDED.cree_le, dernier_pas = 0
     WHERE g.confirme_le IS NULL`,
    [accountId, Buffer.from(secret)],
  );
  return rowCount === 1;
}

/** Lets the codes of an application count from now on; its first code is used up. @returns false where that was done before, or the secret is another */
export async function confirmGenerator(
  db: Queryable,
  accountId: string,
  { secret, step, backing }: { readonly secret: Uint8Array; readonly step: number; readonly backing: Backing },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE generateurs SET confirme_le = statement_timestamp(), dernier_pas = $3, appui_le = $4
     WHERE compte_id = $1 AND secret = $2 AND confirme_le IS NULL`,
    [accountId, Buffer.from(secret), step, backing],
  );
  return rowCount === 1;
}

/**
 * Uses the code of a step of time up: of several who do so at once one does. A step is behind the one that was used last for good.
 * @returns null where the code does not count
 */
export async function useStep(db: Queryable, accountId: string, step: number): Promise<ShownFactor | null> {
  const { rows } = await db.query<ShownFactor>(
    `UPDATE generateurs SET dernier_pas = $2 WHERE compte_id = $1 AND confirme_le IS NOT NULL AND dernier_pas < $2
     RETURNING coalesce(appui_le, confirme_le) AS since, confirme_le AS "madeAt"`,
    [accountId, step],
  );
  return rows[0] ?? null;
}

/** @returns whether a confirmed one is gone */
export async function deleteGenerator(db: Queryable, accountId: string): Promise<boolean> {
  const { rows } = await db.query<{ confirme: boolean }>(
    'DELETE FROM generateurs WHERE compte_id = $1 RETURNING confirme_le IS NOT NULL AS confirme',
    [accountId],
  );
  return rows[0]?.confirme ?? false;
}

export async function countRecoveryCodes(db: Queryable, accountId: string): Promise<number> {
  const { rows } = await db.query<{ nombre: number }>(
    'SELECT count(*)::int AS nombre FROM codes_de_secours WHERE compte_id = $1',
    [accountId],
  );
  return Number(rows[0]?.nombre);
}

/** Puts these codes in place of all that the account has. @param fingerprints lowercase hexadecimal */
export async function replaceRecoveryCodes(
  db: Queryable,
  accountId: string,
  fingerprints: readonly string[],
  backing: Backing,
): Promise<void> {
  await db.query('DELETE FROM codes_de_secours WHERE compte_id = $1', [accountId]);
  await db.query('INSERT INTO codes_de_secours (compte_id, empreinte, appui_le) SELECT $1, unnest($2::text[]), $3', [
    accountId,
    fingerprints,
    backing,
  ]);
}

/** Uses a code up: of several who do so at once one does. @returns null where there is none */
export async function useRecoveryCode(
  db: Queryable,
  accountId: string,
  fingerprint: string,
): Promise<ShownFactor | null> {
  const { rows } = await db.query<ShownFactor>(
    `DELETE FROM codes_de_secours WHERE compte_id = $1 AND empreinte = $2
     RETURNING coalesce(appui_le, cree_le) AS since, cree_le AS "madeAt"`,
    [accountId, fingerprint],
  );
  return rows[0] ?? null;
}

/** Whether an account has a factor that rests on something older than a time. @param since ISO 8601 */
export async function hasOlderFactor(db: Queryable, accountId: string, since: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `SELECT 1 FROM passkeys WHERE compte_id = $1 AND coalesce(appui_le, cree_le) < $2
     UNION ALL SELECT 1 FROM generateurs
     WHERE compte_id = $1 AND confirme_le IS NOT NULL AND coalesce(appui_le, confirme_le) < $2 LIMIT 1`,
    [accountId, since],
  );
  return rowCount === 1;
}

/** Names of the factors that rest on nothing older than a time. @param since ISO 8601 */
export async function listFactorsSince(db: Queryable, accountId: string, since: string): Promise<string[]> {
  const { rows } = await db.query<{ nom: string }>(
    `SELECT nom FROM passkeys WHERE compte_id = $1 AND coalesce(appui_le, cree_le) >= $2
     UNION ALL SELECT 'application de codes' FROM generateurs
     WHERE compte_id = $1 AND confirme_le IS NOT NULL AND coalesce(appui_le, confirme_le) >= $2`,
    [accountId, since],
  );
  return rows.map(({ nom }) => nom);
}

/** Takes every factor of an account away, with its codes and what was begun with them. */
export const deleteFactors = (db: Queryable, accountId: string): Promise<void> =>
  deleteFactorsSince(db, accountId, '-infinity');

/**
 * Takes the factors and the codes on paper away that rest on nothing older than a time, and what was begun.
 * @param since ISO 8601
 */
export async function deleteFactorsSince(db: Queryable, accountId: string, since: string): Promise<void> {
  for (const text of [
    'DELETE FROM passkeys WHERE compte_id = $1 AND coalesce(appui_le, cree_le) >= $2',
    'DELETE FROM generateurs WHERE compte_id = $1 AND coalesce(appui_le, confirme_le, cree_le) >= $2',
    'DELETE FROM codes_de_secours WHERE compte_id = $1 AND coalesce(appui_le, cree_le) >= $2',
  ]) {
    await db.query(text, [accountId, since]);
  }
  await db.query('DELETE FROM defis WHERE compte_id = $1', [accountId]);
}
