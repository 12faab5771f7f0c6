/** What owners decide about their own site: off, back, deleted, kept (docs/accounts.md). */
import type { ClientBase } from 'pg';
import { Refusal } from '../errors.ts';
import { record } from '../journal/record.ts';
import type { Doer } from '../storage/journal.ts';
import { listOwners } from '../storage/members.ts';
import * as offline from '../storage/offline-sites.ts';
import { findNamedSite } from '../storage/sites.ts';
import { hasSlug } from '../storage/slugs.ts';
import { inTransaction } from '../storage/transaction.ts';
import type { AccountServices } from './account-services.ts';
import { type Actor, lockForOwner } from './members.ts';

type Services = Pick<AccountServices, 'db' | 'enqueue'>;

/**
 * Works on a site under its lock, for an account that still owns it then.
 * @param work is told who acts, for the record of the site
 * @throws Refusal `site_interdit`, `role_insuffisant`
 */
export function asOwner<T>(
  { db }: Pick<Services, 'db'>,
  own: Actor,
  work: (client: ClientBase, by: Doer) => Promise<T>,
): Promise<T> {
  return inTransaction(db, async (client) => work(client, await lockForOwner(client, own)));
}

/** What members read where an owner gives no words. */
const NO_WORDS = 'non précisé';

const decision = (words: string): offline.OfflineReason => ({
  genre: 'decision',
  motif: words,
  le: new Date().toISOString(),
});

/** Takes a site off for its owners, or gives their reason other words. @param words why, for the members of the site */
export const takeOff = (services: Services, own: Actor, words = NO_WORDS): Promise<void> =>
  asOwner(services, own, async (client, by) => {
    await offline.addOwnersReason(client, own.siteId, decision(words));
    await record(client, { siteId: own.siteId, act: 'site_ferme', by, details: { motif: words } });
  });

/** Undoes `takeOff`. Other reasons stay. */
export const bringBack = (services: Services, own: Actor): Promise<void> =>
  asOwner(services, own, async (client, by) => {
    const wasOff = await offline.removeOwnersReason(client, own.siteId);
    if (wasOff) await record(client, { siteId: own.siteId, act: 'site_rouvert', by, details: {} });
  });

/** The refusal to delete the site that health checks visit. */
export const isWitness = (): Refusal =>
  new Refusal('invalid_input', {
    message:
      'Ce site sert à vérifier que le service fonctionne : il ne peut pas être supprimé. Demandez à la personne qui gère cette installation.',
  });

/** How people see a name: white space as one blank. */
const seen = (name: string): string => name.normalize('NFC').trim().replace(/\s+/g, ' ');

/**
 * Lets a site wait for its deletion. Each owner is told by mail.
 * @param typed the name of the site, as its owner typed it
 * @param witness slug of the site that health checks visit
 * @returns when it goes
 * @throws Refusal `nom_different`, `invalid_input` for the witness
 */
export function deleteLater(
  services: Services,
  own: Actor,
  { typed, witness }: { readonly typed: string; readonly witness: string | undefined },
): Promise<string> {
  const { siteId } = own;
  return asOwner(services, own, async (client, by) => {
    const site = await findNamedSite(client, siteId);
    if (!site || seen(site.nom) !== seen(typed)) throw new Refusal('nom_different');
    if (witness !== undefined && (await hasSlug(client, [siteId], witness))) throw isWitness();
    if (site.efface_le !== null) return site.efface_le;
    const goesAt = await offline.findDayOfEnd(client);
    await letWait(services, client, siteId, { by, goesAt, toldId: null });
    return goesAt;
  });
}

/**
 * Lets a site wait that does not yet, in a transaction that holds it.
 * @param toldId the owner who is told otherwise than by the message to owners
 */
export async function letWait(
  { enqueue }: Pick<Services, 'enqueue'>,
  client: ClientBase,
  siteId: string,
  { by, goesAt, toldId }: { readonly by: Doer; readonly goesAt: string; readonly toldId: string | null },
): Promise<void> {
  await offline.deleteSiteLater(client, siteId, { goesAt, reason: decision('un propriétaire l’a supprimé') });
  await record(client, { siteId, act: 'site_supprime', by, details: { efface_le: goesAt } });
  const owners = await listOwners(client, siteId);
  for (const { email } of owners.filter(({ id, isConfirmed }) => isConfirmed && id !== toldId)) {
    const data = { par: by.name ?? '', efface_le: goesAt };
    await enqueue(client, { kind: 'site_supprime', to: email, siteId, data });
  }
}

/** Keeps a site that waits for its deletion. @throws Refusal `introuvable` when it does not */
export const keep = (services: Services, own: Actor): Promise<void> =>
  asOwner(services, own, async (client, by) => {
    if (!(await offline.keepSite(client, own.siteId))) throw new Refusal('introuvable');
    await record(client, { siteId: own.siteId, act: 'site_garde', by, details: {} });
  });
