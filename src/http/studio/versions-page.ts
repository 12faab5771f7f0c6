import type { MemberSite } from '../../storage/sites.ts';
import type { Theme } from '../../storage/themes.ts';
import { isolated, nameHtml } from '../../text/names.ts';
import { MEANS_WORDS } from '../../themes/means-words.ts';
import type { StudioPage } from './document.ts';
import { readOnlyReason } from './read-only.ts';
import { scriptPath } from './script-routes.ts';
import { themePaths } from './theme-pages.ts';
import { VERSIONS_STYLE } from './versions-style.ts';

/** What the script of the page begins with. */
export interface VersionsPageData {
  readonly site: { readonly id: string; readonly role: MemberSite['role'] };
  readonly theme: { readonly id: string; readonly nom: string };
  /** Whether this account may write to the theme; else why not, in a sentence. */
  readonly lectureSeule: string | null;
  /** By what a version came, in words. */
  readonly moyens: Readonly<Record<string, string>>;
  readonly adresses: ReturnType<typeof themePaths>;
  /** Address of the script of the thread that compares texts. */
  readonly fil: string;
}

/** `/studio/<site>/themes/<id>/versions`: what a theme was, and what leads back to it. */
export function versionsPage(site: MemberSite, { id, nom }: Theme): StudioPage {
  const data: VersionsPageData = {
    site: { id: site.id, role: site.role },
    theme: { id, nom },
    lectureSeule: readOnlyReason(site),
    moyens: MEANS_WORDS,
    adresses: themePaths(site, id),
    fil: scriptPath('difference'),
  };
  return {
    title: `${isolated(nom)} – versions`,
    site,
    section: 'themes',
    sheet: 'pages/pages.css',
    style: VERSIONS_STYLE,
    script: 'versions',
    hasThread: true,
    data,
    content: `<main id="studio" class="page">
<h1>Versions de « ${nameHtml(nom)} »</h1>
<p class="soft" role="status">Les versions s’ouvrent…</p>
</main>`,
  };
}
