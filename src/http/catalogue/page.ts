import { escapeHtml } from '../../text/escape.ts';
import { isolated, nameHtml } from '../../text/names.ts';
import { type CatalogMetadata, type Edition, editionFor } from '../../themes/catalog.ts';
import { TRADE_LABELS, TRADES, type Trade } from '../../themes/trades.ts';
import { PICTURE_SIZE } from './pictures.ts';

/** A theme as the storefront shows it. */
export interface CatalogueEntry {
  readonly id: string;
  readonly metadata: CatalogMetadata;
  /** Address of its picture; null where none was made yet. */
  readonly picture: string | null;
  /** Address of a site that shows it; null where none answers. */
  readonly demo: string | null;
}

/** Number of traits that are shown of a theme. */
const TRAITS = 3;

/** The number of themes from which the page begins with an overview. */
const GLANCE_FROM = 3;

const LEAD =
  'Chaque thème est un dessin à part entière, décliné en éditions pour votre métier. Les textes, les couleurs et les ' +
  'sections restent à vous.';

/**
 * The storefront's page: the themes made for a trade, those that name it first before the others, or all of them.
 * @param trade null for all
 * @returns its title in plain text, HTML for its head, and HTML of its main part
 */
export function cataloguePage(entries: readonly CatalogueEntry[], trade: Trade | null) {
  const shown = trade === null ? entries : madeFor(entries, trade);
  const title = trade === null ? 'Catalogue des thèmes – vitrine' : `${TRADE_LABELS[trade]} – Catalogue – vitrine`;
  return {
    title,
    head: `<meta name="description" content="${escapeHtml(LEAD)}">\n`,
    content: `<header>
<p class="mark"><a href="/">vitrine</a></p>
<h1>Le catalogue</h1>
<p class="lead">${escapeHtml(LEAD)}</p>
</header>
${filter(entries, trade)}
<h2 class="count">${countOf(shown.length, trade)}</h2>
${glance(shown)}${shown.length > 0 ? `<ul class="themes">\n${shown.map((entry) => themeItem(entry, trade)).join('\n')}\n</ul>` : ''}`,
  };
}

function madeFor(entries: readonly CatalogueEntry[], trade: Trade): CatalogueEntry[] {
  const rank = ({ metadata }: CatalogueEntry) => metadata.metiers.indexOf(trade);
  return entries.filter((entry) => rank(entry) >= 0).sort((a, b) => rank(a) - rank(b));
}

/** Links, so that no script is needed; only trades for which there is a theme. */
function filter(entries: readonly CatalogueEntry[], current: Trade | null): string {
  const served = TRADES.filter((trade) => entries.some(({ metadata }) => metadata.metiers.includes(trade)));
  const link = (trade: Trade | null, label: string) =>
    `<li><a href="${addressOf(trade)}"${trade === current ? ' aria-current="page"' : ''}>${escapeHtml(label)}</a></li>`;
  return `<nav class="filter" aria-label="Filtrer par métier"><ul>
${[link(null, 'Tous les métiers'), ...served.map((trade) => link(trade, TRADE_LABELS[trade]))].join('\n')}
</ul></nav>`;
}

const addressOf = (trade: Trade | null) => (trade === null ? '/catalogue' : `/catalogue?metier=${trade}`);

function countOf(count: number, trade: Trade | null): string {
  const whom = trade === null ? '' : ` pour le métier : ${escapeHtml(TRADE_LABELS[trade])}`;
  if (count === 0) return `Aucun thème${whom}`;
  return `${count === 1 ? 'Un thème' : `${count} thèmes`}${whom}`;
}

/** An overview of all themes; each entry links to its place further down. */
function glance(entries: readonly CatalogueEntry[]): string {
  if (entries.length < GLANCE_FROM) return '';
  const { width, height } = PICTURE_SIZE;
  const tiles = entries.map(({ id, metadata, picture }) => {
    const image =
      picture === null
        ? '<span class="tile"></span>'
        : `<img src="${escapeHtml(picture)}" width="${width}" height="${height}" alt="" decoding="async">`;
    return `<li><a href="#${themePlaceOf(id)}">${image}<span>${nameHtml(metadata.nom)}</span></a></li>`;
  });
  return `<nav class="glance" aria-label="Les thèmes d’un coup d’œil"><ul>\n${tiles.join('\n')}\n</ul></nav>\n`;
}

