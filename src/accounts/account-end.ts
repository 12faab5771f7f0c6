/** The end of an account, by its own person: it waits, and is kept (docs/accounts.md). */
import type { ClientBase } from 'pg';
import { Refusal } from '../errors.ts';
import { ofAccount } from '../journal/doers.ts';
import { recordInAll } from '../journal/record.ts';
import * as ends from '../storage/account-ends.ts';
import { findCredentials, type KnownAccount } from '../storage/accounts.ts';
import { listOwnedSites, type OwnedSite } from '../storage/members.ts';
import { findDayOfEnd, keepSite } from '../storage/offline-sites.ts';
import { deleteAllSessions } from '../storage/sessions.ts';
import { hasSlug } from '../storage/slugs.ts';
import type { Queryable } from '../storage/statement.ts';
import type { AccountServices } from './account-services.ts';
import type { Evidence } from './acting-account.ts';
import { holdingSites } from './held-sites.ts';
import { backingOf, lockSession, type OwnSession } from './proof/proof.ts';
import { isWitness, letWait } from './site-ends.ts';

interface AccountEnd {
  /** Slugs or ids of the sites that go with the account: those that no other owner keeps, all of them and no other. */
  readonly sites: readonly string[];
  readonly evidence: Omit<Evidence, 'session' | 'password'> & { readonly password: string };
  /** Slug of the site that health checks visit. */
  readonly witness: string | undefined;
}

/**
 * Lets an account wait for its deletion, with the sites that no other owner keeps, and ends its sessions. One that waits already goes no later.
 * @returns when it goes
 * @throws Refusal `mot_de_passe_incorrect`, `trop_de_tentatives`; `preuve_requise`; `dernier_proprietaire` when other sites would go than the person has
 *   named; `invalid_input` for the site that health checks visit; `unauthorized` when the session is over; QueueFull
 */
export async function endAccount(services: AccountServices, own: OwnSession, end: AccountEnd): Promise<string> {
  const claim = { who: { accountId: own.accountId }, ...end.evidence };
  const goesAt = await services.check.whoKnows(claim, ({ digest }) => endOf(services, own, end, digest));
  if (goesAt === null) throw new Refusal('mot_de_passe_incorrect');
  return goesAt;
}

/** @returns null when the account has another password by now */
const endOf = (
  services: AccountServices,
  own: OwnSession,
  { sites, witness }: AccountEnd,
  digest: string,
): Promise<string | null> => {
  const { accountId } = own;
  // All that it owns: of two owners who leave at once, the second one has to say what becomes of the site.
  const list = async (db: Queryable) => (await listOwnedSites(db, accountId)).map(({ id }) => id);
  const lock = (client: ClientBase) => lockSession(services, client, own);
  return holdingSites(services.db, { list, lock }, async (client, account) => {
    if ((await findCredentials(client, { accountId }))?.mot_de_passe !== digest) return null;
    const alone = (await listOwnedSites(client, accountId)).filter(({ seul }) => seul);
    assertNamed(alone, sites);
    const ids = alone.map(({ id }) => id);
    if (witness !== undefined && (await hasSlug(client, ids, witness))) throw isWitness();
    const backing = await backingOf(services, client, own, account);
    const goesAt = account.efface_le ?? (await findDayOfEnd(client));
    if (account.efface_le === null) {
      await ends.deleteAccountLater(client, accountId, { goesAt, backing });
      if (account.isConfirmed) {
        await services.enqueue(client, { kind: 'compte_supprime', to: account.email, accountId });
      }
    }
    const by = ofAccount({ accountId, name: account.email });
    for (const { id } of alone.filter(({ efface_le }) => efface_le === null)) {
      await letWait(services, client, id, { by, goesAt, toldId: accountId });
    }
    await deleteAllSessions(client, accountId);
    return goesAt;
  });
};

function assertNamed(alone: readonly OwnedSite[], names: readonly string[]): void {
  const isNamed = alone.every(({ id, slug }) => names.some((name) => name === slug || name.toLowerCase() === id));
  const isAlone = names.every((name) => alone.some(({ id, slug }) => name === slug || name.toLowerCase() === id));
  if (!isNamed || !isAlone) throw stillOwned(alone.map(({ slug }) => slug));
}

/** @param slugs the sites that would go with the account */
const stillOwned = (slugs: readonly string[]): Refusal =>
  new Refusal('dernier_proprietaire', {
    message:
      slugs.length === 0
        ? 'Aucun site n’est supprimé avec ce compte : rechargez la page.'
        : `Ces sites n’ont pas d’autre propriétaire, et seraient supprimés avec le compte : ${slugs.join(', ')}. Dites-le, ou nommez-en d’abord un autre propriétaire.`,
  });

/**
 * Keeps an account that waits for its deletion, with the sites that wait because of it.
 * @throws Refusal `introuvable` when the account does not wait; `unauthorized` when the session is over
 */
export const keepAccount = (services: AccountServices, own: OwnSession): Promise<void> => {
  const lock = (client: ClientBase) => lockSession(services, client, own);
  const list = (db: Queryable) => ends.listSitesGoingWith(db, own.accountId);
  return holdingSites(services.db, { list, lock }, async (client, account) => {
    if (!(await keepHeld(client, account))) throw new Refusal('introuvable');
  });
};

/** The same in a transaction that holds the sites and the account. @returns false when the account does not wait */
export async function keepHeld(client: ClientBase, { id, email }: KnownAccount): Promise<boolean> {
  const siteIds = await ends.listSitesGoingWith(client, id);
  if (!(await ends.keepAccount(client, id))) return false;
  for (const siteId of siteIds) await keepSite(client, siteId);
  await recordInAll(client, siteIds, { act: 'site_garde', by: ofAccount({ accountId: id, name: email }), details: {} });
  return true;
}
