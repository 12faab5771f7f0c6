import type { FastifyReply } from 'fastify';
import { escapeHtml } from '../text/escape.ts';
import { FORM_STYLE } from './form-style.ts';
import { LOGIN_SCRIPT_PATH } from './login-script.ts';
import { renderDocument } from './platform-page.ts';
import { freshNonce, pageHeaders } from './security.ts';

/** Where the login page is. */
export const LOGIN_PATH = '/connexion';
/** What its script finds the form by (browser/login.js). */
export const HYDRATION_MARK = 'data-hydrate';

/** What the login page shows. */
export type LoginView =
  | { readonly kind: 'form'; readonly email: string; readonly alert?: string }
  | { readonly kind: 'signed-in'; readonly email: string };

/** What only this form has. */
const STYLE = `${FORM_STYLE}
button[aria-pressed] { margin-top: .5rem; padding: .25rem 0; font-weight: 400; text-decoration: underline; color: inherit; background: none; }
button:disabled { cursor: progress; opacity: .6; }
[role=alert]:empty { display: none; }
`;

/** Answers with the login page: it works without its script, and is never kept, since it shows who is signed in. */
export function sendLoginPage(reply: FastifyReply, status: number, view: LoginView): FastifyReply {
  const nonce = freshNonce();
  const { title, content } = view.kind === 'form' ? form(view, nonce) : farewell(view.email);
  const body = renderDocument(title, content, nonce, STYLE);
  return reply
    .code(status)
    .headers({ ...pageHeaders(nonce), 'Cache-Control': 'no-store' })
    .send(body);
}

function form({ email, alert = '' }: Extract<LoginView, { kind: 'form' }>, nonce: string) {
  const title = 'Connexion';
  const content = `<h1>${title}</h1>
<p role="alert" tabindex="-1">${escapeHtml(alert)}</p>
<form method="post" action="${LOGIN_PATH}" ${HYDRATION_MARK}>
<label for="email">Adresse électronique</label>
<input id="email" name="email" type="email" autocomplete="username" required value="${escapeHtml(email)}">
<label for="mot_de_passe">Mot de passe</label>
<input id="mot_de_passe" name="mot_de_passe" type="password" autocomplete="current-password" required>
<button type="button" aria-pressed="false" aria-controls="mot_de_passe" hidden>Afficher le mot de passe</button>
<button type="submit">Se connecter</button>
</form>
<script type="module" nonce="${nonce}" src="${LOGIN_SCRIPT_PATH}"></script>`;
  return { title: alert === '' ? title : `Erreur – ${title}`, content };
}

function farewell(email: string) {
  const title = 'Vous êtes connecté';
  const content = `<h1>${title}</h1>
<p>Ce navigateur est connecté au compte ${escapeHtml(email)}.</p>
<p><a href="/">Aller à l’accueil</a></p>
<form method="post" action="/deconnexion">
<button type="submit">Se déconnecter</button>
</form>`;
  return { title, content };
}
