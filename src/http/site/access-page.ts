import type { FastifyReply } from 'fastify';
import { escapeHtml } from '../../text/escape.ts';
import { FORM_STYLE } from '../form-style.ts';
import { renderDocument } from '../platform-page.ts';
import { freshNonce, sitePageHeaders } from '../security.ts';

/** Where the form of this page is sent. */
export const ACCESS_PATH = '/acces';

interface AccessView {
  /** Address on this site that the visitor is sent to after the code. */
  readonly wayBack: string;
  /** Why the code was refused, in plain text. */
  readonly alert?: string;
}

const TITLE = 'Ce site demande un code';

/** Answers with the page that asks for a site's code. It has no script, shows nothing of the site, and is neither cached nor indexed. */
export function sendAccessPage(reply: FastifyReply, status: number, view: AccessView): FastifyReply {
  const nonce = freshNonce();
  const title = view.alert === undefined ? TITLE : `Erreur – ${TITLE}`;
  return reply
    .code(status)
    .headers({ ...sitePageHeaders(nonce), 'Cache-Control': 'no-store' })
    .send(renderDocument({ title, content: contentOf(view), nonce, style: FORM_STYLE }));
}

const contentOf = ({ wayBack, alert }: AccessView): string => `<h1>${TITLE}</h1>
${alert === undefined ? '' : `<p role="alert" id="erreur">${escapeHtml(alert)}</p>`}
<p>Entrez le code que le propriétaire du site vous a donné.</p>
<form method="post" action="${ACCESS_PATH}">
<input type="hidden" name="retour" value="${escapeHtml(wayBack)}">
<label for="code">Code d’accès</label>
<input id="code" name="code" type="password" autocomplete="current-password" required${
  alert === undefined ? '' : ' aria-describedby="erreur"'
}>
<button type="submit">Entrer</button>
</form>`;
