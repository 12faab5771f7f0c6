import { Refusal } from '../errors.ts';
import type { RolePools } from '../storage/role-pools.ts';
import { listSitesOfAccount, type MemberSite } from '../storage/sites.ts';
import { findSiteOnceNamed } from '../storage/slugs.ts';
import type { Queryable } from '../storage/statement.ts';
import { isSiteSlug } from '../text/site-slugs.ts';
import type { Caller } from './authentication.ts';

/** What a route asks of a caller's key: a session has every scope. */
export type Scope = 'lecture' | 'themes';

/**
 * Resolves the site that a caller works on, in the order of docs/decisions/order-of-checks.md, and the role.
 * @param designation the `X-Service-Site-Cible` header: slug or id
 * @throws Refusal `portee_insuffisante`, `no_site`, `site_interdit`, `role_insuffisant`
 */
export async function openSite(
  db: RolePools,
  caller: Caller,
  designation: string | undefined,
  needed: Scope,
): Promise<MemberSite> {
  if (!grants(caller.scope, needed)) throw new Refusal('portee_insuffisante');
  const sites = await listSitesOfAccount(db, caller.accountId);
  // A site that waits for its deletion has to be named.
  const first = sites.find(({ efface_le }) => efface_le === null);
  if (!first && (sites.length === 0 || designation === undefined)) throw new Refusal('no_site');
  const site = designation === undefined ? first : await findSiteNamed(db, sites, designation);
  if (!site) throw new Refusal('site_interdit');
  if (needed === 'themes' && site.role === 'lecteur') throw new Refusal('role_insuffisant');
  return site;
}

/** The one of these sites with this slug, or with this id in any case; a slug never looks like an id. */
export const siteNamed = (sites: readonly MemberSite[], name: string): MemberSite | undefined =>
  sites.find(({ id, slug }) => slug === name || id === name.toLowerCase());

/** The same by a slug that the site had before, too. */
export async function findSiteNamed(
  db: Queryable,
  sites: readonly MemberSite[],
  name: string,
): Promise<MemberSite | undefined> {
  const named = siteNamed(sites, name);
  if (named || !isSiteSlug(name)) return named;
  const ids = sites.map(({ id }) => id);
  const id = await findSiteOnceNamed(db, ids, name);
  return sites.find((site) => site.id === id);
}

const grants = (scope: Caller['scope'], needed: Scope): boolean =>
  scope === 'session' || scope === 'themes' || scope === needed;

/** @throws Refusal `site_inactif`, `site_a_activer` */
export function assertActive(site: MemberSite): void {
  const refusal = inactivityOf(site);
  if (refusal) throw refusal;
}

/** Why a site may not be written to; null when it may (docs/decisions/access-to-sites.md). */
export function inactivityOf(site: MemberSite): Refusal | null {
  if (site.suspendu || site.etat === 'expire' || site.etat === 'aucun') {
    return new Refusal('site_inactif', { etat: site.etat });
  }
  return site.a_activer ? new Refusal('site_a_activer') : null;
}

/** Why a member may not write to a site, whatever key or session; null when it may. */
export const writeRefusalFor = (site: MemberSite): Refusal | null =>
  site.role === 'lecteur' ? new Refusal('role_insuffisant') : inactivityOf(site);

/** Whether a member may see what visitors have sent: it holds data of persons, and readers are often guests. */
export const seesRequests = ({ role }: Pick<MemberSite, 'role'>): boolean => role !== 'lecteur';
