import type { Database } from '../../storage/database.ts';
import { overviewsOf } from '../../storage/site-overviews.ts';
import type { MemberSite } from '../../storage/sites.ts';
import type { SiteNavigation, SitePlace } from '../../studio/frame/props.ts';

export interface NavigationSources {
  readonly database: Database;
  /** Scheme, host and port by which this visitor reaches the public pages of a site. */
  readonly originOf: (site: MemberSite) => string;
}

/** The navigation of a site, with the theme that visitors see now. */
export async function navigationOf(
  { database, originOf }: NavigationSources,
  site: MemberSite,
  place: SitePlace,
): Promise<SiteNavigation> {
  const [overview] = await overviewsOf(database.management, [site.id]);
  return { place, published: overview?.published?.nom ?? null, address: originOf(site) };
}
