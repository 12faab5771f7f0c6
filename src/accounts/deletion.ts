import type { ClientBase } from 'pg';
import { OPERATOR } from '../journal/doers.ts';
import { record } from '../journal/record.ts';
import type { MediaStore } from '../media/store/media-store.ts';
import { removeFilesOf } from '../media/store/removal.ts';
import { StoreAway } from '../media/store/store-away.ts';
import * as deletion from '../storage/deletion.ts';
import { removeUnusedOf } from '../storage/history.ts';
import type { Doer } from '../storage/journal.ts';
import { listMemberships, type Membership, upsertMember } from '../storage/members.ts';
import { keepOfflineWithout } from '../storage/offline-sites.ts';
import { RolePools } from '../storage/role-pools.ts';
import { inTransaction, isRefusedMoment, transaction } from '../storage/transaction.ts';
import { type Archive, type Archived, archiveOf } from './archive.ts';

/** Thrown when the data are not what the operator decided about: nothing is deleted. */
export class ChangedMeanwhile extends Error {
  override name = 'ChangedMeanwhile';
}

/** Writes the whole archive to the disk. It is called again when the database has the transaction run again. */
export type WriteArchive = (archive: Archive) => Promise<void>;

/** A connection of its own, or the pools with the service role. */
export type DeletionPlace = ClientBase | RolePools;

export interface DeletionMeans {
  /** Left out where nobody keeps an archive: its owner could have one before. */
  readonly write?: WriteArchive;
  /** Has the files of the libraries, which go after the rows. */
  readonly store: MediaStore;
}

export interface Deleted {
  /** Whether the store has failed to remove files; the sweep removes them. */
  readonly hasFilesLeft: boolean;
}

/** How often a transaction runs at most, where the database ends it because of a deadlock. */
const ATTEMPTS = 5;

/**
 * Deletes a site with all that belongs to it, after its archive is written, in one transaction that lets nobody write to it.
 * @throws ChangedMeanwhile when it is gone already
 */
export async function deleteSite(place: DeletionPlace, siteId: string, means: DeletionMeans): Promise<Deleted> {
  return deleteAll(place, means, async (client) => {
    if ((await deletion.holdSites(client, [siteId])).length === 0) throw new ChangedMeanwhile();
    return deleteHeld(client, { accountId: null, siteIds: [siteId] }, means);
  });
}

/**
 * Deletes a site that its owner has deleted, once its day has come. Nothing of it is half gone, whenever the program ends.
 * @throws ChangedMeanwhile when it is gone already, or kept
 */
export async function deleteDueSite(place: DeletionPlace, siteId: string, store: MediaStore): Promise<Deleted> {
  return deleteAll(place, { store }, async (client) => {
    if (!(await deletion.holdDueSite(client, siteId))) throw new ChangedMeanwhile();
    return deleteHeld(client, { accountId: null, siteIds: [siteId] }, { store });
  });
}

/** What the operator decided about the sites of an account. */
interface SitesLeft {
  /** The memberships at the moment of the decision. */
  readonly memberships: readonly Membership[];
  /** The account that becomes the owner of the sites without another owner; null deletes these sites. */
  readonly heir: { readonly id: string } | null;
  /** Whether an operator deletes the account, and not its own person. */
  readonly byOperator?: boolean;
  /** Called with the account locked; what it throws ends the deletion. */
  readonly judge?: (client: ClientBase) => Promise<void>;
}

/**
 * Deletes an account with all that belongs to it, after the archive is written, in one transaction. No site is left without an owner: the sites are
 * held first, as every change of members does, then the account, to which no site can come any more.
 * @throws ChangedMeanwhile when its sites or their owners are others than it was decided for, or an account is gone
 */
export async function deleteAccount(
  place: DeletionPlace,
  account: { readonly id: string },
  { memberships, heir, byOperator = false, judge }: SitesLeft,
  means: DeletionMeans,
): Promise<Deleted> {
  return deleteAll(place, means, async (client) => {
    const siteIds = memberships.map(({ id }) => id);
    await deletion.holdSites(client, siteIds);
    const accounts = [account.id, ...(heir ? [heir.id] : [])];
    if ((await deletion.holdAccounts(client, accounts)).length < accounts.length) throw new ChangedMeanwhile();
    await judge?.(client);
    const now = await listMemberships(client, account.id);
    if (JSON.stringify(now) !== JSON.stringify(memberships)) throw new ChangedMeanwhile();
    const alone = now.filter(({ seul }) => seul).map(({ id }) => id);
    const gone = await deleteHeld(client, { accountId: account.id, siteIds: heir ? [] : alone }, means);
    if (heir) for (const id of alone) await upsertMember(client, id, heir.id, 'proprietaire');
    await keepOfflineWithout(client, account.id);
    await deletion.deleteAccountRows(client, account.id);
    await recordDeparture(client, heir ? now : now.filter(({ seul }) => !seul), { heir, byOperator });
    return gone;
  });
}

/** Tells the sites that stay: after the account is gone, so that its own entry names nobody. */
async function recordDeparture(
  client: ClientBase,
  stay: readonly Membership[],
  { heir, byOperator }: Pick<SitesLeft, 'heir' | 'byOperator'>,
): Promise<void> {
  const by: Doer = byOperator ? OPERATOR : { means: 'compte', accountId: null, name: null };
  const act = byOperator ? 'compte_retire' : 'compte_supprime';
  for (const { id: siteId, seul } of stay) {
    await record(client, { siteId, act, by, details: {} });
    if (!heir || !seul) continue;
    await record(client, { siteId, act: 'membre_role', by, details: { compte: heir.id, role: 'proprietaire' } });
  }
}

/** What nobody may need any more. */
interface Gone {
  /** Keys of texts. */
  readonly texts: readonly string[];
  readonly siteIds: readonly string[];
}

async function deleteHeld(client: ClientBase, archived: Archived, { write, store }: DeletionMeans): Promise<Gone> {
  for (const id of archived.siteIds) await deletion.holdThemes(client, id);
  await write?.(archiveOf(client, store, archived));
  const texts: string[] = [];
  for (const id of archived.siteIds) {
    texts.push(...(await deletion.listTextsOfSite(client, id)));
    await deletion.deleteSiteRows(client, id);
  }
  return { texts, siteIds: archived.siteIds };
}

/** @param work returns what is removed afterwards: texts where nobody else has them, and files; the upkeep removes the rest */
async function deleteAll(
  place: DeletionPlace,
  { store }: DeletionMeans,
  work: (client: ClientBase) => Promise<Gone>,
): Promise<Deleted> {
  const { texts, siteIds } = await inLongTransaction(place, async (client) => {
    await deletion.allowLongTransaction(client);
    return work(client);
  });
  await removeUnusedOf(place, texts).catch(() => undefined);
  return { hasFilesLeft: !(await areRemoved(store, siteIds)) };
}

async function inLongTransaction<T>(place: DeletionPlace, work: (client: ClientBase) => Promise<T>): Promise<T> {
  if (place instanceof RolePools) return inTransaction(place, work);
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction(place, () => work(place));
    } catch (error) {
      if (attempt === ATTEMPTS || !isRefusedMoment(error)) throw error;
    }
  }
}

async function areRemoved(store: MediaStore, siteIds: readonly string[]): Promise<boolean> {
  try {
    await removeFilesOf(store, siteIds);
    return true;
  } catch (error) {
    if (error instanceof StoreAway) return false;
    throw error;
  }
}
