import { inactivityOf } from '../../accounts/access.ts';
import type { SiteOverview } from '../../storage/site-overviews.ts';
import type { MemberSite } from '../../storage/sites.ts';
import { escapeHtml } from '../../text/escape.ts';
import { nameHtml } from '../../text/names.ts';
import type { Storefront } from '../catalogue/catalogue-routes.ts';
import type { StudioPage } from './document.ts';
import { counted, ROLE_WORDS, stateWord } from './french.ts';
import { offlineNotice } from './offline-notice.ts';
import { PAGES_STYLE } from './pages-style.ts';
import { siteAddresses } from './site-address.ts';
import { themePaths } from './theme-pages.ts';
import { themePicture } from './theme-picture.ts';
import { studioPath } from './visitor.ts';

/** A site as the first page shows it. */
interface SiteCard {
  readonly site: MemberSite;
  /** Scheme, host and port of its public pages. */
  readonly origin: string;
  readonly overview: SiteOverview | undefined;
}

/** `/studio`: the sites of an account. */
export const sitesPage = (cards: readonly SiteCard[], storefront: Storefront): StudioPage => ({
  title: 'Vos sites',
  place: 'sites',
  script: 'pages',
  style: PAGES_STYLE,
  content: `<main class="page" id="contenu">
<header class="head"><h1>Vos sites</h1>
<p class="soft">${cards.length > 0 ? `${counted(cards.length, 'site')} sur ce compte.` : ''}</p></header>
${cards.length > 0 ? `<ul class="sites">\n${cards.map((card) => siteCard(card, storefront)).join('\n')}\n</ul>` : NO_SITE}
</main>`,
});

const NO_SITE = `<div class="empty">
<p>Ce compte n’a accès à aucun site.</p>
<p class="soft">Demandez à la personne qui gère cette installation de vous en ouvrir un, ou au propriétaire d’un site de vous y ajouter. Il apparaîtra ici.</p>
<p><a class="button" href="/catalogue">Voir le catalogue en attendant</a></p>
</div>`;

function siteCard({ site, origin, overview }: SiteCard, storefront: Storefront): string {
  const published = overview?.published ?? null;
  const refusal = inactivityOf(site);
  const path = escapeHtml(studioPath(site));
  const id = `site-${site.id}`;
  return `<li><article class="card" aria-labelledby="${id}">
<div class="cover">${themePicture(storefront, published?.origine ?? null, published?.nom ?? site.nom)}
<h2 id="${id}"><a href="${path}">${nameHtml(site.nom)}</a></h2></div>
<p class="badges"><span class="badge${refusal ? '' : ' live'}">${stateWord(site)}</span> <span class="badge">${ROLE_WORDS[site.role]}</span></p>
${siteAddresses(origin, overview?.domains ?? [])}
${offlineNotice(site)}
${refusal ? `<p class="notice">${escapeHtml(String(refusal.body.message))}</p>` : ''}
<p>${published ? `${nameHtml(published.nom)} est publié. <a href="${path}#themes" aria-describedby="${id}">Voir ses thèmes</a>` : `Aucun thème publié. <a href="${path}#ajouter">Choisir un thème</a>`}<br>
<a href="${path}#demandes" aria-describedby="${id}">${requestsLine(overview?.recentRequests ?? 0)}</a></p>
${published ? themeLinks(site, published.id, id) : `<p class="acts"><a class="button primary" href="${path}#ajouter" aria-describedby="${id}">Installer un thème</a></p>`}
</article></li>`;
}

const requestsLine = (count: number): string =>
  count === 0
    ? 'Aucune demande reçue en 30 jours'
    : `${counted(count, 'demande reçue', 'demandes reçues')} en 30 jours`;

function themeLinks(site: MemberSite, themeId: string, describedBy: string): string {
  const { code, personnaliser } = themePaths(site, themeId);
  return `<p class="acts"><a class="button primary" href="${escapeHtml(personnaliser)}" aria-describedby="${describedBy}">Personnaliser</a>
<a class="button" href="${escapeHtml(code)}" aria-describedby="${describedBy}">Modifier le code</a></p>`;
}
