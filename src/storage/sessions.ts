import type { Backing, ShownFactor, StandingSince } from './backing.ts';
import { HAS_FACTOR } from './second-factors.ts';
import type { Queryable } from './statement.ts';

/** Rows that one sweep removes at most. */
const SWEPT = 1_000;

export interface LiveSession {
  readonly compte_id: string;
  readonly email: string;
  /** Whether the account looks after the installation. */
  readonly exploitant: boolean;
  /** Whether the session has shown a second factor, and the account still has one. */
  readonly second_facteur: boolean;
  /** Whether this use has moved the end of the session. */
  readonly prolongee: boolean;
}

/** Whether a session, of the row `s`, is an operator's, of the account `c`: it has shown a factor that is older than the mark, which does not sleep. */
export const IS_OPERATOR =
  '(c.exploitant AND NOT c.exploitant_dort AND coalesce(s.facteur_cree_le <= c.exploitant_le, false))';

/** How long a session lives after its last use, and how much of that must have passed before its end is moved. */
export interface SessionTerm {
  readonly lifeSeconds: number;
  readonly stepSeconds: number;
}

/** Since an account has a second factor, a session that has never shown one is none: whoever has opened it knew the password alone. */
const HAS_SHOWN = `(s.second_facteur_le IS NOT NULL OR NOT ${HAS_FACTOR})`;

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
    text: `WITH s AS (
             SELECT compte_id, second_facteur_le, facteur_cree_le FROM sessions WHERE empreinte = $1 AND expire_le > statement_timestamp()
           ), prolongation AS (
             UPDATE sessions SET expire_le = statement_timestamp() + make_interval(secs => $2)
             WHERE empreinte = $1 AND expire_le > statement_timestamp()
               AND expire_le < statement_timestamp() + make_interval(secs => $3)
             RETURNING empreinte
           )
           SELECT s.compte_id, c.email, ${IS_OPERATOR} AS exploitant, EXISTS (SELECT FROM prolongation) AS prolongee,
             s.second_facteur_le IS NOT NULL AND ${HAS_FACTOR} AS second_facteur
           FROM s JOIN comptes c ON c.id = s.compte_id WHERE ${HAS_SHOWN}`,
    values: [fingerprint, lifeSeconds, lifeSeconds - stepSeconds],
  });
  return rows[0] ?? null;
}

/** A session that begins. */
export interface NewSession {
  /** Lowercase hexadecimal SHA-256 of the cookie's value. */
  readonly fingerprint: string;
  readonly accountId: string;
  readonly passwordHash: string;
  readonly lifeSeconds: number;
  /** In words; null where it is not known. */
  readonly browser: string | null;
  readonly place: string | null;
  /** The second factor that was shown; null where none was. */
  readonly factor: ShownFactor | null;
}

/**
 * Stores a session if its account has this password hash. The statement waits for a change of the password in progress, which ends the
 * sessions that were stored before.
 * @returns false when the account has another hash, or is gone
 */
export async function insertSession(db: Queryable, session: NewSession): Promise<boolean> {
  const { fingerprint, accountId, passwordHash, lifeSeconds, browser, place, factor } = session;
  const { rowCount } = await db.query({
    text: `INSERT INTO sessions (empreinte, compte_id, expire_le, navigateur, lieu, second_facteur_le, preuve_forte_le, preuve_appui_le, facteur_cree_le)
           SELECT $1, id, statement_timestamp() + make_interval(secs => $4), $5, $6,
             CASE WHEN $7::timestamptz IS NOT NULL THEN statement_timestamp() END,
             CASE WHEN $7::timestamptz IS NOT NULL THEN statement_timestamp() END, $7, $8
           FROM comptes WHERE id = $2 AND mot_de_passe = $3 FOR SHARE`,
    values: [
      fingerprint,
      accountId,
      passwordHash,
      lifeSeconds,
      browser,
      place,
      factor?.since ?? null,
      factor?.madeAt ?? null,
    ],
  });
  return rowCount === 1;
}

export async function isLiveSession(db: Queryable, fingerprint: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `SELECT s.empreinte FROM sessions s WHERE s.empreinte = $1 AND s.expire_le > statement_timestamp() AND ${HAS_SHOWN}`,
    [fingerprint],
  );
  return rowCount === 1;
}

/**
 * Until when a session may change what its account is signed in with: its beginning counts as a proof, and the last time when it has given the
 * password or a second factor again. @returns null where that is over, or the session is
 */
