import type { ClientBase } from 'pg';
import { Refusal } from '../errors.ts';
import { lockSite, touchContent } from '../storage/content.ts';
import { deleteDomain, findDomains, updateMainDomain } from '../storage/domains.ts';
import { asOwner } from './site-ends.ts';

/**
 * Chooses the main address of a site, in a transaction of the caller that holds the site's row. Pages show it, so the content has a new version.
 * @param host one of its domains; null for its subdomain
 * @returns false when the site does not have this domain
 */
export async function chooseMainAddress(db: ClientBase, siteId: string, host: string | null): Promise<boolean> {
  if (host !== null && !(await findDomains(db, siteId)).hosts.includes(host)) return false;
  if (await updateMainDomain(db, siteId, host)) await touchContent(db, siteId);
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
  asOwner(services, own, async (client) => {
    if (!(await chooseMainAddress(client, own.siteId, host))) throw new Refusal('introuvable', { message: NO_DOMAIN });
  });

const NO_DOMAIN = 'Ce site n’a pas ce nom de domaine.';

/**
 * Takes a domain from a site, in a transaction of the caller. Where it was the main address, the subdomain is, and the content has a new version.
 * @returns false when the site does not have this domain
 */
export async function removeDomain(db: ClientBase, siteId: string, host: string): Promise<boolean> {
  await lockSite(db, siteId);
  const removed = await deleteDomain(db, siteId, host);
  if (removed?.wasMain) await touchContent(db, siteId);
  return removed !== null;
}