const themePlaceOf = (id: string) => `theme-${id}`;

function themeItem({ id, metadata, picture, demo }: CatalogueEntry, trade: Trade | null): string {
  const name = nameHtml(metadata.nom);
  return `<li id="${themePlaceOf(id)}"><article aria-labelledby="${id}">
${picture === null ? `<p class="plate" aria-hidden="true">${name}</p>` : pictureOf(picture, metadata.nom)}
<div class="about">
<h3 id="${id}">${name}</h3>
<p class="version">Version ${escapeHtml(metadata.version)}</p>
${paragraph('for', metadata.pour)}${list('traits', metadata.traits.slice(0, TRAITS).map(escapeHtml))}${
  demo === null
    ? ''
    : `<p><a class="demo" href="${escapeHtml(demo)}">Visiter la démonstration<span class="unseen"> : ${name}</span></a></p>\n`
}${trades(id, metadata)}</div>
${editions(id, metadata, trade)}</article></li>`;
}

const pictureOf = (address: string, name: string) =>
  `<img src="${escapeHtml(address)}" width="${PICTURE_SIZE.width}" height="${PICTURE_SIZE.height}" alt="Page d’accueil du site de démonstration : ${escapeHtml(isolated(name))}" loading="lazy" decoding="async">`;

const paragraph = (name: string, text: string) => (text === '' ? '' : `<p class="${name}">${escapeHtml(text)}</p>\n`);

const list = (name: string, items: readonly string[]) =>
  items.length === 0 ? '' : `<ul class="${name}">\n${items.map((item) => `<li>${item}</li>`).join('\n')}\n</ul>\n`;

/** Each trade leads to the edition that is meant for it. */
function trades(id: string, metadata: CatalogMetadata): string {
  const links = metadata.metiers.map((trade) => {
    const edition = editionFor(metadata, trade);
    const place = edition === null ? id : placeOf(id, edition.id);
    return `<a href="${addressOf(trade)}#${place}">${escapeHtml(TRADE_LABELS[trade])}</a>`;
  });
  return links.length === 0 ? '' : `<h4>Métiers</h4>\n${list('trades', links)}`;
}

/** The edition for the chosen trade is shown; the others are a list of names until the visitor opens it. */
function editions(id: string, metadata: CatalogMetadata, trade: Trade | null): string {
  if (metadata.editions.length === 0) return '';
  const meant = trade === null ? null : editionFor(metadata, trade);
  const others = metadata.editions.filter((edition) => edition !== meant);
  const names = others.map((edition) => escapeHtml(nameOf(edition))).join(', ');
  return `<div class="editions">
<h4>Éditions</h4>
${meant === null ? '' : definitions(id, [meant], ' <span class="badge">pour ce métier</span>')}${
  others.length === 0
    ? ''
    : `<details>\n<summary>${meant === null ? '' : 'Les autres : '}${names}</summary>\n${definitions(id, others)}</details>\n`
}</div>
`;
}

const nameOf = ({ nom, id }: Edition) => nom || id;

function definitions(id: string, editions: readonly Edition[], badge = ''): string {
  const items = editions.map(
    (edition) =>
      `<div id="${placeOf(id, edition.id)}"><dt>${escapeHtml(nameOf(edition))}${badge}</dt><dd>${escapeHtml(edition.pour)}</dd></div>`,
  );
  return `<dl>\n${items.join('\n')}\n</dl>\n`;
}

/** An id for the page: letters, digits, `_` and `-` only, whatever the file says. */
const placeOf = (id: string, editionId: string) => `${id}-${editionId.replace(/[^\w-]+/g, '_')}`;
