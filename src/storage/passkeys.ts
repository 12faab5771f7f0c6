import type { Backing, ShownFactor } from './backing.ts';
import type { Queryable } from './statement.ts';

/** A passkey as its account meets it; times in ISO form, UTC. */
export interface Passkey {
  /** The credential's id, base64url. */
  readonly id: string;
  readonly nom: string;
  readonly cree_le: string;
  readonly derniere_utilisation: string | null;
}

/** What its answers are checked with. */
export interface StoredPasskey {
  readonly id: string;
  readonly compte_id: string;
  /** COSE. */
  readonly cle_publique: Buffer;
  readonly compteur: number;
}

export interface NewPasskey {
  readonly id: string;
  readonly name: string;
  /** COSE. */
  readonly publicKey: Uint8Array;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly backing: Backing;
}

export async function listPasskeys(db: Queryable, accountId: string): Promise<Passkey[]> {
  const { rows } = await db.query<Passkey>(
    'SELECT id, nom, cree_le, derniere_utilisation FROM passkeys WHERE compte_id = $1 ORDER BY cree_le, id',
    [accountId],
  );
  return rows;
}

/** How a browser finds the passkeys of an account. */
export interface NamedPasskey {
  readonly id: string;
  readonly transports: string[];
}

export async function namePasskeys(db: Queryable, accountId: string): Promise<NamedPasskey[]> {
  const { rows } = await db.query<NamedPasskey>(
    'SELECT id, transports FROM passkeys WHERE compte_id = $1 ORDER BY cree_le, id',
    [accountId],
  );
  return rows;
}

export async function findPasskey(db: Queryable, id: string): Promise<StoredPasskey | null> {
  const { rows } = await db.query<StoredPasskey>(
    'SELECT id, compte_id, cle_publique, compteur::float8 AS compteur FROM passkeys WHERE id = $1',
    [id],
  );
  return rows[0] ?? null;
}

/** @returns false where an account has a passkey of this id already */
export async function insertPasskey(db: Queryable, accountId: string, passkey: NewPasskey): Promise<boolean> {
  const { id, name, publicKey, counter, transports, backing } = passkey;
  const { rowCount } = await db.query(
    `INSERT INTO passkeys (id, compte_id, nom, cle_publique, compteur, transports, appui_le) VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (id) DO NOTHING`,
    [id, accountId, name, Buffer.from(publicKey), counter, transports, backing],
  );
  return rowCount === 1;
}

/**
 * Notes that a passkey has answered. Its counter only moves forward; one of zero is not kept by its device.
 * @returns null where it is gone, or another answer has moved the counter so far already
 */
export async function usePasskey(
  db: Queryable,
  accountId: string,
  id: string,
  counter: number,
): Promise<ShownFactor | null> {
  const { rows } = await db.query<ShownFactor>(
    `UPDATE passkeys SET compteur = $3, derniere_utilisation = statement_timestamp()
     WHERE id = $1 AND compte_id = $2 AND (compteur < $3 OR (compteur = 0 AND $3::bigint = 0))
     RETURNING coalesce(appui_le, cree_le) AS since, cree_le AS "madeAt"`,
    [id, accountId, counter],
  );
  return rows[0] ?? null;
}

/** @returns its name; null where the account has no such passkey */
export async function deletePasskey(db: Queryable, accountId: string, id: string): Promise<string | null> {
  const { rows } = await db.query<{ nom: string }>(
    'DELETE FROM passkeys WHERE id = $2 AND compte_id = $1 RETURNING nom',
    [accountId, id],
  );
  return rows[0]?.nom ?? null;
}
