import fc from 'fast-check';
import { type SaxesAttributeNS, SaxesParser } from 'saxes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { atomDocument } from '../../../../src/http/site/atom.ts';
import type { Feed } from '../../../../src/sites/views.ts';
import { anyText } from '../../../support/any-text.ts';
import { BLOG_THEME, type BlogSite, createBlogSite } from '../../../support/blog-site.ts';
import { query } from '../../../support/database.ts';
import { BEHIND_EDGE, sharedProgram, type TestProgram } from '../../../support/program.ts';

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

/** Reads a document with a strict parser; whatever is not well-formed is an error. */
function readXml(document: string): Element {
  const top: Element = { name: '', attributes: {}, children: [], text: '' };
  const open = [top];
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ local, uri, attributes }) => {
    expect(uri).toBe(local === 'thumbnail' ? 'http://search.yahoo.com/mrss/' : 'http://www.w3.org/2005/Atom');
    const values = Object.values(attributes as Record<string, SaxesAttributeNS>).map(({ name, value }) => [
      name,
      value,
    ]);
    const element: Element = { name: local, attributes: Object.fromEntries(values), children: [], text: '' };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('text', (text) => {
    const element = open.at(-1);
    if (element) element.text += text;
  });
  parser.on('closetag', () => void open.pop());
  parser.write(document).close();
  return top.children[0] as Element;
}

const all = (element: Element, name: string) => element.children.filter((child) => child.name === name);
const one = (element: Element, name: string): Element => {
  const found = all(element, name);
  expect([name, found.length]).toEqual([name, 1]);
  return found[0] as Element;
};

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;
const URN = /^urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What RFC 4287 demands of a feed (4.1.1) and its entries (4.1.2). */
function expectValid(feed: Element): void {
  expect(feed.name).toBe('feed');
  for (const part of [feed, ...all(feed, 'entry')]) {
    expect(one(part, 'id').text).toMatch(URN);
    one(part, 'title');
    expect(one(part, 'updated').text).toMatch(INSTANT);
    const alternates = all(part, 'link').filter(({ attributes }) => attributes.rel === 'alternate');
    expect(alternates).toHaveLength(1);
    for (const { attributes } of all(part, 'link')) expect(URL.canParse(attributes.href ?? '')).toBe(true);
  }
  one(one(feed, 'author'), 'name');
  expect(new Set(all(feed, 'entry').map((entry) => one(entry, 'id').text)).size).toBe(all(feed, 'entry').length);
}

let vitrine: TestProgram;
let site: BlogSite;
let recettes: string;
let pain: string;
beforeAll(async () => {
  vitrine = await sharedProgram(BEHIND_EDGE);
  site = await createBlogSite(vitrine, BLOG_THEME);
  recettes = await site.addBlog('recettes', { titre: 'Recettes & <b>' });
  const vie = await site.addBlog('vie');
  await site.addArticle(vie, 'v', { publie_le: '2026-01-05T10:00:00Z' });
  pain = await site.addArticle(recettes, 'pain', {
    titre: 'Le <pain>',
    extrait: 'Bon & "frais"',
    contenu: '<p>é &amp; <a href="/a">]]></a>\u000b</p>',
    publie_le: '2026-01-04T10:00:00Z',
    image: 'https://images.example/pain.jpg?a=1&b=2',
  });
});
afterAll(() => vitrine.close());