export async function provenUntil(db: Queryable, fingerprint: string, seconds: number): Promise<string | null> {
  const { rows } = await db.query<{ jusqua: string }>(
    `SELECT greatest(s.cree_le, s.prouve_le) + make_interval(secs => $2) AS jusqua FROM sessions s
     WHERE s.empreinte = $1 AND s.expire_le > statement_timestamp() AND ${HAS_SHOWN}
       AND greatest(s.cree_le, s.prouve_le) > statement_timestamp() - make_interval(secs => $2)`,
    [fingerprint, seconds],
  );
  return rows[0]?.jusqua ?? null;
}

/** How a session has shown again who has it: by what stands besides the password, and since when that has stood. */
export type SessionProof =
  | { readonly by: 'password' }
  | { readonly by: 'mail'; readonly since: StandingSince }
  /** A factor that was added just now may rest on nothing, and makes nobody an operator. */
  | { readonly by: 'factor'; readonly since: Backing; readonly madeAt: string | null };

const PROVE = {
  password: 'UPDATE sessions SET prouve_le = statement_timestamp() WHERE empreinte = $1',
  mail: `UPDATE sessions SET prouve_le = statement_timestamp(), preuve_forte_le = statement_timestamp(), preuve_appui_le = $2
         WHERE empreinte = $1`,
  factor: `UPDATE sessions SET prouve_le = statement_timestamp(), preuve_forte_le = statement_timestamp(), preuve_appui_le = $2,
             second_facteur_le = statement_timestamp(), facteur_cree_le = least(facteur_cree_le, $3)
           WHERE empreinte = $1`,
} as const satisfies Record<SessionProof['by'], string>;

/** Notes that a session has shown again who has it. */
export async function proveSession(db: Queryable, fingerprint: string, proof: SessionProof): Promise<void> {
  const shown = proof.by === 'password' ? [] : proof.by === 'mail' ? [proof.since] : [proof.since, proof.madeAt];
  await db.query(PROVE[proof.by], [fingerprint, ...shown]);
}

/** Of a session that has shown a factor, or a code that came by mail, so many seconds ago at most. */
export interface StrongProof {
  /** Since when the factor, or the address, has stood. */
  readonly since: StandingSince;
  readonly until: string;
}

/** @returns null where that is over, or the session is */
export async function findStrongProof(
  db: Queryable,
  fingerprint: string,
  seconds: number,
): Promise<StrongProof | null> {
  const { rows } = await db.query<StrongProof>(
    `SELECT coalesce(s.preuve_appui_le, s.preuve_forte_le) AS since, s.preuve_forte_le + make_interval(secs => $2) AS until FROM sessions s
     WHERE s.empreinte = $1 AND s.expire_le > statement_timestamp() AND ${HAS_SHOWN}
       AND s.preuve_forte_le > statement_timestamp() - make_interval(secs => $2)`,
    [fingerprint, seconds],
  );
  return rows[0] ?? null;
}

/** No session of an account has shown a second factor, once the account has none any more. */
export async function forgetSecondFactor(db: Queryable, accountId: string): Promise<void> {
  await db.query('UPDATE sessions SET second_facteur_le = NULL WHERE compte_id = $1', [accountId]);
}

/** A session as its account meets it; times in ISO form, UTC. */
export interface ListedSession {
  /** Names the session in a request; nobody signs in with it. */
  readonly id: string;
  readonly navigateur: string | null;
  readonly lieu: string | null;
  readonly ouverte_le: string;
  readonly expire_le: string;
  readonly second_facteur_le: string | null;
  readonly ici: boolean;
}

/** How many sessions a list shows. */
const LISTED = 100;
/** The beginning of a fingerprint is enough to name a session of an account. */
const SESSION_ID = 'left(empreinte, 32)';

/** The live sessions of an account: the one with this fingerprint, then the ones that were used last. */
export async function listSessions(db: Queryable, accountId: string, fingerprint: string): Promise<ListedSession[]> {
  const { rows } = await db.query<ListedSession>(
    `SELECT ${SESSION_ID} AS id, navigateur, lieu, cree_le AS ouverte_le, expire_le, second_facteur_le, empreinte = $2 AS ici
     FROM sessions WHERE compte_id = $1 AND expire_le > statement_timestamp()
     ORDER BY empreinte = $2 DESC, expire_le DESC, empreinte LIMIT ${LISTED}`,
    [accountId, fingerprint],
  );
  return rows;
}

/** Ends the session of an account that a list names so. @returns false where there is none */
export async function deleteSessionNamed(db: Queryable, accountId: string, id: string): Promise<boolean> {
  const { rowCount } = await db.query(`DELETE FROM sessions WHERE compte_id = $1 AND ${SESSION_ID} = $2`, [
    accountId,
    id,
  ]);
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
