import type { MemberSite } from '../../storage/sites.ts';
import type { Theme } from '../../storage/themes.ts';
import { isolated } from '../../text/names.ts';
import type { StudioPage } from './document.ts';
import { readOnlyOf } from './read-only.ts';
import { themePaths } from './theme-pages.ts';
import { studioPath } from './visitor.ts';

/** Where a theme is brought to what the catalog has now. */
export const upgradePath = (site: MemberSite, themeId: string): string =>
  `${themePaths(site, themeId).code}/mise-a-jour`;

/** `/studio/<site>/themes/<id>/mise-a-jour`: its script asks for the upgrade. */
export const upgradePage = (site: MemberSite, { id, nom, role }: Theme): StudioPage => ({
  title: `${isolated(nom)} – mise à jour`,
  site,
  section: 'themes',
  view: 'upgrade',
  props: {
    siteId: site.id,
    site: studioPath(site),
    themes: themePaths(site, '').code,
    theme: { id, name: nom, isPublished: role === 'publie' },
    readOnly: readOnlyOf(site),
  },
});
