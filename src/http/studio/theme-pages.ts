import type { Database } from '../../storage/database.ts';
import type { DescendedTheme } from '../../storage/descent.ts';
import type { MemberSite } from '../../storage/sites.ts';
import type { Theme } from '../../storage/themes.ts';
import type { ThemePageData } from '../../studio/theme/props.ts';
import { isolated } from '../../text/names.ts';
import { MEANS_WORDS } from '../../themes/means-words.ts';
import { nameOncePublished } from '../../themes/published-name.ts';
import { versionList } from '../../themes/version-list.ts';
import type { StudioPage } from './document.ts';
import { readOnlyOf } from './read-only.ts';
import { scriptPath } from './script-routes.ts';
import { siteLink } from './visitor.ts';

/** The page of the code editor: everything that can be shown before its script runs. */
export const editorPage = (site: MemberSite, data: ThemePageData, chemins: readonly string[]): StudioPage => ({
  title: `${isolated(data.theme.nom)} – code`,
  site,
  hasThread: true,
  view: 'editor',
  props: { ...data, fil: scriptPath('language'), chemins },
});

/** The page on which a theme is changed without code. */
export const customisePage = (site: MemberSite, data: ThemePageData): StudioPage => ({
  title: `${isolated(data.theme.nom)} – personnaliser`,
  site,
  view: 'customise',
  props: data,
});

/** `/studio/<site>/themes/<id>/mise-a-jour`: its script asks for the upgrade. */
export const upgradePage = (site: MemberSite, { id, nom, role }: Theme): StudioPage => ({
  title: `${isolated(nom)} – mise à jour`,
  site,
  section: 'themes',
  view: 'upgrade',
  props: {
    site: { id: site.id, ...siteLink(site) },
    theme: { id, name: nom, isPublished: role === 'publie' },
    readOnly: readOnlyOf(site),
  },
});

/**
 * `/studio/<site>/themes/<id>/repetition`: what the publication of a draft would change; its script asks for it.
 * @param themes of the site
 */
export function rehearsalPage(site: MemberSite, { id, nom }: Theme, themes: readonly DescendedTheme[]): StudioPage {
  const published = themes.find(({ role }) => role === 'publie') ?? null;
  const draft = themes.find((theme) => theme.id === id);
  const takes = draft ? nameOncePublished(draft, published) : nom;
  return {
    title: `${isolated(nom)} – répétition`,
    site,
    section: 'themes',
    view: 'rehearsal',
    props: {
      site: { id: site.id, ...siteLink(site) },
      readOnly: readOnlyOf(site),
      draft: { id, name: nom, takes: takes === nom ? null : takes },
      published: published && { id: published.id, name: published.nom },
      painter: scriptPath('stills'),
    },
  };
}

/** `/studio/<site>/themes/<id>/versions`: what a theme was, and what leads back to it. */
export const versionsPage = async ({ management }: Database, site: MemberSite, theme: Theme): Promise<StudioPage> => ({
  title: `${isolated(theme.nom)} – versions`,
  site,
  section: 'themes',
  hasThread: true,
  view: 'versions',
  props: {
    site: { id: site.id, ...siteLink(site) },
    theme: { id: theme.id, name: theme.nom },
    readOnly: readOnlyOf(site),
    words: MEANS_WORDS,
    list: await versionList(management, site.id, theme, null),
    thread: scriptPath('difference'),
  },
});
