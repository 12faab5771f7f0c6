import { describe, expect, it } from 'vitest';
import { SiteAddresses } from '../../../src/sites/rehearsal/addresses.ts';
import { comparePages } from '../../../src/sites/rehearsal/comparison.ts';
import { readPage } from '../../../src/sites/rehearsal/html.ts';
import { pagesToRehearse } from '../../../src/sites/rehearsal/pages.ts';
import type { Outline } from '../../../src/storage/public-outline.ts';

const outline = (pages: number, articles: number): Outline => ({
  nom: 'Site',
  domain: null,
  description: '',
  pages: ['', ...Array.from({ length: pages }, (_, n) => `p${n}`)].map((slug) => ({
    slug,
    titre: slug,
    image: '',
    maj_le: '',
  })),
  blogs: [
    {
      ...{ slug: 'actus', titre: 'Actus', description: '' },
      articles: Array.from({ length: articles }, (_, n) => ({
        slug: `a${n}`,
        titre: '',
        extrait: '',
        image: '',
        maj_le: '',
      })),
    },
  ],
});
const addressesOf = (site: Outline) => pagesToRehearse(site).pages.map(({ adresse }) => adresse);

describe('the pages of a rehearsal', () => {
  it('are all pages, the ends of each list, some articles between the newest and the oldest, and one that is not there', () => {
    expect(addressesOf(outline(2, 26))).toEqual([
      ...['/', '/p0', '/p1', '/blog', '/blog?page=3', '/blog/actus', '/blog/actus?page=3'],
      ...['/blog/actus/a0', '/blog/actus/a8', '/blog/actus/a17', '/blog/actus/a25', '/404'],
    ]);
    expect(pagesToRehearse(outline(2, 26)).otherArticles).toBe(22);
    expect(addressesOf(outline(0, 1)).filter((address) => address.startsWith('/blog/actus/'))).toEqual([
      '/blog/actus/a0',
    ]);
  });

  it('are five hundred, lists and articles first', () => {
    const { pages, beyond } = pagesToRehearse(outline(600, 1));
    expect([pages.length, beyond]).toEqual([500, 105]);
    expect(pages.at(-2)?.adresse).toBe('/blog/actus/a0');
  });
});

it('a site answers its pages, lists, articles, feeds and descriptions, and nothing else', () => {
  const site = new SiteAddresses(outline(1, 13));
  const there = ['/', '/p0', '/p0/', '/p0?demande=merci', '/blog', '/blog?page=2', '/blog/actus', '/blog/actus/a12'];
  const descriptions = ['/blog.atom', '/blog/actus.atom', '/sitemap.xml', '/robots.txt', '/polices/x.woff2'];
  const absent = [
    '/p1',
    '/blog?page=3',
    '/blog?page=x',
    '/blog/autre',
    '/blog/actus/a13',
    '/blog/autre.atom',
    '/logo.png',
    '/p0/x',
  ];
  const has = (address: string) => site.has(address);
  expect([...there, ...descriptions].filter((address) => !has(address))).toEqual([]);
  expect(absent.filter(has)).toEqual([]);
});

it('a page leads to addresses of its own site, loads files, and tells which sections failed', () => {
  const html = `<a href="contact#x">a</a><a href="//boutique.fr/b?page=2">b</a><a href="https://ailleurs.fr/c">c</a>
<a href="mailto:x@y.fr">d</a><area href="/d"><iframe src="/e"></iframe><link rel="canonical" href="/f"><link rel="icon" href="/g.ico">
<img src="/h.png" srcset="/i.png 1x, /j.png 2x"><script>const t = '<a href="/k">';</script><!-- section en erreur : tarifs -->
<p style="background:url(/theme-assets/ID/fond.svg)"></p><link rel="stylesheet" href="/theme-assets/ID/a.css">`;
  const { addresses, files, failed } = readPage({
    html,
    themeId: 'ID',
    adresse: '/p0',
    hosts: ['s.localhost', 'boutique.fr'],
  });
  const of = (genre: string) => addresses.filter((one) => one.genre === genre).map(({ adresse }) => adresse);
  expect(of('lien')).toEqual(['/contact', '/b?page=2', '/d', '/e', '/f']);
  expect(of('fichier')).toEqual(['/g.ico', '/h.png', '/i.png', '/j.png']);
  expect(files).toEqual(['fond.svg', 'a.css']);
  expect(failed).toEqual([{ kind: 'en erreur', type: 'tarifs' }]);
});

describe('two pages', () => {
  const compare = (before: string, after: string) =>
    comparePages({
      before: { body: Buffer.from(before), themeId: 'UN' },
      after: { body: Buffer.from(after), themeId: 'DEUX' },
      ...{ adresse: '/', hosts: ['s.localhost'] },
    });

  it('are the same whatever the id of their theme', () => {
    expect(compare('<a href="/theme-assets/UN/é.css">', '<a href="/theme-assets/DEUX/é.css">')).toMatchObject({
      isSame: true,
      difference: null,
    });
  });

  it('differ in lines that can be read, also where the page is one long line', () => {
    const items = Array.from({ length: 40 }, (_, n) => `<li class="element">Numéro ${n}</li>`);
    const { difference } = compare(items.join(''), items.join('').replace('Numéro 20<', 'Autre<'));
    expect(difference?.split('\n').filter((line) => /^[+-]/.test(line))).toEqual([
      '-<li class="element">Numéro 20</li>',
      '+<li class="element">Autre</li>',
    ]);
    expect(difference?.split('\n').length).toBe(7);
    expect(compare('a\n\n\nb', 'a\nb')).toMatchObject({ isSame: false, difference: '' });
  });

  it('have a difference of bounded length, and none where too much differs', () => {
    const lines = (word: string, count = 500) =>
      Array.from({ length: count }, (_, n) => `<p>${word.repeat(30)} ${n}</p>`).join('\n');
    const { difference } = compare(lines('a'), lines('b'));
    expect(difference?.length).toBeLessThan(17_000);
    expect(difference).toMatch(/\n… \(\d+ lignes de plus\)$/);
    expect(compare(lines('a', 2_100), lines('b', 2_100))).toMatchObject({ isSame: false, difference: null });
  });
});
