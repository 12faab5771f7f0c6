/** What the sender of mail looks up when it puts a message into words. */
import type { MemberRole } from './accounts.ts';
import type { Queryable } from './statement.ts';

/** An invitation that still stands, of a site that stays. */
export interface StandingInvitation {
  readonly email: string;
  readonly role: MemberRole;
  readonly invite_par: string | null;
  readonly site: string;
}

export async function findStandingInvitation(db: Queryable, id: string): Promise<StandingInvitation | null> {
  const { rows } = await db.query<StandingInvitation>(
    `SELECT i.email, i.role, i.invite_par, s.nom AS site FROM invitations i JOIN sites s ON s.id = i.site_id
     WHERE i.id = $1 AND i.expire_le > statement_timestamp() FOR SHARE OF i`,
    [id],
  );
  return rows[0] ?? null;
}

export interface NamedSite {
  readonly slug: string;
  readonly nom: string;
  readonly efface_le: string | null;
}

export async function findNamedSite(db: Queryable, id: string): Promise<NamedSite | null> {
  const { rows } = await db.query<NamedSite>('SELECT slug, nom, efface_le FROM sites WHERE id = $1', [id]);
  return rows[0] ?? null;
}

/** Addresses of the owners of a site, of those who have confirmed them. */
export async function listConfirmedOwners(db: Queryable, siteId: string): Promise<string[]> {
  const { rows } = await db.query<{ email: string }>(
    `SELECT c.email FROM membres m JOIN comptes c ON c.id = m.compte_id
     WHERE m.site_id = $1 AND m.role = 'proprietaire' AND c.confirme_le IS NOT NULL ORDER BY c.email`,
    [siteId],
  );
  return rows.map(({ email }) => email);
}
