import { Refusal } from '../errors.ts';
import type { Database } from '../storage/database.ts';
import { type KeyScope, useKey } from '../storage/keys.ts';
import { listSitesOfAccount, type MemberSite } from '../storage/sites.ts';
import { fingerprintOf, presentedKey } from './api-key.ts';

/** What a route asks of its caller. */
export interface Need {
  readonly scope: 'lecture' | 'themes';
  /** Whether a site that may not be written to refuses the route here; files routes look at the theme first. */
  readonly active: boolean;
}

/**
 * Resolves the caller and the site it works on, in the specification's order of checks 1 to 5.
 * @param authorization the `Authorization` header
 * @param designation the `X-Service-Site-Cible` header: slug or id
 * @throws Refusal `unauthorized`, `indisponible`, `portee_insuffisante`, `no_site`, `site_interdit`, `role_insuffisant`,
 *   `site_inactif`, `site_a_activer`
 */
export async function openSite(
  database: Pick<Database, 'management' | 'service'>,
  authorization: string | undefined,
  designation: string | undefined,
  need: Need,
): Promise<MemberSite> {
  const presented = presentedKey(authorization);
  if (!presented) throw new Refusal('unauthorized');
  if (!database.service) throw new Refusal('indisponible');
  const key = await useKey(database.service, fingerprintOf(presented));
  if (!key) throw new Refusal('unauthorized');
  if (!grants(key.portee, need.scope)) throw new Refusal('portee_insuffisante');

  const sites = await listSitesOfAccount(database.management, key.compte_id);
  const [first] = sites;
  if (!first) throw new Refusal('no_site');
  const site =
    designation === undefined ? first : sites.find(({ id, slug }) => id === designation || slug === designation);
  if (!site) throw new Refusal('site_interdit');
  if (need.scope === 'themes' && site.role === 'lecteur') throw new Refusal('role_insuffisant');
  if (need.active) assertActive(site);
  return site;
}

function grants(scope: KeyScope, needed: Need['scope']): boolean {
  return scope === 'themes' || scope === needed;
}

/** @throws Refusal `site_inactif`, `site_a_activer` (decisions, Accounts: essai, actif and retard are active) */
export function assertActive(site: MemberSite): void {
  if (site.suspendu || site.etat === 'expire' || site.etat === 'aucun') {
    throw new Refusal('site_inactif', { etat: site.etat });
  }
  if (site.a_activer) throw new Refusal('site_a_activer');
}
