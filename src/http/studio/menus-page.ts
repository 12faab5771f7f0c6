import { readMenus } from '../../content/menus.ts';
import { overviewsOf } from '../../storage/site-overviews.ts';
import type { MemberSite } from '../../storage/sites.ts';
import { isolated } from '../../text/names.ts';
import type { StudioPage } from './document.ts';
import { readOnlyOf } from './read-only.ts';
import type { PageSources } from './studio-pages.ts';
import { siteLink, type Visitor } from './visitor.ts';

/** `/studio/<site>/menus`: the menus of a site. */
export async function openMenusPage(
  { database: { management } }: PageSources,
  { account }: Visitor,
  site: MemberSite,
): Promise<StudioPage> {
  const [{ menus }, [overview]] = await Promise.all([
    readMenus(management, site.id),
    overviewsOf(management, [site.id]),
  ]);
  const theme = overview?.published ?? null;
  return {
    title: `${isolated(site.nom)} – menus`,
    site,
    overview,
    section: 'menus',
    view: 'menus',
    props: {
      account: account.id,
      site: { id: site.id, ...siteLink(site) },
      menus,
      theme: theme && { id: theme.id, name: theme.nom },
      readOnly: readOnlyOf(site),
    },
  };
}
