import type { RolePools } from './role-pools.ts';

/** Rows that go in one step. */
const AT_ONCE = 1_000;
/** How long owners may renew an invitation that is over. */
const RENEWED_DAYS = 30;

/**
 * Removes links that are over, and invitations that are so for a month.
 * @param service pools with the service role
 * @returns whether there may be more
 */
export async function removeEndedLinks(service: RolePools): Promise<boolean> {
  const links = await service.query(
    `DELETE FROM liens WHERE empreinte IN (
       SELECT empreinte FROM liens WHERE expire_le < statement_timestamp()
       ORDER BY expire_le LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED)`,
    [],
  );
  const invitations = await service.query(
    `DELETE FROM invitations WHERE id IN (
       SELECT id FROM invitations WHERE expire_le < statement_timestamp() - make_interval(days => $1)
       ORDER BY expire_le LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED)`,
    [RENEWED_DAYS],
  );
  return [links, invitations].some(({ rowCount }) => rowCount === AT_ONCE);
}
