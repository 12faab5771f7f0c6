import { Refusal, reservedSlug, wrongInput } from '../errors.ts';
import { ofAccount } from '../journal/doers.ts';
import { record } from '../journal/record.ts';
import { starterSite } from '../starter/starter-site.ts';
import { readStarterTexts } from '../starter/starter-texts.ts';
import { type AccountType, type KnownAccount, lockAccount } from '../storage/accounts.ts';
import { countAttempt } from '../storage/attempts.ts';
import type { RolePools } from '../storage/role-pools.ts';
import { insertSite, listSitesOfAccount } from '../storage/sites.ts';
import { inTransaction } from '../storage/transaction.ts';
import { fingerprintOf } from '../text/fingerprint.ts';
import { isReservedSlug, type PlatformHosts } from '../text/site-slugs.ts';
import type { ReadCatalog } from '../themes/catalog.ts';
import { fillNewSite } from '../themes/fill-new-site.ts';
import type { Trade } from '../themes/trades.ts';
import { slugsFor } from './site-names.ts';

/** Sites of an account that has confirmed its address. */
const SITES_OF: Readonly<Record<AccountType, number>> = { client: 10, partenaire: 200, agence: 200 };
/** Sites of an account that has not confirmed its address. */
const UNCONFIRMED_SITES = 1;
/** Sites that an account may make in a day. */
const A_DAY = 20;

/** Sites that an account may own. */
export const siteLimitOf = ({ isConfirmed, type }: Pick<KnownAccount, 'isConfirmed' | 'type'>): number =>
  isConfirmed ? SITES_OF[type] : UNCONFIRMED_SITES;

export interface NewSite {
  readonly name: string;
  readonly trade: Trade;
  /** Id of the catalog's theme. */
  readonly origin: string;
  readonly edition: string;
  /** As it was typed; without it one is made of the name. */
  readonly slug?: string | undefined;
}

/**
 * Makes a site of an account's own, which answers at once: theme, pages, menus and sentences of its trade, or nothing at all.
 * @param db pools of the service role
 * @throws Refusal `unauthorized`, `theme_inconnu`, `invalid_input` for an unknown edition, `trop_de_tentatives`, `trop_de_sites`,
 *   `adresse_de_site_prise`
 */
export async function createSite(
  db: RolePools,
  readCatalog: ReadCatalog,
  { name, trade, origin, edition, slug }: NewSite,
  accountId: string,
  hosts: PlatformHosts,
): Promise<{ readonly id: string; readonly slug: string }> {
  const theme = await readCatalog(origin);
  if (!theme) throw new Refusal('theme_inconnu');
  if (!theme.metadata.editions.some(({ id }) => id === edition)) throw wrongInput('edition');
  const contents = starterSite(theme, edition, await readStarterTexts(trade), name);
  if (slug !== undefined && isReservedSlug(slug, hosts)) throw reservedSlug();
  const slugs = slug === undefined ? slugsFor(name, hosts) : [slug];
  return inTransaction(db, async (client) => {
    const account = await lockAccount(client, accountId);
    if (!account) throw new Refusal('unauthorized');
    const sites = await listSitesOfAccount(client, accountId);
    const owned = sites.filter(({ role }) => role === 'proprietaire').length;
    if (owned >= siteLimitOf(account)) throw new Refusal('trop_de_sites');
    // Counted in the transaction: only sites that were made count.
    if ((await countAttempt(client, 'site', fingerprintOf(accountId))) > A_DAY) throw new Refusal('trop_de_tentatives');
    for (const proposed of slugs) {
      const site = await insertSite(client, { slug: proposed, name, state: 'essai', ownerId: accountId });
      if (!site) continue;
      await fillNewSite(client, site.id, { theme, author: account.email, ...contents });
      const by = ofAccount({ accountId, name: account.email });
      await record(client, { siteId: site.id, act: 'site_cree', by, details: { nom: name } });
      return site;
    }
    throw new Refusal('adresse_de_site_prise');
  });
}
