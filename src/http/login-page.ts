import type { FastifyReply } from 'fastify';
import { FORM_STYLE } from './form-style.ts';
import { escapeHtml, renderDocument } from './platform-page.ts';
import { freshNonce, pageHeaders } from './security.ts';

/** What the login page shows. */
export type LoginView =
  | { readonly kind: 'form'; readonly email: string; readonly alert?: string }
  | { readonly kind: 'signed-in'; readonly email: string; readonly alert?: string };

/** Answers with the login page: without script, and never kept, since it shows who is signed in. */
export function sendLoginPage(reply: FastifyReply, status: number, view: LoginView): FastifyReply {
  const nonce = freshNonce();
  const title = view.kind === 'form' ? 'Connexion' : 'Vous êtes connecté';
  const body = renderDocument(
    view.alert === undefined ? title : `Erreur – ${title}`,
    [`<h1>${title}</h1>`, alertOf(view), view.kind === 'form' ? form(view.email) : farewell(view.email)].join('\n'),
    nonce,
    FORM_STYLE,
  );
  return reply
    .code(status)
    .headers({ ...pageHeaders(nonce), 'Cache-Control': 'no-store' })
    .send(body);
}

const alertOf = ({ alert }: LoginView): string =>
  alert === undefined ? '' : `<p role="alert">${escapeHtml(alert)}</p>`;

const form = (email: string): string => `<form method="post" action="/connexion">
<label for="email">Adresse électronique</label>
<input id="email" name="email" type="email" autocomplete="username" required value="${escapeHtml(email)}">
<label for="mot_de_passe">Mot de passe</label>
<input id="mot_de_passe" name="mot_de_passe" type="password" autocomplete="current-password" required>
<button type="submit">Se connecter</button>
</form>`;

const farewell = (email: string): string => `<p>Ce navigateur est connecté au compte ${escapeHtml(email)}.</p>
<p><a href="/">Aller à l’accueil</a></p>
<form method="post" action="/deconnexion">
<button type="submit">Se déconnecter</button>
</form>`;
