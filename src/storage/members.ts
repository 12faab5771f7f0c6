import type { MemberRole } from './accounts.ts';
import type { Queryable } from './statement.ts';

/** @returns null when the account is no member of the site */
export async function findRole(db: Queryable, siteId: string, accountId: string): Promise<MemberRole | null> {
  const { rows } = await db.query<{ role: MemberRole }>(
    'SELECT role FROM membres WHERE site_id = $1 AND compte_id = $2',
    [siteId, accountId],
  );
  return rows[0]?.role ?? null;
}

export async function countOwners(db: Queryable, siteId: string): Promise<number> {
  const { rows } = await db.query<{ n: number }>(
    "SELECT count(*)::int AS n FROM membres WHERE site_id = $1 AND role = 'proprietaire'",
    [siteId],
  );
  return rows[0]?.n ?? 0;
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
