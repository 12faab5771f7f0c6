import type { FastifyReply } from 'fastify';
import type { Article, ArticleSummary, Blog } from '../../../engine/index.ts';
import { type Pictures, pictureAt } from '../../../engine/pictures/facts.ts';
import type { ViewContent } from '../../sites/views.ts';
import { escapeHtml } from '../../text/escape.ts';
import { PLATFORM_PAGES, platformPage, renderDocument } from '../platform-page.ts';
import { sitePageHeaders } from '../security.ts';

const STYLE = `
body { place-items: start center; overflow-wrap: break-word; }
main { box-sizing: border-box; width: 100%; max-width: 44rem; padding: 2rem clamp(1rem, 5vw, 2rem) 4rem; }
h1 { font-size: clamp(1.75rem, 1.3rem + 2vw, 2.5rem); text-wrap: balance; }
h2 { font: 600 1.3125rem/1.3 ui-serif, Georgia, serif; margin: 0; }
img { max-width: 100%; height: auto; }
header p { margin: 0 0 2rem; }
footer { margin-top: 2.5rem; }
.discret { color: light-dark(#5c5f66, #b3b1ab); font-size: .9375rem; }
.articles { list-style: none; margin: 2rem 0; padding: 0; }
.articles li { padding: 1.5rem 0; border-top: 1px solid light-dark(#dcd7cc, #3a3d45); }
.articles p { margin: .375rem 0 0; }
.image { display: block; margin: 0 0 1rem; aspect-ratio: 16 / 9; width: 100%; object-fit: cover; }
.pages { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 1rem; }
.contenu { margin: 2rem 0; }
.contenu :is(pre, table) { max-width: 100%; overflow-x: auto; }
:focus-visible { outline: 3px solid light-dark(#b4532a, #f0946a); outline-offset: 3px; }
`;

/**
 * A list of articles, or an article, as the platform itself shows it: the theme has no template for it, and `page.json` does not
 * stand in (docs/rules.md, Rule 13).
 * @returns null when the view is neither
 */
export function blogPage(content: ViewContent, nonce: string): string | null {
  const { article, blog, siteName = '' } = content;
  if (blog) return listPage(blog, siteName, nonce);
  return article ? articlePage({ article, pictures: content.pictures ?? {} }, siteName, nonce) : null;
}

/** What visitors get where a theme has no template for a page. @param content null when the page does not exist */
export const pageWithoutTemplate = (content: ViewContent | null, nonce: string): string =>
  (content && blogPage(content, nonce)) ?? platformPage(PLATFORM_PAGES.notFound, nonce).body;

/** Answers with the page of a blog that the platform itself shows. @returns null when the view is not of a blog */
export function sendBlogPage(reply: FastifyReply, content: ViewContent, nonce: string): FastifyReply | null {
  const page = blogPage(content, nonce);
  return page === null ? null : reply.code(200).headers(sitePageHeaders(nonce)).send(Buffer.from(page, 'utf8'));
}

function listPage(blog: Blog, siteName: string, nonce: string): string {
  const { titre, description, adresse, flux, articles, blogs, pagination } = blog;
  const { page, pages, precedente, suivante } = pagination;
  const others = blogs.length > 1 ? blogs.filter((other) => other.adresse !== adresse) : [];
  const content = [
    header('/', siteName),
    `<h1>${escapeHtml(titre)}</h1>`,
    description && `<p>${escapeHtml(description)}</p>`,
    others.length > 0 &&
      `<nav class="discret" aria-label="Autres blogs">${others.map((other) => link(other.adresse, other.titre)).join(' · ')}</nav>`,
    articles.length > 0
      ? `<ul class="articles">\n${articles.map(item).join('\n')}\n</ul>`
      : '<p>Aucun article pour le moment.</p>',
    pages > 1 &&
      `<nav class="pages" aria-label="Pages">${[
        precedente && link(precedente, '← Plus récents', 'prev'),
        `<span>Page ${page} sur ${pages}</span>`,
        suivante && link(suivante, 'Plus anciens →', 'next'),
      ]
        .filter(Boolean)
        .join('\n')}</nav>`,
    `<footer class="discret"><p>${link(flux, 'S’abonner au fil (Atom)')}</p></footer>`,
  ];
  const number = page > 1 ? `, page ${page}` : '';
  return document(`${titre}${number} – ${siteName}`, content, nonce, feedLink(titre, flux));
}

const item = ({ titre, adresse, extrait, date }: ArticleSummary): string =>
  `<li><h2>${link(adresse, titre)}</h2><p class="discret">${frenchDate(date)}</p>${extrait && `<p>${escapeHtml(extrait)}</p>`}</li>`;

interface ShownArticle {
  readonly article: Article;
  /** Those of the library that it has. */
  readonly pictures: Pictures;
}

function articlePage({ article, pictures }: ShownArticle, siteName: string, nonce: string): string {
  const { titre, image, date, blog, contenu } = article;
  const content = [
    header(blog.adresse, blog.titre),
    `<article><h1>${escapeHtml(titre)}</h1>`,
    `<p class="discret">${frenchDate(date)}</p>`,
    imageElement(image, pictures),
    `<div class="contenu">${contenu}</div></article>`,
    `<footer class="discret"><p>${link(blog.adresse, `Tous les articles : ${blog.titre}`)}</p><p>${link('/', siteName)}</p></footer>`,
  ];
  return document(`${titre} – ${siteName}`, content, nonce, feedLink(blog.titre, `${blog.adresse}.atom`));
}

/** Empty without an image, and where it is a picture of the library that is gone. */
function imageElement(image: string, pictures: Pictures): string {
  const id = pictureAt(image);
  const facts = id === undefined ? undefined : pictures[id];
  const isGone = id !== undefined && (facts?.kind ?? 'document') === 'document';
  return image === '' || isGone
    ? ''
    : `<img class="image" src="${escapeHtml(image)}" alt="${escapeHtml(facts?.alt ?? '')}">`;
}

const document = (title: string, content: readonly (string | false)[], nonce: string, head: string): string =>
  renderDocument({ title, content: content.filter(Boolean).join('\n'), nonce, style: STYLE, head });

const header = (href: string, text: string): string =>
  `<header class="discret"><p>${link(href, `← ${text}`)}</p></header>`;

const link = (href: string, text: string, rel?: string): string =>
  `<a href="${escapeHtml(href)}"${rel === undefined ? '' : ` rel="${rel}"`}>${escapeHtml(text)}</a>`;

const feedLink = (title: string, href: string): string =>
  `<link rel="alternate" type="application/atom+xml" title="${escapeHtml(title)}" href="${escapeHtml(href)}">\n`;

const FRENCH = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', timeZone: 'UTC' });

/** The day in French, in UTC as the filter `date` of themes; nothing for years that JavaScript cannot read. */
function frenchDate(date: string): string {
  const time = Date.parse(date);
  return Number.isNaN(time) ? '' : `<time datetime="${date.slice(0, 10)}">${FRENCH.format(time)}</time>`;
}
