import type { Database } from '../../storage/database.ts';
import type { MemberSite } from '../../storage/sites.ts';
import type { Theme } from '../../storage/themes.ts';
import { isolated } from '../../text/names.ts';
import { MEANS_WORDS } from '../../themes/means-words.ts';
import { versionList } from '../../themes/version-list.ts';
import type { StudioPage } from './document.ts';
import { readOnlyOf } from './read-only.ts';
import { scriptPath } from './script-routes.ts';
import { themePaths } from './theme-pages.ts';

/** `/studio/<site>/themes/<id>/versions`: what a theme was, and what leads back to it. */
export async function versionsPage({ management }: Database, site: MemberSite, theme: Theme): Promise<StudioPage> {
  const { code, personnaliser, site: path } = themePaths(site, theme.id);
  return {
    title: `${isolated(theme.nom)} – versions`,
    site,
    section: 'themes',
    hasThread: true,
    view: 'versions',
    props: {
      siteId: site.id,
      theme: { id: theme.id, name: theme.nom },
      readOnly: readOnlyOf(site),
      addresses: { code, customise: personnaliser, site: path },
      words: MEANS_WORDS,
      list: await versionList(management, site.id, theme, null),
      thread: scriptPath('difference'),
    },
  };
}
