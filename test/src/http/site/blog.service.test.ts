import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BLOG_THEME, type BlogSite, createBlogSite } from '../../../support/blog-site.ts';
import { sharedProgram, type TestProgram } from '../../../support/program.ts';

let vitrine: TestProgram;
beforeAll(async () => {
  vitrine = await sharedProgram();
});
afterAll(() => vitrine.close());

/** What a page of `BLOG_THEME` shows. */
async function shown(site: BlogSite, path: string) {
  const { status, text } = await site.visit(path);
  const [template, titre, slug, own, other] = text.replace(/^<main>|<\/main>$/g, '').split('|');
  return { status, template, titre, slug, object: JSON.parse(own ?? 'null'), other };
}

const DAY = (n: number) => `2026-01-${String(n).padStart(2, '0')}T10:00:00Z`;

/** A site with two blogs; the first has `count` articles, a1 the oldest. */
async function siteWithArticles(count: number, files = BLOG_THEME) {
  const site = await createBlogSite(vitrine, files);
  const recettes = await site.addBlog('recettes', { titre: 'Recettes', description: 'On & cuisine' });
  const vie = await site.addBlog('vie');
  for (let n = 1; n <= count; n++) await site.addArticle(recettes, `a${n}`, { publie_le: DAY(n), extrait: `e${n}` });
  return { site, recettes, vie };
}

describe('templates/article.json renders an article at /blog/<blog>/<article>', () => {
  it('with title, excerpt, address, image, date, content, its blog', async () => {
    const { site, recettes } = await siteWithArticles(0);
    const contenu = '<p>é <a href="/a">a</a> <a href="https://b.fr">b</a></p>';
    const image = 'https://exemple.fr/pain.jpg';
    await site.addArticle(recettes, 'pain', { titre: 'Le pain', extrait: 'Bon', image, contenu, publie_le: DAY(3) });
    const page = await shown(site, '/blog/recettes/pain');
    expect(page).toEqual({
      status: 200,
      template: 'article',
      titre: 'Le pain',
      slug: 'pain',
      object: {
        titre: 'Le pain',
        extrait: 'Bon',
        adresse: '/blog/recettes/pain',
        image,
        date: '2026-01-03T10:00:00.000000Z',
        modifie: expect.stringMatching(/^\d{4}-/),
        blog: { titre: 'Recettes', description: 'On & cuisine', adresse: '/blog/recettes' },
        contenu: '<p>é <a href="/a">a</a> <a href="https://b.fr" target="_blank" rel="noopener nofollow">b</a></p>',
      },
      other: 'null',
    });
  });

  it('a content of the longest kind is shown with its links too', async () => {
    const { site, recettes } = await siteWithArticles(0);
    const link = '<a href=//a.fr>';
    await site.addArticle(recettes, 'long', { contenu: link.repeat(262_144 / 16) });
    const { object } = await shown(site, '/blog/recettes/long');
    expect(object.contenu).toBe('<a href="//a.fr" target="_blank" rel="noopener nofollow">'.repeat(262_144 / 16));
  });

  it.each([
    '/blog/recettes/inconnu',
    '/blog/vie/a1',
    '/blog/inconnu/a1',
    '/blog/recettes/a1/b',
  ])('not what is none: %s', async (path) => {
    const { site } = await siteWithArticles(1);
    expect((await site.visit(path)).status).toBe(404);
  });

  it('not one that is unpublished, or of another site', async () => {
    const { site, recettes } = await siteWithArticles(0);
    await site.addArticle(recettes, 'cache', { publie: false });
    const { site: other } = await siteWithArticles(1);
    expect((await site.visit('/blog/recettes/cache')).status).toBe(404);
    expect((await site.visit('/blog/recettes/a1')).status).toBe(404);
    expect((await other.visit('/blog/recettes/a1')).status).toBe(200);
  });
});

