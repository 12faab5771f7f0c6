import { inactivityOf } from '../../accounts/access.ts';
import type { SiteOverview } from '../../storage/site-overviews.ts';
import type { MemberSite } from '../../storage/sites.ts';
import type { SiteCard } from '../../studio/pages/home/props.ts';
import type { Storefront } from '../catalogue/catalogue-routes.ts';
import type { StudioPage } from './document.ts';
import { ROLE_WORDS, stateWord } from './french.ts';
import { offlineOf } from './offline.ts';
import { addressesOf } from './site-address.ts';
import { themePaths } from './theme-pages.ts';
import { pictureOf } from './theme-picture.ts';
import { studioPath } from './visitor.ts';

/** A site of the first page. */
interface ListedSite {
  readonly site: MemberSite;
  /** Scheme, host and port of its public pages. */
  readonly origin: string;
  readonly overview: SiteOverview | undefined;
}

/** `/studio`: the sites of an account. */
export const sitesPage = (sites: readonly ListedSite[], storefront: Storefront): StudioPage => ({
  title: 'Vos sites',
  place: 'sites',
  view: 'home',
  props: { sites: sites.map((site) => cardOf(site, storefront)) },
});

function cardOf({ site, origin, overview }: ListedSite, storefront: Storefront): SiteCard {
  const published = overview?.published ?? null;
  const refusal = inactivityOf(site);
  return {
    id: site.id,
    name: site.nom,
    path: studioPath(site),
    addresses: addressesOf(origin, overview?.domains ?? []),
    state: stateWord(site),
    isActive: refusal === null,
    role: ROLE_WORDS[site.role],
    offline: offlineOf(site),
    refusal: refusal && String(refusal.body.message),
    picture: pictureOf(storefront, published?.origine ?? null),
    published: published && publishedOf(site, published.id, published.nom),
    requests: overview?.recentRequests ?? 0,
  };
}

function publishedOf(site: MemberSite, id: string, name: string): SiteCard['published'] {
  const { code, personnaliser } = themePaths(site, id);
  return { name, code, customise: personnaliser };
}
