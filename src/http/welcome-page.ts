import { escapeHtml } from '../text/escape.ts';
import type { Storefront } from './catalogue/catalogue-routes.ts';
import { PICTURE_SIZE } from './catalogue/pictures.ts';

/** Themes whose pictures stand beside the title, the largest first; themes without a picture are passed over. */
const SHOWN_FIRST: readonly string[] = ['origo', 'vela', 'piazza'];

const LEAD =
  'vitrine sert des sites dont le thème est à vous, fichier par fichier. Chaque page est rendue au moment où on la demande : ce que ' +
  'vous enregistrez est en ligne à la requête suivante.';

const POINTS: readonly { readonly title: string; readonly text: string }[] = [
  {
    title: 'Rendu à chaque requête',
    text: 'Aucune page n’est fabriquée d’avance, il n’y a rien à régénérer. Le visiteur lit le thème publié et le contenu tels qu’ils sont à cet instant.',
  },
  {
    title: 'Le thème est du code, si vous voulez',
    text: 'Liquid, JSON et CSS, dans des fichiers que l’on exporte et réimporte. On règle couleurs et sections sans code, ou l’on ouvre l’éditeur.',
  },
  {
    title: 'Un bac à sable autour de chaque thème',
    text: 'Le code d’un thème tourne dans des processus à part, sous des limites de temps et de mémoire. Un thème en faute n’arrête pas les autres sites.',
  },
  {
    title: 'Une API et un client',
    text: 'Le studio, le client en ligne de commande et vos programmes passent par la même API. Ses écritures conditionnelles empêchent d’écraser le travail d’un autre.',
  },
];

/**
 * The platform's home page for visitors who are not signed in.
 * @param catalogue address of the public storefront
 * @returns its title in plain text, HTML for its head, and HTML of its main part
 */
export function welcomePage({ themes, pictures }: Storefront, catalogue: string) {
  const store = escapeHtml(catalogue);
  const nameOf = new Map(themes.map(({ id, metadata }) => [id as string, metadata.nom]));
  const image = (address: string, lazy: boolean) =>
    `<img src="${escapeHtml(address)}" width="${PICTURE_SIZE.width}" height="${PICTURE_SIZE.height}" alt="" decoding="async"${lazy ? ' loading="lazy"' : ''}>`;
  const first = SHOWN_FIRST.flatMap((id) => pictures.find(({ themeId }) => themeId === id) ?? []);
  const tiles = pictures.map(
    ({ themeId, address }) =>
      `<li><a href="${store}">${image(address, true)}<span>${escapeHtml(nameOf.get(themeId) ?? themeId)}</span></a></li>`,
  );
  return {
    title: 'vitrine',
    head: `<meta name="description" content="${escapeHtml(LEAD)}">\n`,
    content: `<header class="bar"><p class="mark">vitrine</p>
<nav aria-label="Plateforme"><ul><li><a href="${store}">Catalogue</a></li><li><a href="/docs">API</a></li><li><a class="enter" href="/connexion">Se connecter</a></li></ul></nav></header>
<section class="hero"><div>
<h1>Votre site, rendu à l’instant où on le demande.</h1>
<p class="lead">${escapeHtml(LEAD)}</p>
<p class="ways"><a class="primary" href="${store}">Voir le catalogue des thèmes</a> <a href="/connexion">Ouvrir le studio</a></p></div>
${first.length > 0 ? `<div class="collage c${first.length}" aria-hidden="true">${first.map(({ address }) => image(address, false)).join('')}</div>` : ''}</section>
<section aria-labelledby="points"><h2 id="points" class="unseen">Ce que fait vitrine</h2>
<ul class="points">${POINTS.map(({ title, text }) => `<li><h3>${escapeHtml(title)}</h3><p>${escapeHtml(text)}</p></li>`).join('\n')}</ul></section>
${
  tiles.length > 0
    ? `<section aria-labelledby="themes"><h2 id="themes">Les thèmes du catalogue</h2>
<p class="soft">Chacun est un dessin à part entière, décliné en éditions par métier. Une fois installé, il est à vous.</p>
<ul class="tiles">\n${tiles.join('\n')}\n</ul></section>`
    : ''
}
<section class="terminal" aria-labelledby="client"><div><h2 id="client">Depuis votre éditeur</h2>
<p>Le client suit un dossier de votre machine, vérifie le thème sans réseau et n’envoie que ce qui a changé, si personne d’autre n’y a touché.</p></div>
<pre tabindex="0" aria-label="Commandes du client"><code>npx vitrine connexion
npx vitrine init origo --dossier mon-theme
npx vitrine apercu mon-theme
npx vitrine pousser
npx vitrine publier</code></pre></section>
<footer><p><a href="/api/sante">État du service</a></p><p><a href="/docs">Documentation de l’API</a></p><p><a href="/openapi.json">Description OpenAPI</a></p></footer>`,
  };
}
