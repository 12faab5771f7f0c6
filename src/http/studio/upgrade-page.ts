import type { MemberSite } from '../../storage/sites.ts';
import type { Theme } from '../../storage/themes.ts';
import { escapeHtml } from '../../text/escape.ts';
import { isolated, nameHtml } from '../../text/names.ts';
import type { StudioPage } from './document.ts';
import { readOnlyNotice } from './read-only.ts';
import { themePaths } from './theme-pages.ts';

/** Where a theme is brought to what the catalog has now. */
export const upgradePath = (site: MemberSite, themeId: string): string =>
  `${themePaths(site, themeId).code}/mise-a-jour`;

/**
 * `/studio/<site>/themes/<id>/mise-a-jour`: what the catalog has that is newer than a theme (docs/upgrades.md). The script asks for it,
 * because a merge may take a while.
 */
export function upgradePage(site: MemberSite, { id, nom, role }: Theme): StudioPage {
  return {
    title: `${isolated(nom)} – mise à jour`,
    site,
    section: 'themes',
    sheet: 'pages/pages.css',
    style: UPGRADE_STYLE,
    script: 'pages',
    content: `<main class="page" id="contenu">
<header class="head"><h1>Mise à jour de « ${nameHtml(nom)} »</h1>
<div><p><a href="${escapeHtml(themePaths(site, id).site)}">Thèmes du site</a></p>
<p class="soft">${role === 'publie' ? 'Ce thème est publié : la mise à jour va au brouillon de travail du site, que vous publiez quand vous voulez.' : 'La mise à jour va à ce brouillon ; elle est une version de plus, à laquelle ou avant laquelle vous pouvez revenir.'}</p></div></header>
${readOnlyNotice(site) || asking(site, id)}
</main>`,
  };
}

const asking = (
  site: MemberSite,
  themeId: string,
): string => `<form id="mise-a-jour" data-site="${site.id}" data-theme="${themeId}" data-themes="${escapeHtml(themePaths(site, '').code)}">
<p class="soft" role="status">La comparaison avec le catalogue est en cours…</p>
<div class="found"></div>
<p class="refusal" role="alert"></p>
</form>`;

const UPGRADE_STYLE = `
#mise-a-jour, .found { display: grid; gap: clamp(1.75rem, 4vw, 3rem); min-width: 0; }
#mise-a-jour > [role=status]:empty, .found:empty { display: none; }
.conflict { padding: clamp(1rem, 3vw, 1.5rem); background: var(--paper); border: 1px solid var(--line); border-radius: .5rem; gap: 1rem; }
.conflict legend { float: left; width: 100%; font: 600 1rem/1.4 var(--mono); overflow-wrap: anywhere; }
.conflict legend + * { clear: both; }
.choices { display: flex; flex-wrap: wrap; gap: .5rem; }
.place { display: grid; gap: .5rem; }
.texts { display: grid; gap: .75rem; grid-template-columns: repeat(auto-fit, minmax(min(16rem, 100%), 1fr)); }
.texts > div { display: grid; gap: .25rem; align-content: start; min-width: 0; }
.texts h4 { font: 500 .875rem/1.4 ui-sans-serif, system-ui, sans-serif; color: var(--soft); }
.texts pre { margin: 0; padding: .625rem .75rem; font: .8125rem/1.5 var(--mono); white-space: pre-wrap; overflow-wrap: anywhere; background: var(--raised); border-radius: .375rem; }
.changes { display: grid; gap: .25rem; font: .875rem/1.6 var(--mono); overflow-wrap: anywhere; }
.changes li { display: grid; grid-template-columns: 5.5rem minmax(0, 1fr); gap: .75rem; }
.changes span { font: .875rem/1.6 ui-sans-serif, system-ui, sans-serif; color: var(--soft); }
`;
