import { inactivityOf } from '../../accounts/access.ts';
import { escapeHtml } from '../../text/escape.ts';
import { isolated, nameHtml } from '../../text/names.ts';
import type { StudioPage } from './document.ts';
import { ROLE_WORDS, stateWord } from './french.ts';
import { readOnlyNotice, readOnlyReason } from './read-only.ts';
import { additionsSection } from './site-additions.ts';
import { siteAddresses } from './site-address.ts';
import { siteDialogs } from './site-dialogs.ts';
import { requestsSection } from './site-requests.ts';
import { themesSection } from './site-themes.ts';
import type { Rights, SitePageView } from './site-view.ts';

/** `/studio/<site>`: its themes, the catalog to install from, what visitors sent. */
export function sitePage(view: SitePageView): StudioPage {
  const { site, origin, domains } = view;
  const rights: Rights = { change: readOnlyReason(site) === null, remove: site.role !== 'lecteur' };
  return {
    title: isolated(site.nom),
    site,
    script: 'pages',
    sheet: 'pages/site/page.css',
    content: `<main class="page" id="contenu" data-site="${site.id}" data-site-name="${escapeHtml(site.nom)}">
<header class="head"><h1>${nameHtml(site.nom)}</h1>
<div>${siteAddresses(origin, domains)}
<p class="badges"><span class="badge${inactivityOf(site) ? '' : ' live'}">${stateWord(site)}</span> <span class="badge">${ROLE_WORDS[site.role]}</span></p></div></header>
${readOnlyNotice(site)}
${themesSection(view, rights)}
${additionsSection(view.storefront, rights)}
${requestsSection(view, rights)}
</main>
${siteDialogs(view.storefront)}`,
  };
}
