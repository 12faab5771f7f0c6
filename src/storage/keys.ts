import type { Queryable } from './statement.ts';

export type KeyScope = 'lecture' | 'themes' | 'atelier';

export interface LiveKey {
  readonly id: string;
  readonly compte_id: string;
  readonly portee: KeyScope;
}

/**
 * Finds the live key with this fingerprint and notes its use, in one statement (specification, Authentication 4).
 * @param fingerprint lowercase hexadecimal SHA-256 of the secret
 * @returns null for an unknown, revoked or expired key alike
 */
export async function useKey(db: Queryable, fingerprint: string): Promise<LiveKey | null> {
  const { rows } = await db.query<LiveKey>({
    name: 'use-key',
    repeatable: true,
    text: `UPDATE cles SET derniere_utilisation = clock_timestamp()
           WHERE empreinte = $1 AND revoquee_le IS NULL AND (expire_le IS NULL OR expire_le > clock_timestamp())
           RETURNING id, compte_id, portee`,
    values: [fingerprint],
  });
  return rows[0] ?? null;
}

export interface NewKey {
  readonly accountId: string;
  readonly name: string | null;
  readonly fingerprint: string;
  readonly prefix: string;
  readonly scope: KeyScope;
  readonly expiresAt: string | null;
}

/** @returns the id of the stored key. */
export async function insertKey(db: Queryable, key: NewKey): Promise<string> {
  const { rows } = await db.query<{ id: string }>(
    `INSERT INTO cles (compte_id, nom, empreinte, prefixe, portee, expire_le)
     VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`,
    [key.accountId, key.name, key.fingerprint, key.prefix, key.scope, key.expiresAt],
  );
  return String(rows[0]?.id);
}

/** Revokes a key for good; a key that is revoked already keeps its date. @returns false when there is no such key. */
export async function revokeKey(db: Queryable, id: string): Promise<boolean> {
  const { rowCount } = await db.query(
    'UPDATE cles SET revoquee_le = coalesce(revoquee_le, clock_timestamp()) WHERE id = $1',
    [id],
  );
  return rowCount === 1;
}
