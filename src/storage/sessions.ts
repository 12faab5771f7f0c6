import type { Queryable } from './statement.ts';

/** Rows that one sweep removes at most. */
const SWEPT = 1_000;

export interface LiveSession {
  readonly compte_id: string;
  readonly email: string;
  /** Whether this use has moved the end of the session. */
  readonly prolongee: boolean;
}

/** How long a session lives after its last use, and how much of that must have passed before its end is moved. */
export interface SessionTerm {
  readonly lifeSeconds: number;
  readonly stepSeconds: number;
}

/**
 * Finds the session with this fingerprint and moves its end, in one statement that writes only when a step has passed since
 * the end was moved last.
 * @param fingerprint lowercase hexadecimal SHA-256 of the cookie's value
 * @returns null for one that is unknown or over
 */
export async function useSession(
  db: Queryable,
  fingerprint: string,
  { lifeSeconds, stepSeconds }: SessionTerm,
): Promise<LiveSession | null> {
  const { rows } = await db.query<LiveSession>({
    name: 'use-session',
    repeatable: true,
    text: `WITH vivante AS (
             SELECT compte_id FROM sessions WHERE empreinte = $1 AND expire_le > statement_timestamp()
           ), prolongation AS (
             UPDATE sessions SET expire_le = statement_timestamp() + make_interval(secs => $2)
             WHERE empreinte = $1 AND expire_le > statement_timestamp()
               AND expire_le < statement_timestamp() + make_interval(secs => $3)
             RETURNING empreinte
           )
           SELECT v.compte_id, c.email, EXISTS (SELECT FROM prolongation) AS prolongee
           FROM vivante v JOIN comptes c ON c.id = v.compte_id`,
    values: [fingerprint, lifeSeconds, lifeSeconds - stepSeconds],
  });
  return rows[0] ?? null;
}

/**
 * Stores a session if its account has this password hash. The statement waits for a change of the password in progress, which ends the
 * sessions that were stored before.
 * @returns false when the account has another hash, or is gone
 */
export async function insertSession(
  db: Queryable,
  session: { fingerprint: string; accountId: string; passwordHash: string; lifeSeconds: number },
): Promise<boolean> {
  const { rowCount } = await db.query({
    text: `INSERT INTO sessions (empreinte, compte_id, expire_le)
           SELECT $1, id, statement_timestamp() + make_interval(secs => $4)
           FROM comptes WHERE id = $2 AND mot_de_passe = $3 FOR SHARE`,
    values: [session.fingerprint, session.accountId, session.passwordHash, session.lifeSeconds],
  });
  return rowCount === 1;
}

export async function isLiveSession(db: Queryable, fingerprint: string): Promise<boolean> {
  const { rowCount } = await db.query(
    'SELECT empreinte FROM sessions WHERE empreinte = $1 AND expire_le > statement_timestamp()',
    [fingerprint],
  );
  return rowCount === 1;
}

/** How many live sessions an account has. */
export async function countSessions(db: Queryable, accountId: string): Promise<number> {
  const { rows } = await db.query<{ n: number }>(
    'SELECT count(*)::int AS n FROM sessions WHERE compte_id = $1 AND expire_le > statement_timestamp()',
    [accountId],
  );
  return rows[0]?.n ?? 0;
}

/** Ends the sessions of an account but the one with this fingerprint. @returns how many of them were not over */
export async function deleteOtherSessions(db: Queryable, accountId: string, fingerprint: string): Promise<number> {
  const { rows } = await db.query<{ vivantes: number }>(
    `WITH terminees AS (
       DELETE FROM sessions WHERE compte_id = $1 AND empreinte <> $2 RETURNING expire_le
     )
     SELECT count(*) FILTER (WHERE expire_le > statement_timestamp())::int AS vivantes FROM terminees`,
    [accountId, fingerprint],
  );
  return rows[0]?.vivantes ?? 0;
}

/** Ends all sessions of an account. @returns how many of them were not over */
export const deleteAllSessions = (db: Queryable, accountId: string): Promise<number> =>
  deleteOtherSessions(db, accountId, '');

export async function deleteSession(db: Queryable, fingerprint: string): Promise<void> {
  await db.query('DELETE FROM sessions WHERE empreinte = $1', [fingerprint]);
}

/** Removes ended sessions, a bounded number. */
export async function sweepSessions(db: Queryable): Promise<void> {
  await db.query(
    `DELETE FROM sessions WHERE empreinte IN (
       SELECT empreinte FROM sessions WHERE expire_le < statement_timestamp()
       ORDER BY expire_le LIMIT ${SWEPT} FOR UPDATE SKIP LOCKED)`,
  );
}
