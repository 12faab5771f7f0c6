import type { MemberSite } from '../../storage/sites.ts';
import type { Theme } from '../../storage/themes.ts';
import { escapeHtml } from '../../text/escape.ts';
import { isolated, nameHtml } from '../../text/names.ts';
import { CUSTOMISE_STYLE } from './customise-style.ts';
import type { StudioPage } from './document.ts';
import { EDITOR_STYLE } from './editor-style.ts';
import { PROFILE_STYLE } from './profile-style.ts';
import { scriptPath } from './script-routes.ts';
import { studioPath } from './visitor.ts';

/** Data for the scripts of a theme's pages (`src/studio/theme/start.ts` reads them). */
export interface ThemePageData {
  /** Id of the signed-in account: drafts in the browser are kept for each account. */
  readonly compte: string;
  readonly site: Pick<MemberSite, 'id' | 'slug' | 'nom' | 'role'> & { readonly adresse: string };
  readonly theme: Pick<Theme, 'id' | 'nom' | 'role' | 'version' | 'origine'>;
  /** Whether this account may write to the theme; else why not, in a sentence. */
  readonly lectureSeule: string | null;
  /** Pages, lists and articles of the site that the preview can show. */
  readonly pages: readonly { readonly titre: string; readonly adresse: string }[];
  /** Menus of the site by key, with the titles of their entries. */
  readonly menus: readonly { readonly cle: string; readonly titres: readonly string[] }[];
  /** Families that a `font_picker` may hold, each with its stack of fonts and the address of a specimen's face. */
  readonly polices: readonly {
    readonly id: string;
    readonly nom: string;
    readonly pile: string;
    readonly adresse: string;
  }[];
  /** Addresses of this theme's pages in the studio, and of its site's. */
  readonly adresses: {
    readonly code: string;
    readonly personnaliser: string;
    readonly versions: string;
    readonly site: string;
  };
}

/** Data for the script of the code editor. */
export interface EditorPageData extends ThemePageData {
  /** Address of the script of the thread that knows the language. */
  readonly fil: string;
}

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
    data: { ...data, fil: scriptPath('language') } satisfies EditorPageData,
    content: `<main id="studio" class="workspace">
<h1 class="unseen">${nameHtml(data.theme.nom)}</h1>
<nav class="first-tree" aria-label="Fichiers"><ul>${paths.map((path) => `<li>${escapeHtml(path)}</li>`).join('')}</ul></nav>
<p class="first-words soft">L’éditeur s’ouvre…</p>
</main>`,
  };
}

/** The page on which a theme is changed without code. */
export function customisePage(site: MemberSite, data: ThemePageData): StudioPage {
  return {
    title: `${isolated(data.theme.nom)} – personnaliser`,
    site,
    sheet: 'frame/frame.css',
    style: CUSTOMISE_STYLE,
    script: 'customise',
    data,
    content: `<main id="studio" class="workspace">
<h1 class="unseen">${nameHtml(data.theme.nom)}</h1>
<p class="first-words soft" role="status">Les réglages s’ouvrent…</p>
</main>`,
  };
}
