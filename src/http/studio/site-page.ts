import { type DescendedTheme, listDescents } from '../../storage/descent.ts';
import { overviewsOf } from '../../storage/site-overviews.ts';
import type { MemberSite } from '../../storage/sites.ts';
import { findPrevious } from '../../storage/theme-drafts.ts';
import type { CatalogItem, SiteTheme } from '../../studio/pages/site/props.ts';
import { isolated } from '../../text/names.ts';
import { compareWithCatalog } from '../../themes/comparison.ts';
import { nameOncePublished } from '../../themes/published-name.ts';
import type { StudioPage } from './document.ts';
import { readOnlyOf } from './read-only.ts';
import { scriptPath } from './script-routes.ts';
import { siteFacts } from './site-facts.ts';
import type { PageSources } from './studio-pages.ts';
import { pictureOf } from './theme-picture.ts';

/** `/studio/<site>`: its themes, and the catalog to install from. @param isNew whether the site has just been made */
export async function openSitePage(
  { database: { management }, storefront, readCatalog, originOf }: PageSources,
  site: MemberSite,
  isNew: boolean,
): Promise<StudioPage> {
  const [themes, previous, [overview]] = await Promise.all([
    listDescents(management, site.id),
    findPrevious(management, site.id),
    overviewsOf(management, [site.id]),
  ]);
  const comparisons = await compareWithCatalog(management, readCatalog, site.id, themes);
  const published = themes.find(({ role }) => role === 'publie') ?? null;
  const shown = (theme: DescendedTheme): SiteTheme => {
    const { id, nom, version, maj_le, origine } = theme;
    const comparison = comparisons.get(id);
    const known = storefront.themes.find((one) => one.id === origine);
    const takes = nameOncePublished(theme, published);
    return {
      ...{ id, name: nom, version, files: comparison?.files ?? 0, changedAt: maj_le },
      origin: known?.metadata.nom ?? origine,
      picture: pictureOf(storefront, origine),
      takes: takes === nom ? null : takes,
      difference: comparison?.difference ?? null,
      isUpgradable: comparison?.isUpgradable ?? false,
    };
  };
  return {
    title: isolated(site.nom),
    site,
    overview,
    section: 'themes',
    view: 'site',
    props: {
      site: siteFacts({ originOf }, site, overview),
      isNew,
      readOnly: readOnlyOf(site),
      published: published && shown(published),
      drafts: themes.filter((theme) => theme !== published).map(shown),
      previous: previous?.nom ?? null,
      catalog: storefront.themes.map(
        ({ id, metadata }): CatalogItem => ({
          ...{ id, name: metadata.nom, audience: metadata.pour, picture: pictureOf(storefront, id) },
          editions: metadata.editions.map(({ id, nom, pour }) => ({ id, name: nom || id, audience: pour })),
        }),
      ),
      explainer: scriptPath('archive'),
    },
  };
}
