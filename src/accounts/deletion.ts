import type { ClientBase } from 'pg';
import * as deletion from '../storage/deletion.ts';
import { removeUnusedOf } from '../storage/history.ts';
import { listMemberships, type Membership, upsertMember } from '../storage/members.ts';
import { keepOfflineWithout } from '../storage/offline-sites.ts';
import { isRefusedMoment, transaction } from '../storage/transaction.ts';
import { type Archived, archiveOf } from './archive.ts';

/** Thrown when the data are not what the operator decided about: nothing is deleted. */
export class ChangedMeanwhile extends Error {
  override name = 'ChangedMeanwhile';
}

/** Writes the whole archive to the disk. It is called again when the database has the transaction run again. */
export type WriteArchive = (pieces: AsyncIterable<string>) => Promise<void>;

/** How often a transaction runs at most, where the database ends it because of a deadlock. */
const ATTEMPTS = 5;

/**
 * Deletes a site with all that belongs to it, after its archive is written, in one transaction that lets nobody write to it.
 * @throws ChangedMeanwhile when it is gone already
 */
export async function deleteSite(client: ClientBase, siteId: string, write: WriteArchive): Promise<void> {
  await deleteAll(client, async () => {
    if ((await deletion.holdSites(client, [siteId])).length === 0) throw new ChangedMeanwhile();
    return deleteHeld(client, { accountId: null, siteIds: [siteId] }, write);
  });
}

/** What the operator decided about the sites of an account. */
interface SitesLeft {
  /** The memberships at the moment of the decision. */
  readonly memberships: readonly Membership[];
  /** The account that becomes the owner of the sites without another owner; null deletes these sites. */
  readonly heir: { readonly id: string } | null;
}

/**
 * Deletes an account with all that belongs to it, after the archive is written, in one transaction. No site is left without an owner: the sites are
 * held first, as every change of members does, then the account, to which no site can come any more.
 * @throws ChangedMeanwhile when its sites or their owners are others than it was decided for, or an account is gone
 */
export async function deleteAccount(
  client: ClientBase,
  account: { readonly id: string; readonly email: string },
  { memberships, heir }: SitesLeft,
  write: WriteArchive,
): Promise<void> {
  await deleteAll(client, async () => {
    const siteIds = memberships.map(({ id }) => id);
    await deletion.holdSites(client, siteIds);
    const accounts = [account.id, ...(heir ? [heir.id] : [])];
    if ((await deletion.holdAccounts(client, accounts)).length < accounts.length) throw new ChangedMeanwhile();
    const now = await listMemberships(client, account.id);
    if (JSON.stringify(now) !== JSON.stringify(memberships)) throw new ChangedMeanwhile();
    const alone = now.filter(({ seul }) => seul).map(({ id }) => id);
    const texts = await deleteHeld(client, { accountId: account.id, siteIds: heir ? [] : alone }, write);
    if (heir) for (const id of alone) await upsertMember(client, id, heir.id, 'proprietaire');
    await keepOfflineWithout(client, account.id);
    await deletion.deleteAccountRows(client, account);
    return texts;
  });
}

/** @returns keys of texts that nobody may need any more */
async function deleteHeld(client: ClientBase, archived: Archived, write: WriteArchive): Promise<string[]> {
  for (const id of archived.siteIds) await deletion.holdThemes(client, id);
  await write(archiveOf(client, archived));
  const texts: string[] = [];
  for (const id of archived.siteIds) {
    texts.push(...(await deletion.listTextsOfSite(client, id)));
    await deletion.deleteSiteRows(client, id);
  }
  return texts;
}

/** @param work returns keys of texts, which are removed afterwards where nobody else has them; the upkeep removes the rest */
async function deleteAll(client: ClientBase, work: () => Promise<string[]>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      const texts = await transaction(client, async () => {
        await deletion.allowLongTransaction(client);
        return work();
      });
      return await removeUnusedOf(client, texts).catch(() => undefined);
    } catch (error) {
      if (attempt === ATTEMPTS || !isRefusedMoment(error)) throw error;
    }
  }
}
