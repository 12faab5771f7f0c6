import type { ClientBase } from 'pg';
import type { Backing, StandingSince } from './backing.ts';
import type { Queryable } from './statement.ts';

export type KeyScope = 'lecture' | 'themes' | 'atelier';

/** A key as its account meets it; times in ISO form with microseconds, UTC. */
export interface Key {
  readonly id: string;
  readonly nom: string | null;
  readonly prefixe: string;
  readonly portee: KeyScope;
  readonly cree_le: string;
  readonly derniere_utilisation: string | null;
  readonly expire_le: string | null;
  readonly revoquee_le: string | null;
}

const IS_LIVE = '(revoquee_le IS NULL AND (expire_le IS NULL OR expire_le > statement_timestamp()))';

/** How many keys a list shows: at most twenty are live. */
const LISTED = 200;

interface LiveKey {
  readonly id: string;
  readonly compte_id: string;
  readonly nom: string | null;
  readonly prefixe: string;
  readonly portee: KeyScope;
}

/**
 * Finds the live key with this fingerprint and notes its use, in one statement (docs/decisions/sessions.md).
 * @param db the pool for what everybody waits for, whose commits do not wait for the disk
 * @param fingerprint lowercase hexadecimal SHA-256 of the secret
 * @returns null for an unknown, revoked or expired key alike
 */
export async function useKey(db: Queryable, fingerprint: string): Promise<LiveKey | null> {
  const { rows } = await db.query<LiveKey>({
    name: 'use-key',
    repeatable: true,
    text: `UPDATE cles SET derniere_utilisation = statement_timestamp()
           WHERE empreinte = $1 AND ${IS_LIVE}
           RETURNING id, compte_id, nom, prefixe, portee`,
    values: [fingerprint],
  });
  return rows[0] ?? null;
}

interface NewKey {
  readonly accountId: string;
  readonly name: string | null;
  readonly fingerprint: string;
  readonly prefix: string;
  readonly scope: KeyScope;
  readonly expiresAt: string | null;
  readonly backing: Backing;
}

/** @returns the id of the stored key. */
export async function insertKey(db: Queryable, key: NewKey): Promise<string> {
  const { rows } = await db.query<{ id: string }>(
    `INSERT INTO cles (compte_id, nom, empreinte, prefixe, portee, expire_le, appui_le)
     VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id`,
    [key.accountId, key.name, key.fingerprint, key.prefix, key.scope, key.expiresAt, key.backing],
  );
  return String(rows[0]?.id);
}

/** A key that was revoked. */
export interface EndedKey {
  readonly id: string;
  readonly nom: string | null;
  readonly prefixe: string;
  readonly compte_id: string;
}

/** Revokes a key for good; a key that is revoked already keeps its date. @returns null when there is no such key */
export async function revokeKey(db: Queryable, id: string): Promise<(EndedKey & { wasLive: boolean }) | null> {
  const { rows } = await db.query<EndedKey & { wasLive: boolean }>(REVOKE, [id, null]);
  return rows[0] ?? null;
}

/** Revokes a key of this account. @returns null when the account has no such key */
export async function revokeKeyOf(
  db: Queryable,
  accountId: string,
  id: string,
): Promise<(EndedKey & { wasLive: boolean }) | null> {
  const { rows } = await db.query<EndedKey & { wasLive: boolean }>(REVOKE, [id, accountId]);
  return rows[0] ?? null;
}

const REVOKE = `WITH avant AS (
    SELECT id, revoquee_le FROM cles WHERE id = $1 AND ($2::uuid IS NULL OR compte_id = $2) FOR UPDATE
  )
  UPDATE cles SET revoquee_le = least(cles.revoquee_le, statement_timestamp()) FROM avant WHERE cles.id = avant.id
  RETURNING cles.id, nom, prefixe, compte_id, avant.revoquee_le IS NULL AS "wasLive"`;

/** Revokes all keys of an account for good. @returns how many were not revoked before */
export async function revokeKeysOf(db: Queryable, accountId: string): Promise<number> {
  const { rowCount } = await db.query(
    'UPDATE cles SET revoquee_le = statement_timestamp() WHERE compte_id = $1 AND revoquee_le IS NULL',
    [accountId],
  );
  return rowCount ?? 0;
}

/** What the acts of a live key of an account rest on. @returns null for a key that is none (any more) */
export async function findKeyBacking(
  db: Queryable,
  accountId: string,
  fingerprint: string,
): Promise<StandingSince | null> {
  const { rows } = await db.query<{ repose_sur: StandingSince }>(
    `SELECT coalesce(appui_le, cree_le) AS repose_sur FROM cles WHERE compte_id = $1 AND empreinte = $2 AND ${IS_LIVE}`,
    [accountId, fingerprint],
  );
  return rows[0]?.repose_sur ?? null;
}

/** A live key, for the page that asks which keys go. */
export interface KeyInHand extends Pick<Key, 'id' | 'nom' | 'prefixe' | 'derniere_utilisation'> {
  /** ISO 8601. */
  readonly repose_sur: string;
}

/** The live keys of an account, the oldest first. */
export async function listLiveKeys(db: Queryable, accountId: string): Promise<KeyInHand[]> {
  const { rows } = await db.query<KeyInHand>(
    `SELECT id, nom, prefixe, derniere_utilisation, coalesce(appui_le, cree_le) AS repose_sur
     FROM cles WHERE compte_id = $1 AND ${IS_LIVE} ORDER BY cree_le, id`,
    [accountId],
  );
  return rows;
}

/**
 * Ends the keys of an account that rest on nothing older than a time, and those that are named. A key that has ended stays so.
 * @param end `since`: ISO 8601; `keys`: ids
 */
export async function endKeysSince(
  db: Queryable,
  accountId: string,
  { since, keys }: { readonly since: string; readonly keys: readonly string[] },
): Promise<void> {
  await db.query(
    `UPDATE cles SET revoquee_le = statement_timestamp()
     WHERE compte_id = $1 AND revoquee_le IS NULL AND (coalesce(appui_le, cree_le) >= $2 OR id = ANY ($3::uuid[]))`,
    [accountId, since, keys],
  );
}

/** The keys of an account: the live ones, then the others, the newest first. When there are many, some revoked and expired keys are left out. */
export async function listKeys(db: Queryable, accountId: string): Promise<Key[]> {
  const { rows } = await db.query<Key>(
    `SELECT id, nom, prefixe, portee, cree_le, derniere_utilisation, expire_le, revoquee_le
     FROM cles WHERE compte_id = $1 ORDER BY ${IS_LIVE} DESC, cree_le DESC, id LIMIT ${LISTED}`,
    [accountId],
  );
  return rows;
}

/** Counted under the account's lock, so that the count holds until the transaction ends. */
export async function countLiveKeys(client: ClientBase, accountId: string): Promise<number> {
  const { rows } = await client.query<{ nombre: number }>(
    `SELECT count(*)::integer AS nombre FROM cles WHERE compte_id = $1 AND ${IS_LIVE}`,
    [accountId],
  );
  return Number(rows[0]?.nombre);
}
