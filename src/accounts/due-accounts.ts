import type { ClientBase } from 'pg';
import type { MediaStore } from '../media/store/media-store.ts';
import { findDueAccount, readDueAccount } from '../storage/account-ends.ts';
import type { Enqueue } from '../storage/mails.ts';
import { listMemberships } from '../storage/members.ts';
import type { RolePools } from '../storage/role-pools.ts';
import { hasSlug } from '../storage/slugs.ts';
import { ChangedMeanwhile, deleteAccount } from './deletion.ts';

interface DueAccounts {
  /** Pools with the service role. */
  readonly service: RolePools;
  readonly store: MediaStore;
  /** Slug of the site that health checks visit, which stays, and its account. */
  readonly witness: string | undefined;
  readonly enqueue: Enqueue;
  readonly log: { warn(details: object, sentence: string): void };
}

/**
 * Deletes the next account that its person has deleted and whose day has come, with the sites that nobody else owns then. Several instances may do it at
 * the same time. An account that cannot be deleted now does not keep the others: the next round tries again.
 * @param after id of the account before; the empty string for the first
 * @returns the id of this account; null when there is none
 */
export async function deleteNextDueAccount(
  { service, store, witness, enqueue, log }: DueAccounts,
  after: string,
): Promise<string | null> {
  const id = await findDueAccount(service, after === '' ? null : after);
  if (id === null) return null;
  const memberships = await listMemberships(service, id);
  const alone = memberships.filter(({ seul }) => seul).map((site) => site.id);
  if (witness !== undefined && (await hasSlug(service, alone, witness))) {
    log.warn({ account: id }, 'an account waits for its deletion, and stays: health checks visit a site of it');
    return id;
  }
  try {
    const judge = async (client: ClientBase) => {
      const account = await readDueAccount(client, id);
      if (!account) throw new ChangedMeanwhile();
      if (account.isConfirmed) await enqueue(client, { kind: 'compte_supprime', to: account.email });
    };
    await deleteAccount(service, { id }, { memberships, heir: null, judge }, { store });
  } catch (error) {
    if (!(error instanceof ChangedMeanwhile)) {
      log.warn(
        { account: id, reason: (error as Error).message },
        'an account that its person has deleted stays for now',
      );
    }
  }
  return id;
}
