import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as texts from '../../../../src/content/collections.ts';
import { llmsTextOf } from '../../../../src/sites/outline/llms-text.ts';
import { sitemapOf } from '../../../../src/sites/outline/sitemap.ts';
import type { Outline } from '../../../../src/storage/public-outline.ts';

const ORIGIN = 'https://exemple.fr';
const THEN = '2026-03-01T12:00:00.5+00:00';
const PHOTO = '/medias/01890a5d-ac96-774b-bcce-b302099a8057/four.jpg';
const LATER = '2026-04-01T12:00:00+00:00';

const outline = (parts: Partial<Outline> = {}): Outline => ({
  nom: 'Chez Léa',
  domain: null,
  description: '',
  pages: [{ slug: '', titre: 'Accueil', image: '', maj_le: THEN }],
  blogs: [],
  ...parts,
});
const journal = {
  slug: 'journal',
  titre: 'Journal',
  description: 'Au fil des jours',
  articles: [{ slug: 'un', titre: 'Premier', extrait: 'Le début', image: '', maj_le: LATER }],
};

describe('sitemap', () => {
  it('names the home page, pages, lists and articles, each once, with its picture, and when it changed where that is known', () => {
    const pages = [
      { slug: '', titre: 'Accueil', image: 'https://images.example/a&b.jpg', maj_le: THEN },
      { slug: 'a-propos', titre: 'À propos', image: PHOTO, maj_le: THEN },
    ];
    const brief = { ...journal, slug: 'breves', articles: [] };
    const older = { slug: 'deux', titre: 'Deux', extrait: '', image: 'http://images.example/c.jpg', maj_le: THEN };
    const blogs = [brief, { ...journal, articles: [...journal.articles, older] }];
    expect(sitemapOf(outline({ pages, blogs }), ORIGIN)).toBe(
      `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">
<url><loc>https://exemple.fr/</loc><image:image><image:loc>https://images.example/a&amp;b.jpg</image:loc></image:image></url>
<url><loc>https://exemple.fr/a-propos</loc><lastmod>${THEN}</lastmod><image:image><image:loc>https://exemple.fr${PHOTO}</image:loc></image:image></url>
<url><loc>https://exemple.fr/blog</loc><lastmod>${LATER}</lastmod></url>
<url><loc>https://exemple.fr/blog/breves</loc></url>
<url><loc>https://exemple.fr/blog/journal</loc><lastmod>${LATER}</lastmod></url>
<url><loc>https://exemple.fr/blog/journal/un</loc><lastmod>${LATER}</lastmod></url>
<url><loc>https://exemple.fr/blog/journal/deux</loc><lastmod>${THEN}</lastmod></url>
</urlset>
`,
    );
  });

  it('of a site without a page names the home page alone', () => {
    expect(sitemapOf(outline({ pages: [] }), ORIGIN).match(/<loc>[^<]*/g)).toEqual([`<loc>${ORIGIN}/`]);
  });

  it('one file holds the largest site, and what means something in XML is escaped', () => {
    expect(2 + texts.pages.atMost + texts.blogs.atMost + texts.articles.atMost).toBeLessThanOrEqual(50_000);
    const pages = [{ slug: `a&<b>"c'`, titre: '', image: '', maj_le: '' }];
    expect(sitemapOf(outline({ pages }), ORIGIN)).toContain('/a&amp;&lt;b&gt;&quot;c&#39;</loc>');
  });
});

