import { overviewsOf } from '../../storage/site-overviews.ts';
import type { MemberSite } from '../../storage/sites.ts';
import type { SiteNavigation, SitePlace } from '../../studio/frame/props.ts';
import type { PageSources } from './studio-pages.ts';

/** The navigation of a site, with the theme that visitors see now. */
export async function siteNavigation(
  { database, originOf }: Pick<PageSources, 'database' | 'originOf'>,
  site: MemberSite,
  place: SitePlace,
): Promise<SiteNavigation> {
  const [overview] = await overviewsOf(database.management, [site.id]);
  return { place, published: overview?.published?.nom ?? null, address: originOf(site) };
}
