import { seesRequests } from '../../accounts/access.ts';
import { overviewsOf, type SiteOverview } from '../../storage/site-overviews.ts';
import type { MemberSite } from '../../storage/sites.ts';
import type { SiteCard } from '../../studio/pages/home/props.ts';
import type { StudioPage } from './document.ts';
import { offlineOf } from './offline.ts';
import { siteFacts } from './site-facts.ts';
import { addressOf, type PageSources } from './studio-pages.ts';
import { pictureOf } from './theme-picture.ts';
import type { Visitor } from './visitor.ts';

/** `/studio`: the sites of an account. */
export async function openSitesPage(sources: PageSources, { account, sites }: Visitor): Promise<StudioPage> {
  const overviews = await overviewsOf(
    sources.database.management,
    sites.map(({ id }) => id),
  );
  const of = new Map(overviews.map((overview) => [overview.siteId, overview]));
  return {
    title: 'Vos sites',
    place: 'sites',
    view: 'home',
    props: {
      account: addressOf(account, sources.isMailed),
      sites: sites.map((site) => cardOf(sources, site, of.get(site.id))),
    },
  };
}

function cardOf(sources: PageSources, site: MemberSite, overview: SiteOverview | undefined): SiteCard {
  const published = overview?.published ?? null;
  return {
    ...siteFacts(sources, site, overview),
    offline: offlineOf(site),
    picture: pictureOf(sources.storefront, published?.origine ?? null),
    published: published && { id: published.id, name: published.nom },
    requests: seesRequests(site) ? (overview?.recentRequests ?? 0) : null,
  };
}
