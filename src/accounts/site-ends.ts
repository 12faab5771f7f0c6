/** What owners decide about their own site: off, back, deleted, kept (docs/accounts.md). */
import type { ClientBase } from 'pg';
import { Refusal } from '../errors.ts';
import { lockSite } from '../storage/content.ts';
import { findRole, listOwners } from '../storage/members.ts';
import * as offline from '../storage/offline-sites.ts';
import { findNamedSite } from '../storage/sites.ts';
import { hasSlug } from '../storage/slugs.ts';
import { inTransaction } from '../storage/transaction.ts';
import type { AccountServices } from './account-services.ts';

/** Whose site it is. */
interface OwnSite {
  readonly siteId: string;
  /** The owner who acts. */
  readonly accountId: string;
}

type Services = Pick<AccountServices, 'db' | 'enqueue'>;

/** Works on a site under its lock, for an account that still owns it then. @throws Refusal `site_interdit`, `role_insuffisant` */
export function asOwner<T>(
  { db }: Pick<Services, 'db'>,
  { siteId, accountId }: OwnSite,
  work: (client: ClientBase) => Promise<T>,
): Promise<T> {
  return inTransaction(db, async (client) => {
    await lockSite(client, siteId);
    const role = await findRole(client, siteId, accountId);
    if (role === null) throw new Refusal('site_interdit');
    if (role !== 'proprietaire') throw new Refusal('role_insuffisant');
    return work(client);
  });
}

/** What members read where an owner gives no words. */
const NO_WORDS = 'non précisé';

const decision = (words: string): offline.OfflineReason => ({
  genre: 'decision',
  motif: words,
  le: new Date().toISOString(),
});

/** Takes a site off for its owners, or gives their reason other words. @param words why, for the members of the site */
export const takeOff = (services: Services, own: OwnSite, words = NO_WORDS): Promise<void> =>
  asOwner(services, own, (client) => offline.addOwnersReason(client, own.siteId, decision(words)));

/** Undoes `takeOff`. Other reasons stay. */
export const bringBack = (services: Services, own: OwnSite): Promise<void> =>
  asOwner(services, own, (client) => offline.removeOwnersReason(client, own.siteId));

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
  own: OwnSite,
  { typed, witness }: { readonly typed: string; readonly witness: string | undefined },
): Promise<string> {
  const { siteId, accountId } = own;
  return asOwner(services, own, async (client) => {
    const site = await findNamedSite(client, siteId);
    if (!site || seen(site.nom) !== seen(typed)) throw new Refusal('nom_different');
    if (witness !== undefined && (await hasSlug(client, [siteId], witness))) throw isWitness();
    const goesAt = await offline.deleteSiteLater(client, siteId, decision('un propriétaire l’a supprimé'));
    if (site.efface_le !== null) return goesAt;
    const owners = await listOwners(client, siteId);
    const by = owners.find(({ id }) => id === accountId)?.email ?? '';
    for (const { email } of owners.filter(({ isConfirmed }) => isConfirmed)) {
      await services.enqueue(client, {
        ...{ kind: 'site_supprime', to: email, siteId },
        data: { par: by, efface_le: goesAt },
      });
    }
    return goesAt;
  });
}

/** Keeps a site that waits for its deletion. @throws Refusal `introuvable` when it does not */
export const keep = (services: Services, own: OwnSite): Promise<void> =>
  asOwner(services, own, async (client) => {
    if (!(await offline.keepSite(client, own.siteId))) throw new Refusal('introuvable');
  });
