import { siteLimitOf } from '../../accounts/new-site.ts';
import { proposalsFor } from '../../themes/proposals.ts';
import { TRADE_LABELS, TRADES } from '../../themes/trades.ts';
import type { StudioPage } from './document.ts';
import { addressOf, type PageSources } from './studio-pages.ts';
import { pictureOf } from './theme-picture.ts';
import type { Visitor } from './visitor.ts';

/** `/studio/nouveau`: where an account makes a site of its own. */
export async function openNewSitePage(
  { storefront, isMailed, sitesDomain }: PageSources,
  { account, sites }: Visitor,
): Promise<StudioPage> {
  const owned = sites.filter(({ role }) => role === 'proprietaire').length;
  const limit = siteLimitOf(account);
  return {
    title: 'Nouveau site',
    place: 'sites',
    view: 'new-site',
    props: {
      account: addressOf(account, isMailed),
      limit: owned >= limit ? limit : null,
      domain: sitesDomain,
      trades: TRADES.map((id) => ({
        id,
        label: TRADE_LABELS[id],
        proposals: proposalsFor(storefront.themes, id).map(({ theme, edition }) => ({
          ...{ origin: theme.id, edition: edition.id, variant: edition.nom || edition.id, audience: edition.pour },
        })),
      })),
      themes: storefront.themes.map(({ id, metadata }) => ({
        ...{ id, name: metadata.nom, picture: pictureOf(storefront, id) },
      })),
    },
  };
}
