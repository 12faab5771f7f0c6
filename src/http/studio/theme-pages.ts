import type { MemberSite } from '../../storage/sites.ts';
import type { EditorProps } from '../../studio/editor/props.ts';
import type { ThemePageData } from '../../studio/theme/props.ts';
import { escapeHtml } from '../../text/escape.ts';
import { isolated, nameHtml } from '../../text/names.ts';
import type { StudioPage } from './document.ts';
import { EDITOR_STYLE } from './editor-style.ts';
import { PROFILE_STYLE } from './profile-style.ts';
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
export function editorPage(site: MemberSite, data: ThemePageData, paths: readonly string[]): StudioPage {
  return {
    title: `${isolated(data.theme.nom)} – code`,
    site,
    sheet: 'frame/frame.css',
    style: EDITOR_STYLE + PROFILE_STYLE,
    script: 'editor',
    hasThread: true,
    data: { ...data, fil: scriptPath('language'), chemins: paths } satisfies EditorProps,
    content: `<main id="studio" class="workspace">
<h1 class="unseen">${nameHtml(data.theme.nom)}</h1>
<nav class="first-tree" aria-label="Fichiers"><ul>${paths.map((path) => `<li>${escapeHtml(path)}</li>`).join('')}</ul></nav>
<p class="first-words soft">L’éditeur s’ouvre…</p>
</main>`,
  };
}

/** The page on which a theme is changed without code. */
export const customisePage = (site: MemberSite, data: ThemePageData): StudioPage => ({
  title: `${isolated(data.theme.nom)} – personnaliser`,
  site,
  view: 'customise',
  props: data,
});
