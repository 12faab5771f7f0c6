import type { MemberSite } from '../../storage/sites.ts';
import type { ThemePageData } from '../../studio/theme/props.ts';
import { isolated } from '../../text/names.ts';
import type { StudioPage } from './document.ts';
import { scriptPath } from './script-routes.ts';
import { studioPath } from './visitor.ts';

/** Where a theme is edited. */
export const themePaths = (site: MemberSite, themeId: string) => {
  const path = `${studioPath(site)}/themes/${themeId}`;
  return {
    code: path,
    personnaliser: `${path}/personnaliser`,
    versions: `${path}/versions`,
    repetition: `${path}/repetition`,
    site: studioPath(site),
  };
};

/** The page of the code editor: everything that can be shown before its script runs. */
export function editorPage(site: MemberSite, data: ThemePageData, chemins: readonly string[]): StudioPage {
  return {
    title: `${isolated(data.theme.nom)} – code`,
    site,
    hasThread: true,
    view: 'editor',
    props: { ...data, fil: scriptPath('language'), chemins },
  };
}

/** The page on which a theme is changed without code. */
export const customisePage = (site: MemberSite, data: ThemePageData): StudioPage => ({
  title: `${isolated(data.theme.nom)} – personnaliser`,
  site,
  view: 'customise',
  props: data,
});
