import type { FastifyReply } from 'fastify';
import { PLATFORM_MARK } from '../../health/marks.ts';
import type { MemberSite } from '../../storage/sites.ts';
import { escapeHtml } from '../../text/escape.ts';
import { nameHtml } from '../../text/names.ts';
import { TITLE_FACES } from '../catalogue/style.ts';
import { freshNonce, studioHeaders } from '../security.ts';
import { offlineNotice } from './offline-notice.ts';
import { type StudioModule, scriptPath } from './script-routes.ts';
import { STUDIO_STYLE } from './style.ts';
import { studioPath, type Visitor } from './visitor.ts';

/** A page of the studio without the HTML around it. */
export interface StudioPage {
  /** In plain text. */
  readonly title: string;
  /** HTML of what stands below the header, with one `main`. */
  readonly content: string;
  readonly site?: MemberSite | undefined;
  /** Style sheet of this page besides the common one. */
  readonly style?: string;
  readonly script?: StudioModule;
  /** Whether the script starts a thread, from another script of ours. */
  readonly hasThread?: true;
  /** Data for the script, which reads them from the element `#donnees`. */
  readonly data?: object;
  /** Which link of the header leads here. */
  readonly place?: 'sites' | 'keys' | 'account';
}

/** Shown without JavaScript: such a page then only shows what there is. */
const NO_SCRIPT =
  '<noscript><p class="notice">Les boutons de cette page ont besoin de JavaScript, que ce navigateur n’exécute pas.</p></noscript>';

/** Answers with a page of the studio; nothing caches it, because it shows what one account may see. */
export function sendStudioPage(reply: FastifyReply, status: number, visitor: Visitor, page: StudioPage): FastifyReply {
  const { title, content, style = '', script, data } = page;
  const nonce = freshNonce();
  const head = script ? `<script type="module" nonce="${nonce}" src="${scriptPath(script)}"></script>\n` : '';
  const body = `<!DOCTYPE html>
<html lang="fr" ${PLATFORM_MARK}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>${escapeHtml(title)} – vitrine</title>
<style nonce="${nonce}">${TITLE_FACES}${STUDIO_STYLE}${style}</style>
${head}</head>
<body data-account="${visitor.account.id}">
${header(visitor, page)}
${script ? NO_SCRIPT : ''}
${content}
${data ? `<script type="application/json" id="donnees">${jsonInHtml(data)}</script>\n` : ''}</body>
</html>
`;
  return reply
    .code(status)
    .headers({ ...studioHeaders(nonce, page.hasThread), 'Cache-Control': 'no-store' })
    .send(body);
}

/** JSON without `<`, so that nothing in it ends the script element. */
const jsonInHtml = (data: object): string => JSON.stringify(data).replaceAll('<', '\\u003c');

/** With so many sites the list has a filter field, which the script of the page shows. */
const FILTER_FROM = 8;

function header({ sites }: Visitor, { site, place }: StudioPage): string {
  const current = (isCurrent: boolean) => (isCurrent ? ' aria-current="page"' : '');
  return `<header class="top">
<a class="mark" href="/studio"${current(place === 'sites')}>vitrine</a>
${sites.length > 0 ? sitesMenu(sites, site) : ''}
<div class="end"><a href="/studio/cles"${current(place === 'keys')}>Clés</a><a href="/studio/compte"${current(place === 'account')}>Compte</a>
<form method="post" action="/deconnexion"><button type="submit">Se déconnecter</button></form></div>
${site ? offlineNotice(site) : ''}</header>`;
}

/** A popover works without a script, with the keyboard too. */
function sitesMenu(sites: readonly MemberSite[], site: MemberSite | undefined): string {
  const link = (one: MemberSite) =>
    `<li><a href="${escapeHtml(studioPath(one))}"${one.id === site?.id ? ' aria-current="true"' : ''}>${nameHtml(one.nom)}</a></li>`;
  const filter = `<label hidden>Filtrer <input type="search" data-filter="menu-sites" autocomplete="off"></label>\n`;
  return `<nav class="switch" aria-label="Sites">
<button type="button" popovertarget="menu-sites"><span>${site ? nameHtml(site.nom) : 'Sites'}</span></button>
<div id="menu-sites" popover>
${sites.length >= FILTER_FROM ? filter : ''}<ul>${sites.map(link).join('')}</ul>
<a class="all" href="/studio">Tous les sites</a></div></nav>`;
}
