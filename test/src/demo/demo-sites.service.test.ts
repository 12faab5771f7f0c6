import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { Creation as NewArticle } from '../../../src/contract/articles.ts';
import { Creation as NewBlog } from '../../../src/contract/blogs.ts';
import { NewPage } from '../../../src/contract/pages.ts';
import { type DemoSite, readDemoSites } from '../../../src/demo/demo-site.ts';
import { PHOTOGRAPHS, readPhotographFacts, withAddresses } from '../../../src/demo/photographs.ts';
import { readCatalogTheme } from '../../../src/themes/catalog.ts';
import { NOBODY } from '../../support/content-api.ts';
import { editionsOf, rendererOf, type ShownTheme, shownThemes, viewsOf } from '../../support/shown-theme.ts';

interface Entry {
  readonly url: string;
  readonly enfants?: readonly Entry[];
}
/** Where the entries lead; one with entries below it may only name them, with `#`. */
const addressesIn = (entries: readonly Entry[]): string[] =>
  entries.flatMap(({ url, enfants = [] }) => [
    ...(url === '#' && enfants.length > 0 ? [] : [url]),
    ...addressesIn(enfants),
  ]);

/** Attributes that make a browser ask for something by itself. */
const ASKS = /\s(?:src|srcset|poster|data|style)\s*=|<(?:script|style|link|iframe|img|object|embed)\b/i;

const PLACEHOLDER = /lorem|ipsum|dolor sit|à compléter|\btodo\b|xxx/i;

const wordsIn = (html: string): number =>
  html
    .replace(/<[^>]*>/g, ' ')
    .split(/\s+/)
    .filter(Boolean).length;

/** What has to be of a believable length, and how long that is: characters of plain texts, words of contents. */
function lengthsOf({
  description,
  pages,
  blogs,
}: DemoSite): [what: string, length: number, from: number, to: number][] {
  const articles = blogs.flatMap((blog) => blog.articles);
  return [
    ['description', description.length, 70, 160],
    ...pages.map(({ slug, contenu }): [string, number, number, number] => [slug, wordsIn(contenu), 60, 600]),
    ...articles.flatMap(({ slug, titre, extrait, contenu }): [string, number, number, number][] => [
      [`title of ${slug}`, titre.length, 12, 60],
      [`excerpt of ${slug}`, extrait.length, 70, 200],
      [slug, wordsIn(contenu), 90, 800],
    ]),
  ];
}

/** Length from which a sentence in two demos was copied, characters. */
const SENTENCE = 60;
/** What the law asks of every site may be said alike. */
const LEGAL = 'mentions-legales';

function homeOf(shown: ShownTheme): string {
  const [{ files }] = editionsOf(shown);
  return rendererOf(files, shown.site)(viewsOf(shown.site).index);
}

/** The long sentences of a site, those of its home page among them. */
function sentencesOf(shown: ShownTheme): string[] {
  const { description, pages, blogs } = shown.site;
  const texts = [
    description,
    // Hours are written so that no line ends within them.
    homeOf(shown)
      .replace(/<(style|script|svg)\b[\s\S]*?<\/\1>/g, '')
      .replaceAll('&nbsp;–&#8288;&nbsp;', ' – '),
    ...pages.flatMap(({ slug, contenu }) => (slug === LEGAL ? [] : [contenu])),
    ...blogs.flatMap((blog) => [
      blog.description,
      ...blog.articles.flatMap(({ extrait, contenu }) => [extrait, contenu]),
    ]),
  ];
  const sentences = texts.flatMap((text) => text.split(/<[^>]*>|(?<=[.!?…])\s+/)).map((sentence) => sentence.trim());
  return [...new Set(sentences.filter(({ length }) => length >= SENTENCE))];
}

const shown = await shownThemes();
const photographs = await readPhotographFacts();

