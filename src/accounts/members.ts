import type { ClientBase } from 'pg';
import type { MemberRole } from '../storage/accounts.ts';
import { lockSite } from '../storage/content.ts';
import * as members from '../storage/members.ts';
import { transaction } from '../storage/transaction.ts';

type MemberOutcome = 'done' | 'no-member' | 'last-owner';

/**
 * Gives an account a role on a site, or takes the account off it. A site keeps an owner: changes of one site's members follow
 * each other under the site row's lock.
 * @param role null to take the account off the site
 * @returns `no-member` when the account is not a member, `last-owner` when the site has no other owner; nothing is changed then
 */
export function changeMember(
  client: ClientBase,
  siteId: string,
  accountId: string,
  role: MemberRole | null,
): Promise<MemberOutcome> {
  return transaction(client, async () => {
    await lockSite(client, siteId);
    const present = await members.findRole(client, siteId, accountId);
    if (role === null && present === null) return 'no-member';
    const stopsOwning = present === 'proprietaire' && role !== 'proprietaire';
    if (stopsOwning && (await members.countOwners(client, siteId)) === 1) return 'last-owner';
    if (role === null) await members.deleteMember(client, siteId, accountId);
    else await members.upsertMember(client, siteId, accountId, role);
    return 'done';
  });
}
