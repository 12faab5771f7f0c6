import type { Account, MemberRole } from './accounts.ts';
import type { Queryable } from './statement.ts';

/** @returns null when the account is no member of the site */
export async function findRole(db: Queryable, siteId: string, accountId: string): Promise<MemberRole | null> {
  const { rows } = await db.query<{ role: MemberRole }>(
    'SELECT role FROM membres WHERE site_id = $1 AND compte_id = $2',
    [siteId, accountId],
  );
  return rows[0]?.role ?? null;
}

/** A member with the address of the account, for the service role; null when the account is no member of the site. */
export async function findMember(
  db: Queryable,
  siteId: string,
  accountId: string,
): Promise<{ readonly role: MemberRole; readonly email: string } | null> {
  const { rows } = await db.query<{ role: MemberRole; email: string }>(
    'SELECT m.role, c.email FROM membres m JOIN comptes c ON c.id = m.compte_id WHERE m.site_id = $1 AND m.compte_id = $2',
    [siteId, accountId],
  );
  return rows[0] ?? null;
}

export async function countOwners(db: Queryable, siteId: string): Promise<number> {
  const { rows } = await db.query<{ n: number }>(
    "SELECT count(*)::int AS n FROM membres WHERE site_id = $1 AND role = 'proprietaire'",
    [siteId],
  );
  return rows[0]?.n ?? 0;
}

/** A member of a site. */
export interface Member {
  readonly compte: string;
  readonly email: string;
  readonly role: MemberRole;
}

/** The members of a site, owners first, for the service role. */
export async function listMembers(db: Queryable, siteId: string): Promise<Member[]> {
  const { rows } = await db.query<Member>(
    `SELECT c.id AS compte, c.email, m.role FROM membres m JOIN comptes c ON c.id = m.compte_id WHERE m.site_id = $1
     ORDER BY array_position(ARRAY['proprietaire', 'editeur', 'lecteur'], m.role), c.email, c.id`,
    [siteId],
  );
  return rows;
}

/** The owners of a site. */
export async function listOwners(db: Queryable, siteId: string): Promise<(Account & { isConfirmed: boolean })[]> {
  const { rows } = await db.query<Account & { isConfirmed: boolean }>(
    `SELECT c.id, c.email, c.confirme_le IS NOT NULL AS "isConfirmed" FROM membres m JOIN comptes c ON c.id = m.compte_id
     WHERE m.site_id = $1 AND m.role = 'proprietaire' ORDER BY c.email, c.id`,
    [siteId],
  );
  return rows;
}

/** Whether a member of a site has an address. */
export async function hasMemberOfAddress(db: Queryable, siteId: string, email: string): Promise<boolean> {
  const { rows } = await db.query<{ present: boolean }>(
    `SELECT EXISTS (SELECT FROM membres m JOIN comptes c ON c.id = m.compte_id
                    WHERE m.site_id = $1 AND c.email = $2) AS present`,
    [siteId, email],
  );
  return rows[0]?.present ?? false;
}

/** Whether an address is the confirmed one of a member of a site. */
export async function isMembersAddress(db: Queryable, siteId: string, email: string): Promise<boolean> {
  const { rows } = await db.query(
    `SELECT m.compte_id FROM membres m JOIN comptes c ON c.id = m.compte_id
     WHERE m.site_id = $1 AND c.email = $2 AND c.confirme_le IS NOT NULL`,
    [siteId, email],
  );
  return rows.length > 0;
}

/** A site that an account is a member of. */
export interface Membership {
  readonly id: string;
  readonly slug: string;
  /** Whether the site has no other owner. */
  readonly seul: boolean;
}

/** The sites of an account, by slug. */
export async function listMemberships(db: Queryable, accountId: string): Promise<Membership[]> {
  const { rows } = await db.query<Membership>(
    `SELECT s.id, s.slug, m.role = 'proprietaire' AND NOT EXISTS (
              SELECT FROM membres o WHERE o.site_id = m.site_id AND o.compte_id <> m.compte_id AND o.role = 'proprietaire') AS seul
     FROM membres m JOIN sites s ON s.id = m.site_id WHERE m.compte_id = $1 ORDER BY s.slug`,
    [accountId],
  );
  return rows;
}

/** A site that an account owns. */
export interface OwnedSite {
  readonly id: string;
  readonly slug: string;
  /** Whether no other owner stays: one whose account waits for its deletion does not. */
  readonly seul: boolean;
  /** When it goes; null for one that does not wait for its deletion. */
  readonly efface_le: string | null;
}

/** The sites that an account owns, by slug, for the service role. */
export async function listOwnedSites(db: Queryable, accountId: string): Promise<OwnedSite[]> {
  const { rows } = await db.query<OwnedSite>(
    `SELECT s.id, s.slug, s.efface_le, NOT EXISTS (
              SELECT 1 FROM membres o JOIN comptes c ON c.id = o.compte_id
              WHERE o.site_id = m.site_id AND o.compte_id <> m.compte_id AND o.role = 'proprietaire' AND c.efface_le IS NULL) AS seul
     FROM membres m JOIN sites s ON s.id = m.site_id WHERE m.compte_id = $1 AND m.role = 'proprietaire' ORDER BY s.slug`,
    [accountId],
  );
  return rows;
}

/** Makes an account a member of a site, or gives a member another role. */
export async function upsertMember(db: Queryable, siteId: string, accountId: string, role: MemberRole): Promise<void> {
  await db.query(
    `INSERT INTO membres (site_id, compte_id, role) VALUES ($1, $2, $3)
     ON CONFLICT (site_id, compte_id) DO UPDATE SET role = excluded.role`,
    [siteId, accountId, role],
  );
}

export async function deleteMember(db: Queryable, siteId: string, accountId: string): Promise<void> {
  await db.query('DELETE FROM membres WHERE site_id = $1 AND compte_id = $2', [siteId, accountId]);
}
