import type { FastifyReply } from 'fastify';
import { fontFaces } from '../../../engine/fonts/faces.ts';
import type { MemberSite } from '../../storage/sites.ts';
import { escapeHtml } from '../../text/escape.ts';
import { PLATFORM_MARK } from '../platform-page.ts';
import { freshNonce, studioHeaders } from '../security.ts';
import { type StudioModule, scriptPath } from './scripts.ts';
import { STUDIO_STYLE } from './style.ts';
import { studioPath, type Visitor } from './visitor.ts';

/** A page of the studio, ready to be put into its document. */
export interface StudioPage {
  /** In plain text. */
  readonly title: string;
  /** HTML of what stands below the header, with one `main`. */
  readonly content: string;
  /** The site that the page is about. */
  readonly site?: MemberSite | undefined;
  /** Style sheet of this page besides the common one. */
  readonly style?: string;
  readonly script?: StudioModule;
  /** What the script begins with; it finds it as `#donnees`. */
  readonly data?: object;
  /** HTML in the header besides the navigation. */
  readonly tools?: string;
}

/** The font of the titles, from this host like the fonts of every site. */
const TITLE_FACES = fontFaces('fraunces')
  .filter(({ subset }) => subset === 'latin')
  .map(
    ({ weight, address }) =>
      `@font-face { font-family: Fraunces; font-weight: ${weight}; font-display: swap; src: url("${address}") format("woff2"); }`,
  )
  .join('\n');

/** Answers with a page of the studio; it is never kept, since it shows what an account may see. */
export function sendStudioPage(
  reply: FastifyReply,
  status: number,
  visitor: Visitor,
  { title, content, site, style = '', script, data, tools = '' }: StudioPage,
): FastifyReply {
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
<body>
${header(visitor, site, tools)}
${content}
${data ? `<script type="application/json" id="donnees">${jsonInHtml(data)}</script>\n` : ''}</body>
</html>
`;
  return reply
    .code(status)
    .headers({ ...studioHeaders(nonce), 'Cache-Control': 'no-store' })
    .send(body);
}

/** JSON that no parser of HTML ends early. */
const jsonInHtml = (data: object): string => JSON.stringify(data).replaceAll('<', '\\u003c');

function header({ account, sites }: Visitor, site: MemberSite | undefined, tools: string): string {
  const link = (one: MemberSite) =>
    `<li><a href="${escapeHtml(studioPath(one))}"${one.id === site?.id ? ' aria-current="page"' : ''}>${escapeHtml(one.nom)}</a></li>`;
  return `<header class="top">
<a class="mark" href="/studio">vitrine</a>
<nav aria-label="Sites"><ul>${sites.map(link).join('')}</ul></nav>
${tools}<div class="end"><a href="/studio/cles">Clés</a><a href="/studio/compte">${escapeHtml(account.email)}</a>
<form method="post" action="/deconnexion"><button type="submit">Se déconnecter</button></form></div>
</header>`;
}
