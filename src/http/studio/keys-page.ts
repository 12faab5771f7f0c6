import type { Key, KeyScope } from '../../storage/keys.ts';
import { escapeHtml } from '../../text/escape.ts';
import type { StudioPage } from './document.ts';
import { SCOPE_SENTENCES, timeElement } from './french.ts';
import { dialog, submit } from './site-dialogs.ts';

/** The scopes that every account may give a key. */
const OFFERED: readonly KeyScope[] = ['themes', 'lecture'];

/** `/studio/cles`: the keys of an account. @param now milliseconds since 1970, for what has expired */
export const keysPage = (keys: readonly Key[], now: number): StudioPage => ({
  title: 'Clés d’API',
  place: 'keys',
  script: 'pages',
  sheet: 'pages/keys/page.css',
  content: `<main class="page" id="contenu">
<header class="head"><h1>Clés d’API</h1>
<div><p class="soft">Une clé ouvre les thèmes de vos sites à un programme ou au client <code>vitrine</code>, au nom de ce compte, et rien d’autre : les pages, articles, menus, paramètres et demandes ne s’ouvrent qu’à une session.</p>
<p><button type="button" class="primary" data-act="nouvelle-cle">Nouvelle clé</button></p></div></header>
<div id="cles" data-fresh>
${keys.length > 0 ? `<ul class="keys">\n${keys.map((key) => keyItem(key, now)).join('\n')}\n</ul>` : NONE}
</div>
</main>
${creationDialog()}
${SECRET_DIALOG}
${dialog({ name: 'revoquer', title: 'Révoquer cette clé ?', content: '<p>Les programmes qui se servent de <strong data-text="name"></strong> seront refusés dès leur prochaine demande. Une clé révoquée ne revient pas.</p>', acts: submit('Révoquer', 'danger') })}`,
});

const NONE =
  '<div class="empty"><p>Aucune clé.</p><p class="soft">Créez-en une pour publier depuis un terminal ou un programme.</p></div>';

function keyItem({ id, nom, prefixe, portee, ...times }: Key, now: number): string {
  const isExpired = times.expire_le !== null && Date.parse(times.expire_le) <= now;
  const isLive = times.revoquee_le === null && !isExpired;
  const name = escapeHtml(nom ?? 'Sans nom');
  const heading = `cle-${id}`;
  const fact = (term: string, value: string) => `<div><dt>${term}</dt><dd>${value}</dd></div>`;
  return `<li><article class="key${isLive ? '' : ' over'}" aria-labelledby="${heading}" data-key="${id}" data-name="${escapeHtml(nom ?? prefixe)}">
<h2 id="${heading}">${name}</h2>
<p class="badges"><code>${escapeHtml(prefixe)}…</code> ${isLive ? '<span class="badge live">Valide</span>' : `<span class="badge">${times.revoquee_le === null ? 'Expirée' : 'Révoquée'}</span>`}</p>
<p>${SCOPE_SENTENCES[portee]}</p>
<dl class="facts">${[
    fact('Créée', timeElement(times.cree_le)),
    fact('Dernier usage', times.derniere_utilisation === null ? 'Jamais' : timeElement(times.derniere_utilisation)),
    fact(isExpired ? 'Expirée' : 'Expire', times.expire_le === null ? 'Jamais' : timeElement(times.expire_le)),
    times.revoquee_le === null ? '' : fact('Révoquée', timeElement(times.revoquee_le)),
  ].join('')}</dl>
${isLive ? `<p class="acts"><button type="button" class="danger" data-act="revoquer" aria-describedby="${heading}">Révoquer</button></p>` : ''}
</article></li>`;
}

function creationDialog(): string {
  const option = (scope: KeyScope, index: number) =>
    `<label class="option"><input type="radio" name="portee" value="${scope}"${index === 0 ? ' checked' : ''}> <span>${SCOPE_SENTENCES[scope]}</span></label>`;
  return dialog({
    name: 'nouvelle-cle',
    title: 'Nouvelle clé',
    content: `<label for="nom-cle">Nom <span class="soft">(facultatif)</span></label>
<input type="text" id="nom-cle" name="nom" autocomplete="off" placeholder="Portable de l’atelier">
<fieldset><legend>Portée</legend>
${OFFERED.map(option).join('\n')}
</fieldset>
<label for="fin-cle">Dernier jour de validité <span class="soft">(facultatif)</span></label>
<input id="fin-cle" name="fin" type="date">`,
    acts: submit('Créer la clé'),
  });
}

/** Shown once, after a key was made: only its fingerprint is stored. */
const SECRET_DIALOG = `<dialog id="question-secret" aria-labelledby="titre-secret"><form method="dialog">
<h2 id="titre-secret">Votre nouvelle clé</h2>
<p>Copiez-la maintenant : elle n’est montrée que cette fois.</p>
<h3>Clé</h3>
<p class="secret"><code id="secret"></code></p>
<p><button type="button" class="primary" data-copy="secret">Copier la clé</button></p>
<h3>Commande pour votre terminal</h3>
<p class="secret"><code id="commande"></code></p>
<p><button type="button" data-copy="commande">Copier la commande</button></p>
<p class="soft">La commande demande la clé : collez-la à ce moment, elle ne reste ainsi dans aucun historique.</p>
<p role="status" class="copied"></p>
<p class="acts"><button type="submit">J’ai gardé la clé</button></p>
</form></dialog>`;
