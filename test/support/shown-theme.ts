import type { BlogReference, PageRequest, SiteContent, ThemeFiles } from '../../engine/index.ts';
import type { Pictures } from '../../engine/pictures/facts.ts';
import { type DemoSite, readDemoSites } from '../../src/demo/demo-site.ts';
import { houseSettings } from '../../src/demo/house.ts';
import { siteFacts } from '../../src/text/site-facts/site-facts.ts';
import { applyEdition, CATALOG_FOLDER, type CatalogTheme, readCatalogFrom } from '../../src/themes/catalog.ts';
import { loadedTheme } from '../engine/support.ts';

/** A hundredth of what one render may create. */
const OBJECTS = 1_000_000;
const DAY_MS = 24 * 60 * 60 * 1000;
const NOW = Date.parse('2026-08-02T10:00:00Z');

/** Nonce of every page that is rendered here. */
export const NONCE = 'abcdefgh12345678';

/** Where these pages find the files of their theme's `assets` folder. */
export const ASSETS = '/theme-assets/t/';

/** What one address of a site shows. */
export type View = Omit<PageRequest, 'nonce'>;

/** A theme of the catalog and the site that its demo shows. */
export interface ShownTheme {
  readonly id: string;
  readonly theme: CatalogTheme;
  readonly site: DemoSite;
}

export interface Edition {
  readonly edition: string;
  readonly files: ThemeFiles;
}

/** The themes whose folder exists. @throws Error when one has no demo */
export async function shownThemes(): Promise<ShownTheme[]> {
  const [sites, themes] = await Promise.all([readDemoSites(), readCatalogFrom(CATALOG_FOLDER)]);
  return themes.map((theme) => {
    const demo = sites.find(({ themeId }) => themeId === theme.id);
    if (!demo) throw new Error(`no demo shows the theme ${theme.id}`);
    return { id: theme.id, theme, site: demo.site };
  });
}

/** The theme in each of its editions, that of the demo first. */
export function editionsOf({ theme, site }: ShownTheme): [Edition, ...Edition[]] {
  const filesOf = (edition: string): Edition => ({ edition, files: applyEdition(theme, edition) });
  const others = theme.metadata.editions.map(({ id }) => id).filter((id) => id !== site.edition);
  return [filesOf(site.edition), ...others.map(filesOf)];
}

/**
 * One view of each kind, by its template or by what became of a visitor's message. The blog shows all that a list can have:
 * other blogs, newer and older pages, an article without picture.
 */
export function viewsOf(site: DemoSite) {
  const home = viewOf('index', { titre: site.nom, genre: 'accueil', adresse: '/' }, {});
  const [page] = site.pages.map(viewOfPage);
  const [reference] = site.blogs.map(referenceTo);
  const articles = site.blogs.flatMap(articlesOf);
  const [article] = articles;
  if (!page || !reference || !article) throw new Error(`the site ${site.slug} lacks a page, a blog or an article`);
  const blog = {
    ...reference,
    flux: `${reference.adresse}.atom`,
    articles: articles.map((one, index) => (index === articles.length - 1 ? { ...one, image: '' } : one)),
    blogs: [...site.blogs.map(referenceTo), { ...reference, titre: 'Brèves', adresse: '/blog/breves' }],
    pagination: { page: 2, pages: 3, precedente: '/blog', suivante: '/blog?page=3' },
  };
  return {
    index: home,
    merci: { ...home, page: { ...home.page, demande: 'merci' } },
    erreur: { ...home, page: { ...home.page, demande: 'erreur' } },
    page,
    blog: viewOf('blog', { titre: blog.titre, genre: 'blog', adresse: `${blog.adresse}?page=2` }, { blog }),
    article: viewOfArticle(article),
    404: viewOf('404', { titre: 'Page introuvable', genre: 'introuvable' }, {}),
  } satisfies Record<string, View>;
}

/** The pages and articles that `viewsOf` leaves out, by slug and address. */
export function furtherViewsOf({ pages, blogs }: DemoSite): Record<string, View> {
  const [, ...otherPages] = pages;
  const [, ...otherArticles] = blogs.flatMap(articlesOf);
  return Object.fromEntries([
    ...otherPages.map((page) => [page.slug, viewOfPage(page)]),
    ...otherArticles.map((article) => [article.adresse, viewOfArticle(article)]),
  ]);
}

const viewOf = (
  template: string,
  page: Pick<View['page'], 'titre' | 'genre' | 'adresse' | 'description' | 'image'>,
  objects: Pick<View, 'article' | 'blog'>,
): View => ({
  templates: [template],
  page: { ...page, slug: slugIn(page.adresse), contenu: '', demande: '', instant: NOW },
  ...objects,
});

const slugIn = (address = ''): string => address.split('?')[0]?.split('/').at(-1) ?? '';

const viewOfPage = ({ gabarit, ...page }: DemoSite['pages'][number]): View => ({
  templates: [gabarit, 'page'],
  page: { ...page, genre: 'page', adresse: `/${page.slug}`, demande: '', instant: NOW },
});

const viewOfArticle = (article: NonNullable<View['article']>): View => {
  const { titre, adresse, extrait: description, image } = article;
  return viewOf('article', { titre, genre: 'article', adresse, description, image }, { article });
};

const referenceTo = ({ titre, description, slug }: DemoSite['blogs'][number]): BlogReference => ({
  titre,
  description,
  adresse: `/blog/${slug}`,
});

function articlesOf(blog: DemoSite['blogs'][number]) {
  return blog.articles.map(({ slug, titre, extrait, image, il_y_a_jours: days, contenu }) => ({
    titre,
    extrait,
    adresse: `/blog/${blog.slug}/${slug}`,
    image: `${ASSETS}${image}`,
    date: new Date(NOW - days * DAY_MS).toISOString(),
    modifie: new Date(NOW - days * DAY_MS).toISOString(),
    blog: referenceTo(blog),
    contenu,
  }));
}

/**
 * Renders views of a site through the engine.
 * @param pictures of its library
 * @returns a function that gives the HTML of a view; it throws when there is none, when a section met an error, or when the
 * page takes more than a hundredth of the objects that it may create
 */
export function rendererOf(files: ThemeFiles, site: DemoSite, pictures: Pictures = {}): (view: View) => string {
  const theme = loadedTheme(files, { objects: OBJECTS });
  const { nom, slug, description, menus } = site;
  const adresse = `https://${slug}.example`;
  const facts = siteFacts(houseSettings(site, NOW), new Date(NOW).toISOString());
  const content: SiteContent = { site: { nom, slug, description, adresse, ...facts }, menus, pictures };
  return (view) => {
    const result = theme.render(content, { ...view, nonce: NONCE });
    if (result.outcome !== 'page' || result.incidents.length > 0)
      throw new Error(JSON.stringify(result).slice(0, 1_000));
    return result.html;
  };
}
