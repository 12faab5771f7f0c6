import type { FastifyReply } from 'fastify';
import { HYDRATION_MARK, LOGIN_PATH } from '../health/marks.ts';
import { escapeHtml } from '../text/escape.ts';
import { FORM_STYLE } from './form-style.ts';
import { LOGIN_SCRIPT_PATH } from './login-script-routes.ts';
import { renderDocument } from './platform-page.ts';
import { freshNonce, pageHeaders } from './security.ts';

/** What the login page shows. */
interface LoginView {
  readonly email: string;
  /** Where one goes on afterwards, an address of the studio; null for its beginning. */
  readonly next: string | null;
  readonly alert?: string;
}

/** Fields of this form only. */
const STYLE = `${FORM_STYLE}
button[aria-pressed] { margin-top: .5rem; padding: .25rem 0; font-weight: 400; text-decoration: underline; color: inherit; background: none; }
button:disabled { cursor: progress; opacity: .6; }
[role=alert]:empty { display: none; }
`;

/** Answers with the login page. The page works without its script and is never cached, because it shows who is signed in. */
export function sendLoginPage(reply: FastifyReply, status: number, view: LoginView): FastifyReply {
  const nonce = freshNonce();
  const { title, content } = form(view, nonce);
  const body = renderDocument({ title, content, nonce, style: STYLE });
  return reply
    .code(status)
    .headers({ ...pageHeaders(nonce), 'Cache-Control': 'no-store' })
    .send(body);
}

function form({ email, next, alert = '' }: LoginView, nonce: string) {
  const title = 'Connexion';
  const content = `<h1>${title}</h1>
<p role="alert" tabindex="-1">${escapeHtml(alert)}</p>
<form method="post" action="${LOGIN_PATH}" ${HYDRATION_MARK}>
${next === null ? '' : `<input type="hidden" name="suite" value="${escapeHtml(next)}">\n`}<label for="email">Adresse électronique</label>
<input id="email" name="email" type="email" autocomplete="username" required value="${escapeHtml(email)}">
<label for="mot_de_passe">Mot de passe</label>
<input id="mot_de_passe" name="mot_de_passe" type="password" autocomplete="current-password" required>
<button type="button" aria-pressed="false" aria-controls="mot_de_passe" hidden>Afficher le mot de passe</button>
<button type="submit">Se connecter</button>
</form>
<script type="module" nonce="${nonce}" src="${LOGIN_SCRIPT_PATH}"></script>`;
  return { title: alert === '' ? title : `Erreur – ${title}`, content };
}