describe('llms.txt', () => {
  it('has the form of llmstxt.org: name, description, pages, blog', () => {
    const pages = [
      { slug: '', titre: 'Accueil', image: '', maj_le: THEN },
      { slug: 'sans-titre', titre: ' ', image: '', maj_le: THEN },
    ];
    const text = llmsTextOf(outline({ description: 'Du pain,\n et du bon', pages, blogs: [journal] }), ORIGIN);
    expect(text).toBe(`# Chez Léa

> Du pain, et du bon

## Pages

- [Accueil](https://exemple.fr/)
- [/sans-titre](https://exemple.fr/sans-titre)

## Blog

- [Journal](https://exemple.fr/blog/journal): Au fil des jours
- [Premier](https://exemple.fr/blog/journal/un): Le début
`);
  });

  it('is none without a published page, has no description and no blog where there is none', () => {
    expect(llmsTextOf(outline({ pages: [], blogs: [journal] }), ORIGIN)).toBeNull();
    expect(llmsTextOf(outline({ description: '\u0007' }), ORIGIN)).toBe(
      '# Chez Léa\n\n## Pages\n\n- [Accueil](https://exemple.fr/)\n',
    );
  });

  it('a long description ends with a whole word', () => {
    const description = `${'mot '.repeat(74)}${'😀'.repeat(20)}`;
    const said = /^> (.*)$/m.exec(llmsTextOf(outline({ description }), ORIGIN) ?? '')?.[1];
    expect(said).toBe(`${'mot '.repeat(74).trim()}…`);
    const solid = llmsTextOf(outline({ description: `a${'😀'.repeat(400)}` }), ORIGIN);
    expect(solid?.isWellFormed()).toBe(true);
  });

  it.each([
    ['1. un', '1\\. un'],
    ['12) un', '12\\) un'],
    ['- un', '\\- un'],
    ['+ un', '\\+ un'],
    ['===', '\\==='],
    ['# un', '\\# un'],
    ['> un', '\\> un'],
    ['```', '\\`\\`\\`'],
    ['2 + 2', '2 + 2'],
  ])('a description that begins like something of Markdown, %j, stays text', (description, expected) => {
    expect(llmsTextOf(outline({ description }), ORIGIN)).toContain(`\n> ${expected}\n`);
  });

  const fragment = fc.constantFrom(
    '[',
    ']',
    '(',
    ')',
    '\\',
    '\n',
    '\r\n# ',
    '`',
    '*',
    '_',
    '<b>',
    '&lt;',
    '\u2028',
    'é',
    '😀',
  );
  const text = fc
    .array(fc.oneof(fragment, fc.string({ unit: 'grapheme', maxLength: 4 })), { maxLength: 12 })
    .map((parts) => parts.join('').replaceAll('\0', ''));
  const plain = (written: string) => written.replace(/\\([\\`*_[\]<>&#~|])/g, '$1');
  const oneLine = (words: string) => words.replace(/[\s\p{Cc}]+/gu, ' ').trim();

  it('whatever stands in a name, a title or a description is read as that text, in its place', () => {
    fc.assert(
      fc.property(text, text, text, text, (nom, titre, blogTitle, extrait) => {
        const pages = [{ slug: 'p', titre, image: '', maj_le: THEN }];
        const blogs = [{ ...journal, titre: blogTitle, description: extrait, articles: [] }];
        const lines = (llmsTextOf(outline({ nom, pages, blogs }), ORIGIN) ?? '').split('\n');
        expect(lines).toHaveLength(10);
        expect(plain(lines[0] ?? '')).toBe(`# ${oneLine(nom)}`);
        const links = [lines[4], lines[8]].map((line) =>
          /^- \[((?:\\.|[^\\[\]])*)\]\((\S+)\)(?:: (.*))?$/.exec(line ?? '')?.slice(1),
        );
        expect(links.map((link) => link?.map((part) => part && plain(part)))).toEqual([
          [oneLine(titre) || '/p', `${ORIGIN}/p`, undefined],
          [oneLine(blogTitle) || '/blog/journal', `${ORIGIN}/blog/journal`, oneLine(extrait) || undefined],
        ]);
        for (const line of lines) expect(line).not.toMatch(/(?<!\\)(?:\\\\)*[`*_<>&~|]/);
      }),
      { numRuns: 2000 },
    );
  });
});