describe('templates/blog.json renders lists at /blog and /blog/<blog>', () => {
  it('with title, description, address, articles, blogs', async () => {
    const { site, vie } = await siteWithArticles(2);
    await site.addArticle(vie, 'b1', { publie_le: DAY(9) });
    const recettes = { titre: 'Recettes', description: 'On & cuisine', adresse: '/blog/recettes' };
    const blogs = [recettes, { titre: 'Blog vie', description: '', adresse: '/blog/vie' }];
    const one = await shown(site, '/blog/recettes');
    const article = (n: number) => ({
      titre: `Article a${n}`,
      extrait: `e${n}`,
      adresse: `/blog/recettes/a${n}`,
      image: '',
      date: `2026-01-0${n}T10:00:00.000000Z`,
      modifie: expect.stringMatching(/^\d{4}-/),
      blog: recettes,
    });
    expect(one).toEqual({
      status: 200,
      template: 'blog',
      titre: 'Recettes',
      slug: 'recettes',
      object: {
        ...recettes,
        flux: '/blog/recettes.atom',
        articles: [article(2), article(1)],
        blogs,
        pagination: { page: 1, pages: 1, precedente: '', suivante: '' },
      },
      other: 'null',
    });
    const all = await shown(site, '/blog');
    expect([all.titre, all.slug, all.object.adresse, all.object.flux]).toEqual(['Blog', 'blog', '/blog', '/blog.atom']);
    expect(all.object.articles.map(({ adresse }: { adresse: string }) => adresse)).toEqual([
      '/blog/vie/b1',
      '/blog/recettes/a2',
      '/blog/recettes/a1',
    ]);
    expect(all.object.blogs).toEqual(blogs);
  });

  it('of twelve articles a page, with the addresses of the others', async () => {
    const { site } = await siteWithArticles(25);
    const pages = ['/blog/recettes', '/blog/recettes?page=2', '/blog/recettes?page=3'];
    const seen: string[] = [];
    for (const [n, path] of pages.entries()) {
      const { object } = await shown(site, path);
      seen.push(...object.articles.map(({ titre }: { titre: string }) => titre));
      expect(object.pagination).toEqual({
        page: n + 1,
        pages: 3,
        precedente: pages[n - 1] ?? '',
        suivante: pages[n + 1] ?? '',
      });
    }
    expect(seen).toEqual(Array.from({ length: 25 }, (_, n) => `Article a${25 - n}`));
    expect((await site.visit('/blog/recettes?page=1')).text).toBe((await site.visit('/blog/recettes')).text);
    for (const page of ['4', '0', 'x', '9999', '99999']) {
      expect([page, (await site.visit(`/blog/recettes?page=${page}`)).status]).toEqual([page, 404]);
    }
  });

  it('articles of one instant keep their order from page to page', async () => {
    const { site, vie } = await siteWithArticles(0);
    for (let n = 0; n < 30; n++) await site.addArticle(vie, `x${n}`, { publie_le: DAY(1) });
    const seen = new Set<string>();
    for (const page of [1, 2, 3]) {
      const { object } = await shown(site, `/blog/vie?page=${page}`);
      for (const { adresse } of object.articles) seen.add(adresse);
    }
    expect(seen.size).toBe(30);
  });

  it('an empty blog is a page without articles; no blog at all is none', async () => {
    const { site } = await siteWithArticles(0);
    const empty = await shown(site, '/blog/vie');
    expect([empty.status, empty.object.articles]).toEqual([200, []]);
    expect((await site.visit('/blog/vie?page=2')).status).toBe(404);
    expect((await site.visit('/blog/inconnu')).status).toBe(404);
    const without = await createBlogSite(vitrine, BLOG_THEME);
    expect((await without.visit('/blog')).status).toBe(404);
    expect((await without.visit('/blog.atom')).status).toBe(404);
  });

  it('the list of all blogs has the name of the only blog, if there is one', async () => {
    const site = await createBlogSite(vitrine, BLOG_THEME);
    await site.addBlog('journal', { titre: 'Le journal', description: 'd' });
    const { titre, object } = await shown(site, '/blog');
    expect([titre, object.titre, object.description, object.adresse]).toEqual([
      'Le journal',
      'Le journal',
      'd',
      '/blog',
    ]);
  });
});

it('objects article and blog exist only on these views', async () => {
  const { site } = await siteWithArticles(1, {
    ...BLOG_THEME,
    'layout/theme.liquid': '[{{ article.titre }}|{{ blog.titre }}]{{ content_for_layout }}',
    'templates/404.json': '{"sections":{"a":{"type":"texte"}},"order":["a"]}',
    'sections/texte.liquid': '({{ article | json }},{{ blog | json }})',
  });
  for (let round = 0; round < 2; round++) {
    expect((await site.visit('/blog/recettes/a1')).text).toContain('[Article a1|]article|');
    expect((await site.visit('/blog/recettes')).text).toContain('[|Recettes]blog|');
    expect((await site.visit('/')).text).toBe('[|](null,null)');
    expect((await site.visit('/inconnue')).text).toBe('[|](null,null)');
  }
});

describe('freshness', () => {
  it('an article edited through the API shows at the next reload', async () => {
    const { site, recettes } = await siteWithArticles(1);
    const id = await site.addArticle(recettes, 'pain', { contenu: '0' });
    for (let n = 1; n <= 20; n++) {
      await site.changeArticle(id, { contenu: `version ${n}`, extrait: `e ${n}` });
      const { object } = await shown(site, '/blog/recettes/pain');
      expect(object.contenu).toBe(`version ${n}`);
      const list = await shown(site, '/blog');
      expect(list.object.articles[0].extrait).toBe(`e ${n}`);
    }
    await site.changeArticle(id, { publie: false });
    expect((await site.visit('/blog/recettes/pain')).status).toBe(404);
    expect((await shown(site, '/blog')).object.articles).toHaveLength(1);
  });

  it('an article of the future appears when its time comes, without any write', async () => {
    const { site, recettes } = await siteWithArticles(1);
    const count = async () => (await shown(site, '/blog/recettes')).object.articles.length;
    const id = await site.addArticle(recettes, 'demain', { publie: false });
    let due: number;
    // On a busy machine its time may come before all of this has been looked at.
    for (let ms = 1_000; ; ms *= 2) {
      due = Date.now() + ms;
      await site.changeArticle(id, { publie: true, publie_le: new Date(due).toISOString() });
      const [page, articles] = [await site.visit('/blog/recettes/demain'), await count()];
      const feed = await site.visit('/blog/recettes.atom');
      if (Date.now() >= due) continue;
      expect([page.status, articles]).toEqual([404, 1]);
      expect(feed.text).not.toContain('demain');
      break;
    }
    await new Promise((resolve) => setTimeout(resolve, due + 5 - Date.now()));
    expect([(await site.visit('/blog/recettes/demain')).status, await count()]).toEqual([200, 2]);
    expect((await site.visit('/blog/recettes.atom')).text).toContain('/blog/recettes/demain');
  });
});
