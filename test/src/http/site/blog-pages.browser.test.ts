import { HtmlValidate } from 'html-validate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BlogSite, createBlogSite } from '../../../support/blog-site.ts';
import { lentBrowser } from '../../../support/browser.ts';
import { needs } from '../../../support/needs.ts';
import { startTestProgram, type TestProgram } from '../../../support/program.ts';
import { barriersOn } from '../../../support/visitor.ts';

const HOSTILE = '<script> & "\'';

let vitrine: TestProgram;
let site: BlogSite;
beforeAll(async () => {
  vitrine = await startTestProgram();
  site = await createBlogSite(vitrine, {
    'templates/page.json': '{"sections":{"a":{"type":"texte"}},"order":["a"]}',
    'sections/texte.liquid': 'du thème',
  });
  const recettes = await site.addBlog('recettes', { titre: `Recettes ${HOSTILE}`, description: HOSTILE });
  await site.addBlog('vie', { titre: 'Vie' });
  for (let n = 1; n <= 25; n++) {
    const publie_le = `2026-03-${String(n).padStart(2, '0')}T23:30:00Z`;
    await site.addArticle(recettes, `a${n}`, { publie_le, extrait: `Extrait ${n} ${HOSTILE}` });
  }
  await site.addArticle(recettes, 'pain', {
    titre: `Le pain ${HOSTILE}`,
    publie_le: '2026-04-01T10:00:00Z',
    image: '/photo.jpg?a=1&b=2',
    contenu: '<h2>Pétrir</h2><p>Lisez <a href="https://exemple.fr">ceci</a>.</p>',
  });
});
afterAll(() => vitrine.close());

const PATHS = [
  '/blog',
  '/blog/recettes',
  '/blog/recettes?page=2',
  '/blog/recettes?page=3',
  '/blog/recettes/pain',
  '/blog/vie',
];

describe('without the template, the blog is served in the platform page, with no fallback to page.json', () => {
  it.each(PATHS)('%s is valid HTML under its own policy, with nothing of the theme', async (path) => {
    const { status, text, headers } = await site.visit(path);
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    const nonce = /nonce="([^"]+)"/.exec(text)?.[1];
    expect(headers['content-security-policy']).toContain(`'nonce-${nonce}'`);
    expect(text).not.toContain('du thème');
    expect(text).not.toContain('<script');
    const report = await new HtmlValidate({ extends: ['html-validate:recommended'] }).validateString(text);
    expect(
      report.results.flatMap(({ messages }) => messages.map(({ line, message }) => `${line}: ${message}`)),
    ).toEqual([]);
  });

  it('a list has titles, dates in French, excerpts, links to its pages, its feed and home', async () => {
    const { text } = await site.visit('/blog/recettes?page=2');
    expect(text).toContain('<a href="/blog/recettes/a13">Article a13</a>');
    expect(text).toContain('<time datetime="2026-03-13">13 mars 2026</time>');
    expect(text).toContain('Extrait 13 &lt;script&gt;');
    expect(text).toContain('<a href="/blog/recettes" rel="prev">');
    expect(text).toContain('<a href="/blog/recettes?page=3" rel="next">');
    expect(text).toContain('<link rel="alternate" type="application/atom+xml"');
    expect(text).toMatch(/<a href="\/">← Site \d+<\/a>/);
    expect((await site.visit('/blog')).text).not.toContain('rel="prev"');
    expect((await site.visit('/blog/recettes?page=3')).text).not.toContain('rel="next"');
    expect((await site.visit('/blog/vie')).text).toContain('Aucun article');
  });

  it('an article has its picture, its content with its links as they open, and the way back', async () => {
    const { text } = await site.visit('/blog/recettes/pain');
    expect(text).toContain('<img class="image" src="/photo.jpg?a=1&amp;b=2" alt="">');
    expect(text).toContain('<a href="https://exemple.fr" target="_blank" rel="noopener nofollow">ceci</a>');
    expect(text).toContain('<time datetime="2026-04-01">1 avril 2026</time>');
    expect(text).toContain('<a href="/blog/recettes">');
    expect(text).toContain('<a href="/">Site');
  });

  it('what is not there is 404', async () => {
    expect((await site.visit('/blog/recettes/inconnu')).status).toBe(404);
    expect((await site.visit('/blog/recettes?page=4')).status).toBe(404);
  });

  it('a template that comes later takes the list, and goes again', async () => {
    const other = await createBlogSite(vitrine, { 'sections/texte.liquid': 'du thème' });
    await other.addBlog('b');
    expect((await other.visit('/blog/b')).text).not.toContain('du thème');
    await other.write('templates/blog.json', '{"sections":{"a":{"type":"texte"}},"order":["a"]}');
    expect((await other.visit('/blog/b')).text).toContain('du thème');
  });

  it('is accessible on a narrow screen, without a complaint of the browser', {
    timeout: 150_000,
    ...needs('Chromium'),
  }, async () => {
    const browser = await lentBrowser();
    try {
      const page = await (await browser.newContext({ viewport: { width: 320, height: 800 } })).newPage();
      const complaints: string[] = [];
      page.on('console', (message) => {
        if (!message.location().url.includes('photo.jpg')) complaints.push(message.text());
      });
      for (const path of ['/blog/recettes?page=2', '/blog/recettes/pain']) {
        await page.goto(`http://${site.host}:${vitrine.port}${path}`);
        expect([path, await barriersOn(page)]).toEqual([path, []]);
        const overflow = await page.evaluate('document.documentElement.scrollWidth > window.innerWidth');
        expect([path, overflow]).toEqual([path, false]);
      }
      expect(complaints).toEqual([]);
    } finally {
      await browser.close();
    }
  });
});
