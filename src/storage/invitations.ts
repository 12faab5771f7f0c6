import type { MemberRole } from './accounts.ts';
import type { Backing } from './backing.ts';
import type { Decision } from './grants.ts';
import type { Queryable } from './statement.ts';

/** An invitation as owners of the site see it. */
export interface Invitation {
  readonly id: string;
  readonly email: string;
  readonly role: MemberRole;
  readonly cree_le: string;
  readonly expire_le: string;
  /** Address of who invites; null when that account is gone. */
  readonly de: string | null;
}

/** The invitations of a site that wait for an answer, and those that are over, by address. */
export async function listInvitations(db: Queryable, siteId: string): Promise<Invitation[]> {
  const { rows } = await db.query<Invitation>(
    `SELECT i.id, i.email, i.role, i.cree_le, i.expire_le, c.email AS de
     FROM invitations i LEFT JOIN comptes c ON c.id = i.invite_par WHERE i.site_id = $1 ORDER BY i.email`,
    [siteId],
  );
  return rows;
}

export async function countInvitations(db: Queryable, siteId: string): Promise<number> {
  const { rows } = await db.query<{ n: number }>('SELECT count(*)::int AS n FROM invitations WHERE site_id = $1', [
    siteId,
  ]);
  return rows[0]?.n ?? 0;
}

/** What an invitation is made of. */
export interface NewInvitation {
  readonly siteId: string;
  readonly email: string;
  readonly role: MemberRole;
  /** The account that invites. */
  readonly by: string;
  readonly lifeSeconds: number;
  readonly backing: Backing;
}

/** Adds an invitation. @returns its id */
export async function insertInvitation(
  db: Queryable,
  { siteId, email, role, by, lifeSeconds, backing }: NewInvitation,
): Promise<string> {
  const { rows } = await db.query<{ id: string }>(
    `INSERT INTO invitations (site_id, email, role, invite_par, expire_le, appui_le)
     VALUES ($1, $2, $3, $4, statement_timestamp() + make_interval(secs => $5), $6) RETURNING id`,
    [siteId, email, role, by, lifeSeconds, backing],
  );
  return String(rows[0]?.id);
}

/** Removes the invitation of an address, with its link and with its mail that waits. */
export async function deleteInvitationOf(db: Queryable, siteId: string, email: string): Promise<void> {
  await db.query('DELETE FROM invitations WHERE site_id = $1 AND email = $2', [siteId, email]);
}

/** The same by its id. @returns false when there is none */
export async function deleteInvitation(db: Queryable, siteId: string, id: string): Promise<boolean> {
  const { rowCount } = await db.query('DELETE FROM invitations WHERE site_id = $1 AND id = $2', [siteId, id]);
  return rowCount === 1;
}

/** Removes the invitations to a site that an account has made. */
export async function deleteInvitationsBy(db: Queryable, siteId: string, accountId: string): Promise<void> {
  await db.query('DELETE FROM invitations WHERE site_id = $1 AND invite_par = $2', [siteId, accountId]);
}

/** Removes the invitations that an account has made to a site, and that rest on nothing older than a time. @param since ISO 8601 */
export async function deleteInvitationsSince(
  db: Queryable,
  siteId: string,
  accountId: string,
  since: string,
): Promise<void> {
  await db.query(
    'DELETE FROM invitations WHERE site_id = $1 AND invite_par = $2 AND coalesce(appui_le, cree_le) >= $3',
    [siteId, accountId, since],
  );
}

/** What an invitation says to who is invited. */
export interface OpenInvitation {
  readonly siteId: string;
  readonly name: string;
  readonly email: string;
  readonly role: MemberRole;
  readonly de: string | null;
  readonly decision: Decision;
}

/** @returns null when the invitation is gone or over */
export async function findInvitation(db: Queryable, id: string): Promise<OpenInvitation | null> {
  const { rows } = await db.query<
    Omit<OpenInvitation, 'decision'> & { by: string | null; backing: Backing; at: string }
  >(
    `SELECT i.site_id AS "siteId", s.nom AS name, i.email, i.role, c.email AS de, i.invite_par AS by, i.appui_le AS backing, i.cree_le AS at
     FROM invitations i JOIN sites s ON s.id = i.site_id LEFT JOIN comptes c ON c.id = i.invite_par
     WHERE i.id = $1 AND i.expire_le > statement_timestamp()`,
    [id],
  );
  if (!rows[0]) return null;
  const { by, backing, at, ...open } = rows[0];
  return { ...open, decision: { by, backing, at } };
}
