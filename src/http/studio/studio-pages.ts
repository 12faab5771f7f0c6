import { listKeys } from '../../storage/keys.ts';
import { countSessions } from '../../storage/sessions.ts';
import { overviewsOf } from '../../storage/site-overviews.ts';
import type { ReadCatalog } from '../../themes/catalog.ts';
import type { Storefront } from '../catalogue/catalogue-routes.ts';
import type { StudioPage } from './document.ts';
import { sitesPage } from './home-page.ts';
import type { NavigationSources } from './navigation.ts';
import { pictureOf } from './theme-picture.ts';
import type { Visitor } from './visitor.ts';

/** What the pages without an editor are made from. */
export interface PageSources extends NavigationSources {
  readonly storefront: Storefront;
  readonly readCatalog: ReadCatalog;
}

export async function openSitesPage(
  { database, storefront, originOf }: PageSources,
  { sites }: Visitor,
): Promise<StudioPage> {
  const overviews = await overviewsOf(
    database.management,
    sites.map(({ id }) => id),
  );
  const of = new Map(overviews.map((overview) => [overview.siteId, overview]));
  return sitesPage(
    sites.map((site) => ({ site, origin: originOf(site), overview: of.get(site.id) })),
    storefront,
  );
}

/** Without a service credential nobody is signed in. */
export async function openKeysPage({ database: { service } }: PageSources, visitor: Visitor): Promise<StudioPage> {
  const keys = service ? await listKeys(service, visitor.account.id) : [];
  return { title: 'Clés d’API', place: 'keys', view: 'keys', props: { keys, now: Date.now() } };
}

export async function openAccountPage(
  { database: { service } }: PageSources,
  { account }: Visitor,
): Promise<StudioPage> {
  const sessions = service ? await countSessions(service, account.id) : 0;
  return {
    title: 'Compte',
    place: 'account',
    view: 'account',
    // The session of this request is not counted.
    props: { email: account.email, others: Math.max(0, sessions - 1) },
  };
}

/** `/studio/pieces`: the parts that pages are made of. */
export async function openPiecesPage({ storefront }: PageSources): Promise<StudioPage> {
  const [theme] = storefront.themes;
  return { title: 'Pièces', view: 'pieces', props: { picture: pictureOf(storefront, theme?.id ?? null) } };
}
