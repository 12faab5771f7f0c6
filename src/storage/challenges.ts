/** Beginnings that are finished once (`defis`). */
import type { Queryable } from './statement.ts';

/** A sign-in whose password was right; a challenge for a passkey that signs in, that is added, or that is shown again; a code that came by mail. */
export type ChallengeKind = 'connexion' | 'passkey' | 'ajout' | 'preuve' | 'courriel';

export interface Challenge {
  readonly kind: ChallengeKind;
  /** Lowercase hexadecimal SHA-256 of what its browser presents. */
  readonly fingerprint: string;
  /** Null where nobody is known yet. */
  readonly accountId: string | null;
}

/** What is known of it besides. */
export type ChallengeData = Readonly<Record<string, string>>;

/** Rows that one sweep removes at most. */
const SWEPT = 1_000;
/** How long the secret of an application waits for its first code, hours. */
const UNCONFIRMED_HOURS = 24;

export async function insertChallenge(
  db: Queryable,
  { kind, fingerprint, accountId }: Challenge,
  { data = {}, lifeSeconds }: { readonly data?: ChallengeData; readonly lifeSeconds: number },
): Promise<void> {
  await db.query(
    `INSERT INTO defis (empreinte, genre, compte_id, donnees, expire_le)
     VALUES ($1, $2, $3, $4, statement_timestamp() + make_interval(secs => $5))`,
    [fingerprint, kind, accountId, JSON.stringify(data), lifeSeconds],
  );
}

/** One that is not over, without using it up. */
export async function findChallenge(
  db: Queryable,
  kind: ChallengeKind,
  fingerprint: string,
): Promise<{ readonly compte_id: string | null; readonly donnees: ChallengeData } | null> {
  const { rows } = await db.query<{ compte_id: string | null; donnees: ChallengeData }>(
    'SELECT compte_id, donnees FROM defis WHERE empreinte = $1 AND genre = $2 AND expire_le > statement_timestamp()',
    [fingerprint, kind],
  );
  return rows[0] ?? null;
}

/** Uses one up: of several who do so at once one gets it. @returns null where it is unknown, used, over or another account's */
export async function takeChallenge(
  db: Queryable,
  { kind, fingerprint, accountId }: Challenge,
): Promise<ChallengeData | null> {
  const { rows } = await db.query<{ donnees: ChallengeData; vivant: boolean }>(
    `DELETE FROM defis WHERE empreinte = $1 AND genre = $2 AND compte_id IS NOT DISTINCT FROM $3::uuid
     RETURNING donnees, expire_le > statement_timestamp() AS vivant`,
    [fingerprint, kind, accountId],
  );
  const [row] = rows;
  return row?.vivant ? row.donnees : null;
}

/**
 * Counts a guess of one, before the guess is judged.
 * @param most guesses
 * @returns what is known of it; null where it is over, or was guessed too often
 */
export async function countGuess(
  db: Queryable,
  { kind, fingerprint, accountId }: Challenge,
  most: number,
): Promise<ChallengeData | null> {
  const { rows } = await db.query<{ donnees: ChallengeData }>(
    `UPDATE defis SET donnees = jsonb_set(donnees, '{essais}', (coalesce(donnees->>'essais', '0')::int + 1)::text::jsonb)
     WHERE empreinte = $1 AND genre = $2 AND compte_id = $3 AND expire_le > statement_timestamp()
       AND coalesce(donnees->>'essais', '0')::int < $4
     RETURNING donnees`,
    [fingerprint, kind, accountId, most],
  );
  return rows[0]?.donnees ?? null;
}

/** Ends those of an account, of one kind and one browser. @param bond its fingerprint, as the data have it */
export async function deleteChallenges(
  db: Queryable,
  accountId: string,
  { kind, bond }: { readonly kind: ChallengeKind; readonly bond: string },
): Promise<void> {
  await db.query(`DELETE FROM defis WHERE compte_id = $1 AND genre = $2 AND donnees->>'lien' = $3`, [
    accountId,
    kind,
    bond,
  ]);
}

/** Removes what is over, a bounded number, and secrets of applications that nobody went on with. */
export async function sweepChallenges(db: Queryable): Promise<void> {
  await db.query(
    `DELETE FROM defis WHERE empreinte IN (
       SELECT empreinte FROM defis WHERE expire_le < statement_timestamp()
       ORDER BY expire_le LIMIT ${SWEPT} FOR UPDATE SKIP LOCKED)`,
  );
  await db.query(
    `DELETE FROM generateurs WHERE confirme_le IS NULL AND compte_id IN (
       SELECT compte_id FROM generateurs
       WHERE confirme_le IS NULL AND cree_le < statement_timestamp() - make_interval(hours => $1)
       ORDER BY cree_le LIMIT ${SWEPT} FOR UPDATE SKIP LOCKED)`,
    [UNCONFIRMED_HOURS],
  );
}
