import type { ClientBase } from 'pg';
import { Refusal } from '../errors.ts';
import { record } from '../journal/record.ts';
import { lockSite, touchContent } from '../storage/content.ts';
import { deleteDomain, findDomains, insertDomain, updateMainDomain } from '../storage/domains.ts';
import type { Doer } from '../storage/journal.ts';
import { asOwner } from './site-ends.ts';

/**
 * Chooses the main address of a site, in a transaction of the caller that holds the site's row. Pages show it, so the content has a new version.
 * @param host one of its domains; null for its subdomain
 * @returns false when the site does not have this domain
 */
export async function chooseMainAddress(
  db: ClientBase,
  siteId: string,
  host: string | null,
  by: Doer,
): Promise<boolean> {
  if (host !== null && !(await findDomains(db, siteId)).hosts.includes(host)) return false;
  if (!(await updateMainDomain(db, siteId, host))) return true;
  await touchContent(db, siteId);
  if (host === null) await record(db, { siteId, act: 'adresse_du_service', by, details: {} });
  else await record(db, { siteId, act: 'adresse_principale', by, details: { hote: host } });
  return true;
}

/**
 * The same for an owner, in a transaction of its own.
 * @throws Refusal `introuvable` when the site does not have this domain; `site_interdit`, `role_insuffisant`
 */
export const chooseOwnMainAddress = (
  services: Parameters<typeof asOwner>[0],
  own: Parameters<typeof asOwner>[1],
  host: string | null,
): Promise<void> =>
  asOwner(services, own, async (client, by) => {
    const isDone = await chooseMainAddress(client, own.siteId, host, by);
    if (!isDone) throw new Refusal('introuvable', { message: NO_DOMAIN });
  });

const NO_DOMAIN = 'Ce site n’a pas ce nom de domaine.';

/** Gives a domain to a site, in a transaction of the caller that holds the site's row. @returns false when another site has the domain */
export async function addDomain(db: ClientBase, siteId: string, host: string, by: Doer): Promise<boolean> {
  const { hosts } = await findDomains(db, siteId);
  if (hosts.includes(host)) return true;
  const isAdded = await insertDomain(db, siteId, host);
  if (isAdded) await record(db, { siteId, act: 'domaine_ajoute', by, details: { hote: host } });
  return isAdded;
}

/**
 * Takes a domain from a site, in a transaction of the caller. Where it was the main address, the subdomain is, and the content has a new version.
 * @returns false when the site does not have this domain
 */
export async function removeDomain(db: ClientBase, siteId: string, host: string, by: Doer): Promise<boolean> {
  await lockSite(db, siteId);
  const removed = await deleteDomain(db, siteId, host);
  if (removed?.wasMain) await touchContent(db, siteId);
  if (removed) await record(db, { siteId, act: 'domaine_retire', by, details: { hote: host } });
  return removed !== null;
}
