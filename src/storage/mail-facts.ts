/** What the sender of mail looks up when it puts a message into words. */
import type { MemberRole } from './accounts.ts';
import type { Queryable } from './statement.ts';

/** An invitation that still stands. */
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
