import { randomBytes } from 'node:crypto';
import { Refusal, reservedSlug, siteFull } from '../errors.ts';
import { record } from '../journal/record.ts';
import { touchContent } from '../storage/content.ts';
import type { Doer } from '../storage/journal.ts';
import { findNamedSite, renameSite } from '../storage/sites.ts';
import { countSlugs, hasSlug, insertSlug, takenSlugs } from '../storage/slugs.ts';
import type { Queryable } from '../storage/statement.ts';
import { isTaken } from '../storage/transaction.ts';
import { isReservedSlug, type PlatformHosts, slugOfName } from '../text/site-slugs.ts';
import { asOwner } from './site-ends.ts';

/** Slugs that a site may have had before its present one, and those that it gets within an hour: nobody takes all names. */
const FORMER_SLUGS = 20;
const NEW_SLUGS = 5;

/** Slugs that are tried for one name. */
const TRIED = 50;

/** Slugs made of a name, in the order in which they are tried: `cafe`, `cafe-2`, and so on. */
export function slugsFor(name: string, hosts: PlatformHosts): string[] {
  const made = slugOfName(name);
  const numbered = Array.from({ length: TRIED }, (_, n) => (n === 0 ? made : `${made}-${n + 1}`));
  return [...numbered.filter((slug) => !isReservedSlug(slug, hosts)), `${made}-${randomBytes(4).toString('hex')}`];
}

/** A free slug made of a name. Another site may take it meanwhile: the database decides then. */
export async function proposeSlug(db: Queryable, name: string, hosts: PlatformHosts): Promise<string> {
  const slugs = slugsFor(name, hosts);
  const taken = await takenSlugs(db, slugs);
  return String(slugs.find((slug) => !taken.has(slug)) ?? slugs.at(-1));
}

/** Whether a new site could have this slug. */
export const isFreeSlug = async (db: Queryable, slug: string, hosts: PlatformHosts): Promise<boolean> =>
  !isReservedSlug(slug, hosts) && !(await takenSlugs(db, [slug])).has(slug);

/** What a site is to be called; what is absent stays. */
export interface SiteNames {
  readonly name?: string | undefined;
  readonly slug?: string | undefined;
}

/** Who changes the names: an operator is held by no list of reserved names, and by no limit. */
type Naming = { readonly by: Doer; readonly hosts: PlatformHosts | null };

/**
 * Changes the name and the slug of a site, in a transaction of the caller that holds the site's row. A slug that the site had before is its own
 * again; the slug that it has now stays its own, and leads on.
 * @param naming `hosts`: those of the platform, for an owner; null for an operator
 * @throws Refusal `adresse_de_site_prise`, `invalid_input`, `trop_de_tentatives`
 */
export async function nameSite(
  db: Queryable,
  siteId: string,
  { name, slug }: SiteNames,
  naming: Naming,
): Promise<void> {
  if (slug !== undefined) await takeSlug(db, siteId, slug, naming);
  const { by } = naming;
  const before = await findNamedSite(db, siteId);
  await renameSite(db, siteId, { name, slug }).catch((error) => {
    throw isTaken(error) ? new Refusal('adresse_de_site_prise') : error;
  });
  if (name !== undefined && name !== before?.nom) {
    await record(db, { siteId, act: 'nom_change', by, details: { nom: name } });
  }
  if (slug !== undefined && slug !== before?.slug) {
    await record(db, { siteId, act: 'slug_change', by, details: { slug } });
  }
}

async function takeSlug(db: Queryable, siteId: string, slug: string, { hosts }: Naming): Promise<void> {
  if (await hasSlug(db, [siteId], slug)) return;
  if (hosts) {
    if (isReservedSlug(slug, hosts)) throw reservedSlug();
    const count = await countSlugs(db, siteId);
    if (count.all > FORMER_SLUGS) throw siteFull(FORMER_SLUGS, 'anciennes adresses');
    if (count.new >= NEW_SLUGS) throw new Refusal('trop_de_tentatives');
  }
  if (!(await insertSlug(db, siteId, slug))) throw new Refusal('adresse_de_site_prise');
}

/**
 * The same for an owner, in a transaction of its own: pages show both, so the content has a new version.
 * @throws Refusal `site_interdit`, `role_insuffisant` as well
 */
export const nameOwnSite = (
  services: Parameters<typeof asOwner>[0],
  own: Parameters<typeof asOwner>[1],
  names: SiteNames,
  hosts: PlatformHosts,
): Promise<void> =>
  asOwner(services, own, async (client, by) => {
    await nameSite(client, own.siteId, names, { by, hosts });
    await touchContent(client, own.siteId);
  });
