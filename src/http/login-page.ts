import type { FastifyReply } from 'fastify';
import { escapeHtml, renderDocument } from './platform-page.ts';
import { freshNonce, pageHeaders } from './security.ts';

/** What the login page shows. */
export type LoginView =
  | { readonly kind: 'form'; readonly email: string; readonly alert?: string }
  | { readonly kind: 'signed-in'; readonly email: string; readonly alert?: string };

const STYLE = `
main { width: 100%; box-sizing: border-box; }
label { display: block; margin-top: 1rem; }
input { display: block; width: 100%; box-sizing: border-box; margin-top: .25rem; padding: .5rem .625rem; font: inherit; color: inherit; background: light-dark(#fff, #1f2229); border: 1px solid light-dark(#77726a, #8d8f96); border-radius: .25rem; }
button { margin-top: 1.5rem; padding: .5rem 1.25rem; font: inherit; font-weight: 600; cursor: pointer; color: light-dark(#fff, #16181d); background: light-dark(#9c4420, #f0946a); border: 0; border-radius: .25rem; }
:focus-visible { outline: 3px solid light-dark(#1d4f91, #9cc4ff); outline-offset: 2px; }
[role=alert] { padding: .75rem 1rem; border-left: 3px solid light-dark(#b3261e, #ff8a80); background: light-dark(#fbe9e7, #3a2322); }
`;

/** Answers with the login page: without script, and never kept, since it shows who is signed in. */
export function sendLoginPage(reply: FastifyReply, status: number, view: LoginView): FastifyReply {
  const nonce = freshNonce();
  const title = view.kind === 'form' ? 'Connexion' : 'Vous êtes connecté';
  const body = renderDocument(
    view.alert === undefined ? title : `Erreur – ${title}`,
    [`<h1>${title}</h1>`, alertOf(view), view.kind === 'form' ? form(view.email) : farewell(view.email)].join('\n'),
    nonce,
    STYLE,
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