describe('the Atom feed', () => {
  it('of a blog is valid (RFC 4287), with the main address of the site and the picture of the article', async () => {
    const { status, text, headers: answered } = await site.visit('/blog/recettes.atom');
    expect([status, answered['content-type']]).toEqual([200, 'application/atom+xml; charset=utf-8']);
    const feed = readXml(text);
    expectValid(feed);
    const origin = `http://${site.host}:${vitrine.port}`;
    expect(one(feed, 'title').text).toMatch(/^Recettes & <b> – Site \d+$/);
    expect(one(feed, 'id').text).toBe(`urn:uuid:${recettes}`);
    expect(all(feed, 'link').map(({ attributes }) => [attributes.rel, attributes.href])).toEqual([
      ['self', `${origin}/blog/recettes.atom`],
      ['alternate', `${origin}/blog/recettes`],
    ]);
    const [entry, ...more] = all(feed, 'entry');
    expect(more).toEqual([]);
    if (!entry) return;
    expect(one(entry, 'id').text).toBe(`urn:uuid:${pain}`);
    expect(one(entry, 'title').text).toBe('Le <pain>');
    expect(one(entry, 'summary').text).toBe('Bon & "frais"');
    expect(one(entry, 'published').text).toBe('2026-01-04T10:00:00.000000Z');
    expect(one(entry, 'link').attributes.href).toBe(`${origin}/blog/recettes/pain`);
    expect(one(entry, 'thumbnail').attributes.url).toBe('https://images.example/pain.jpg?a=1&b=2');
    const content = one(entry, 'content');
    expect(content.attributes).toMatchObject({ type: 'html', 'xml:base': `${origin}/blog/recettes/pain` });
    // U+000B cannot stand in XML.
    expect(content.text).toBe('<p>é &amp; <a href="/a">]]></a></p>');
    expect(one(feed, 'updated').text).toBe(one(entry, 'updated').text);
  });

  it('of a site has the articles of all blogs, the newest first', async () => {
    const feed = readXml((await site.visit('/blog.atom')).text);
    expectValid(feed);
    expect(one(feed, 'id').text).toBe(`urn:uuid:${site.siteId}`);
    expect(all(feed, 'entry').map((entry) => one(entry, 'link').attributes.href)).toEqual([
      `http://${site.host}:${vitrine.port}/blog/vie/v`,
      `http://${site.host}:${vitrine.port}/blog/recettes/pain`,
    ]);
  });

  it('is not sent again until it changes', async () => {
    const first = await site.visit('/blog/recettes.atom');
    const known = { 'if-none-match': String(first.headers.etag) };
    expect(await site.visit('/blog/recettes.atom', known)).toMatchObject({ status: 304, text: '' });
    const before = one(readXml(first.text), 'updated').text;
    await site.changeArticle(pain, { titre: 'Le pain' });
    const again = await site.visit('/blog/recettes.atom', known);
    expect(again.status).toBe(200);
    expect(one(readXml(again.text), 'updated').text > before).toBe(true);
  });

  it('has twenty articles, and the content of those that keep it short', async () => {
    const long = await createBlogSite(vitrine, BLOG_THEME);
    const blog = await long.addBlog('b');
    for (let n = 1; n <= 22; n++) {
      const publie_le = `2026-01-${String(n).padStart(2, '0')}T00:00:00Z`;
      await long.addArticle(blog, `a${n}`, {
        publie_le,
        extrait: 'e',
        contenu: 'x'.repeat(n === 20 ? 190_000 : 10_000),
      });
    }
    const feed = readXml((await long.visit('/blog/b.atom')).text);
    expectValid(feed);
    const entries = all(feed, 'entry');
    expect(entries.map((entry) => one(entry, 'link').attributes.href?.split('/').at(-1))).toEqual(
      Array.from({ length: 20 }, (_, n) => `a${22 - n}`),
    );
    expect(entries.map((entry) => all(entry, 'content').length)).toEqual([1, 1, ...Array(18).fill(0)]);
  });

  it('of an empty blog is valid too; of none there is no feed', async () => {
    const empty = await createBlogSite(vitrine, BLOG_THEME);
    await empty.addBlog('b');
    expectValid(readXml((await empty.visit('/blog/b.atom')).text));
    for (const path of ['/blog/inconnu.atom', '/blog/B.atom', '/blog/.atom', '/blog/a/b.atom', '/recettes.atom']) {
      expect([path, (await empty.visit(path)).status]).toEqual([path, 404]);
    }
  });

  it('of a hidden site asks search engines to leave it out', async () => {
    const hidden = await createBlogSite(vitrine, BLOG_THEME);
    await hidden.addBlog('b');
    expect((await hidden.visit('/blog/b.atom')).headers['x-robots-tag']).toBeUndefined();
    await query(vitrine.databaseUrl, 'UPDATE sites SET masque = true WHERE id = $1', [hidden.siteId]);
    const { status, headers } = await hidden.visit('/blog/b.atom');
    expect([status, headers['x-robots-tag']]).toEqual([200, 'noindex']);
  });

  it('of a site without a published theme there is none', async () => {
    const gone = await createBlogSite(vitrine, BLOG_THEME);
    await gone.addBlog('b');
    await query(vitrine.databaseUrl, "UPDATE themes SET role = 'brouillon' WHERE site_id = $1", [gone.siteId]);
    expect((await gone.visit('/blog/b.atom')).status).toBe(404);
  });

  it('is well-formed, whatever texts stand in it', () => {
    const id = '00000000-0000-4000-8000-000000000000';
    const time = '2026-01-01T00:00:00.000000Z';
    const signs = fc.constantFrom(
      '<',
      '>',
      '&',
      '"',
      "'",
      ']]>',
      '\r',
      '\n',
      '\t',
      '\u0001',
      '\u001f',
      '\uffff',
      'é',
      '😀',
    );
    const anything = fc
      .array(fc.oneof(signs, anyText({ maxLength: 3 })), { maxLength: 12 })
      .map((parts) => parts.join('').toWellFormed());
    fc.assert(
      fc.property(anything, (text) => {
        const entry = {
          id,
          titre: text,
          adresse: '/blog/b/a',
          extrait: text,
          image: `https://a.fr/${text}`,
          contenu: text,
          publie_le: time,
          maj_le: time,
        };
        const feed: Feed = { id, titre: text, description: text, adresse: '/blog/b', domain: null, entries: [entry] };
        const read = readXml(atomDocument(feed, { origin: 'http://a.fr', siteName: text, changedAt: time }));
        expectValid(read);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what XML cannot hold
        const held = text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '');
        expect(one(read, 'title').text).toBe(held);
        if (held) expect(one(one(read, 'entry'), 'content').text).toBe(held);
      }),
      { numRuns: 500 },
    );
  });
});
