import type { Backing, StandingSince } from './backing.ts';
import type { Queryable } from './statement.ts';

/** Links of an account: confirms its address, gives it a password, another address, its former address again. */
export type AccountLinkKind = 'confirmation' | 'mot_de_passe' | 'adresse' | 'annulation';
export type LinkKind = AccountLinkKind | 'invitation';

/** Whom a link is for. */
export interface LinkRow {
  readonly genre: LinkKind;
  /** Null for an invitation. */
  readonly compte_id: string | null;
  /** Null for every other link. */
  readonly invitation_id: string | null;
  /** The address that the link was sent to by mail; null for one that was shown to be copied. */
  readonly envoye_a: string | null;
  /** Of an address that changes: the other address. */
  readonly email: string | null;
  /** Of an address that changes: what the change rests on. Of a link that undoes: since when the address it is sent to is the account’s. */
  readonly appui_le: Backing;
}

/** A link that was used. */
export interface TakenLink extends LinkRow {
  readonly expire_le: string;
}

/**
 * @param term `fingerprint`: lowercase hexadecimal SHA-256 of the secret in the link; `since`: when its life begins, and from when on it undoes; null for now
 */
export async function insertLink(
  db: Queryable,
  { genre, compte_id, invitation_id, envoye_a, email, appui_le }: LinkRow,
  {
    fingerprint,
    lifeSeconds,
    since,
  }: { readonly fingerprint: string; readonly lifeSeconds: number; readonly since: string | null },
): Promise<void> {
  await db.query(
    `INSERT INTO liens (empreinte, genre, compte_id, invitation_id, envoye_a, email, expire_le, appui_le, depuis)
     VALUES ($1, $2, $3, $4, $5, $6, coalesce($8, statement_timestamp()) + make_interval(secs => $7), $9, $8)`,
    [fingerprint, genre, compte_id, invitation_id, envoye_a, email, lifeSeconds, since, appui_le],
  );
}

/** What a link that still works is for; the link goes on working. */
export async function findLink(db: Queryable, kind: LinkKind, fingerprint: string): Promise<LinkRow | null> {
  const { rows } = await db.query<LinkRow>(
    `SELECT genre, compte_id, invitation_id, envoye_a, email, appui_le FROM liens
     WHERE empreinte = $1 AND genre = $2 AND expire_le > statement_timestamp()`,
    [fingerprint, kind],
  );
  return rows[0] ?? null;
}

/** Takes a link: of several who do so at once, one gets the row. @returns null when the link is unknown, used or over */
export async function takeLink(db: Queryable, kind: LinkKind, fingerprint: string): Promise<TakenLink | null> {
  const { rows } = await db.query<TakenLink & { vivant: boolean }>(
    `DELETE FROM liens WHERE empreinte = $1 AND genre = $2
     RETURNING genre, compte_id, invitation_id, envoye_a, email, appui_le, expire_le, expire_le > statement_timestamp() AS vivant`,
    [fingerprint, kind],
  );
  const [row] = rows;
  return row?.vivant ? row : null;
}

/** A link that undoes what was weakly proven. */
export interface UndoLink {
  readonly compte_id: string;
  /** The address that the link was sent to. */
  readonly envoye_a: string;
  /** From when on, ISO 8601. */
  readonly depuis: string;
  /** When that was done; null: not yet. */
  readonly servi_le: string | null;
  /** Since when the address that the link was sent to was the account’s; where nobody knows, from when on the link undoes. */
  readonly adresse_depuis: StandingSince;
}

/** How long a link of a release before works, which does not say from when on it undoes; days. */
const FORMER_LIFE_DAYS = 7;
const SINCE = `coalesce(depuis, expire_le - interval '${FORMER_LIFE_DAYS} days')`;
const UNDO = `compte_id, envoye_a, ${SINCE} AS depuis, servi_le, coalesce(appui_le, ${SINCE}) AS adresse_depuis`;

/** @returns null for a link that is unknown or over */
export async function findUndoLink(db: Queryable, fingerprint: string): Promise<UndoLink | null> {
  const { rows } = await db.query<UndoLink>(
    `SELECT ${UNDO} FROM liens WHERE empreinte = $1 AND genre = 'annulation' AND expire_le > statement_timestamp()`,
    [fingerprint],
  );
  return rows[0] ?? null;
}

/** Uses such a link: of several who do so at once one gets true. */
export async function markUndoLinkUsed(db: Queryable, fingerprint: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE liens SET servi_le = statement_timestamp()
     WHERE empreinte = $1 AND genre = 'annulation' AND expire_le > statement_timestamp() AND servi_le IS NULL`,
    [fingerprint],
  );
  return rowCount === 1;
}

/** What the later links of an account would undo is undone. */
export async function markLaterUndoLinksUsed(db: Queryable, accountId: string, since: string): Promise<void> {
  await db.query(
    `UPDATE liens SET servi_le = statement_timestamp()
     WHERE compte_id = $1 AND genre = 'annulation' AND depuis >= $2 AND servi_le IS NULL`,
    [accountId, since],
  );
}

/** The address that an invitation is for. @returns null when the invitation is gone or over */
export async function findInvitedAddress(db: Queryable, invitationId: string): Promise<string | null> {
  const { rows } = await db.query<{ email: string }>(
    'SELECT email FROM invitations WHERE id = $1 AND expire_le > statement_timestamp()',
    [invitationId],
  );
  return rows[0]?.email ?? null;
}

/** Ends the links of an account, of these kinds. */
export async function deleteLinksOfAccount(
  db: Queryable,
  accountId: string,
  kinds: readonly AccountLinkKind[],
): Promise<void> {
  await db.query('DELETE FROM liens WHERE compte_id = $1 AND genre = ANY ($2::text[])', [accountId, kinds]);
}

/** The address that an account is about to change to: its mail waits, or its link does. @returns null where there is none */
export async function findNextAddress(db: Queryable, accountId: string): Promise<string | null> {
  const { rows } = await db.query<{ email: string }>(
    `SELECT envoye_a AS email FROM liens
     WHERE compte_id = $1 AND genre = 'adresse' AND expire_le > statement_timestamp() AND envoye_a IS NOT NULL
     UNION ALL SELECT destinataire FROM courriels WHERE compte_id = $1 AND genre = 'adresse' LIMIT 1`,
    [accountId],
  );
  return rows[0]?.email ?? null;
}