it.each(
  Object.entries(photographs),
)('the photograph %s is what is known of it, of a believable weight', async (name, facts) => {
  const bytes = await readFile(new URL(`${name}.jpg`, PHOTOGRAPHS));
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(facts.sha256);
  expect(bytes.length).toBe(facts.bytes);
  expect(Math.max(facts.width, facts.height)).toBe(2000);
  expect(facts).toMatchObject({
    colour: expect.stringMatching(/^#/),
    placeholder: expect.stringMatching(/^data:image/),
  });
});

it('no two demo sites say the same', () => {
  const sayers = Map.groupBy(
    shown.flatMap((one) => sentencesOf(one).map((sentence) => ({ sentence, id: one.id }))),
    ({ sentence }) => sentence,
  );
  expect(sayers.size).toBeGreaterThan(100);
  expect(
    [...sayers].filter(([, by]) => by.length > 1).map(([sentence, by]) => [sentence, by.map(({ id }) => id)]),
  ).toEqual([]);
});

it.each(shown)('the menus of $id lead to sections that its home page has', (one) => {
  const home = homeOf(one);
  for (const address of addressesIn(Object.values(one.site.menus).flat())) {
    const [path, section] = address.split('#');
    if (section !== undefined)
      expect([address, path === '/' && home.includes(` id="${section}"`)]).toEqual([address, true]);
  }
});

describe.each(await readDemoSites())('the demo site of $themeId', ({ themeId, site }) => {
  const articles = site.blogs.flatMap(({ articles }) => articles);
  const contents = [...site.pages, ...articles].map(({ contenu }) => contenu);

  it('has pages, menus and a blog with articles', () => {
    expect(site.pages.length).toBeGreaterThanOrEqual(3);
    expect(Object.values(site.menus).flat().length).toBeGreaterThan(0);
    expect(articles.length).toBeGreaterThanOrEqual(4);
  });

  it('is written out, at lengths that a visitor believes', () => {
    expect(lengthsOf(site).filter(([, length, from, to]) => length < from || length > to)).toEqual([]);
    expect(JSON.stringify(site)).not.toMatch(PLACEHOLDER);
    const ages = articles.map(({ il_y_a_jours: days }) => days);
    expect(ages).toEqual([...new Set(ages)].sort((a, b) => a - b));
  });

  it('is what the API would take', () => {
    for (const page of site.pages) expect(() => NewPage.parse(page)).not.toThrow();
    for (const { articles, ...blog } of site.blogs) {
      expect(() => NewBlog.parse(blog)).not.toThrow();
      for (const article of articles) expect(() => NewArticle.parse({ ...article, blog_id: NOBODY })).not.toThrow();
    }
  });

  it('shows pictures of its theme, in an edition that the theme has', async () => {
    const theme = await readCatalogTheme(themeId);
    expect(theme?.metadata.editions.map(({ id }) => id)).toContain(site.edition);
    for (const { image } of articles) expect(Object.keys(theme?.files ?? {})).toContain(`assets/${image}`);
  });

  it('has the photographs that it names, each in the library with a description', () => {
    const { photographies = {}, reglages = {} } = site;
    for (const name of Object.keys(photographies)) expect(Object.keys(photographs)).toContain(name);
    for (const { alt } of Object.values(photographies)) expect(alt.length).toBeGreaterThan(20);
    const addresses = new Map(Object.keys(photographies).map((name) => [name, `/medias/${name}`]));
    const shown = JSON.stringify(withAddresses(reglages, addresses)) + JSON.stringify(articles);
    for (const name of Object.keys(photographies)) expect(shown).toContain(name);
    for (const { photographie } of articles) {
      if (photographie !== undefined) expect(Object.keys(photographies)).toContain(photographie);
    }
  });

  it('asks nothing of anybody else, and leads to what it has', () => {
    const places = [
      '/',
      '/blog',
      ...site.pages.map(({ slug }) => `/${slug}`),
      ...site.blogs.flatMap(({ slug, articles }) => [
        `/blog/${slug}`,
        ...articles.map((article) => `/blog/${slug}/${article.slug}`),
      ]),
    ];
    expect(new Set(places).size).toBe(places.length);
    const linked = contents.flatMap((text) =>
      [...text.matchAll(/href="([^"]*)"/g)].map(([, address]) => address ?? ''),
    );
    const own = [...linked, ...addressesIn(Object.values(site.menus).flat())].filter((url) => url.startsWith('/'));
    expect(own.length).toBeGreaterThan(3);
    for (const url of own) expect(places).toContain(url.split('#')[0]);
    for (const text of contents) expect(text).not.toMatch(ASKS);
  });
});
