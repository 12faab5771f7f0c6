import type { Account } from '../../storage/accounts.ts';
import { escapeHtml } from '../../text/escape.ts';
import type { StudioPage } from './document.ts';
import { counted } from './french.ts';
import { PAGES_STYLE } from './pages-style.ts';

/** `/studio/compte`. @param others sessions of the account besides the one that looks */
export const accountPage = ({ email }: Account, others: number): StudioPage => ({
  title: 'Compte',
  place: 'account',
  script: 'pages',
  style: PAGES_STYLE,
  content: `<main class="page narrow" id="contenu">
<header class="head"><h1>Compte</h1><p class="soft">${escapeHtml(email)}</p></header>
<section aria-labelledby="titre-mot-de-passe"><h2 id="titre-mot-de-passe">Mot de passe</h2>
<form id="mot-de-passe">
<input type="text" hidden readonly autocomplete="username" value="${escapeHtml(email)}">
<label for="actuel">Mot de passe actuel</label>
<input id="actuel" name="actuel" type="password" autocomplete="current-password" required>
<label for="nouveau">Nouveau mot de passe</label>
<input id="nouveau" name="nouveau" type="password" autocomplete="new-password" required minlength="10" aria-describedby="aide-nouveau">
<p class="soft" id="aide-nouveau">Dix caractères au moins. Changer de mot de passe déconnecte les autres navigateurs.</p>
<p><button type="button" aria-pressed="false" class="quiet" data-reveal>Afficher les mots de passe</button></p>
<p class="refusal" role="alert"></p>
<p class="acts"><button type="submit" class="primary">Changer le mot de passe</button></p>
</form></section>
<section id="sessions" data-fresh aria-labelledby="titre-sessions"><h2 id="titre-sessions">Sessions</h2>
<p>${sessionsSentence(others)}</p>
<p class="refusal" role="alert"></p>
<p class="acts"><button type="button" data-act="autres-sessions"${others === 0 ? ' disabled' : ''}>Déconnecter les autres sessions</button></p>
</section>
<section aria-labelledby="titre-sortir"><h2 id="titre-sortir">Ce navigateur</h2>
<form method="post" action="/deconnexion"><p class="acts"><button type="submit">Se déconnecter de ce navigateur</button></p></form>
</section>
</main>`,
});

const sessionsSentence = (others: number): string =>
  others === 0
    ? 'Ce compte n’est connecté nulle part ailleurs.'
    : `${counted(others, 'autre session est ouverte', 'autres sessions sont ouvertes')}, dans d’autres navigateurs.`;
