import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { query } from '../../../support/database.ts';
import { sharedProgram, startTestProgram, type TestProgram } from '../../../support/program.ts';
import { createPublicSite, rendersOf } from '../../../support/public-site.ts';
import { startTestRenderer } from '../../../support/renderer.ts';
import { sandboxWithHole } from '../../../support/sandbox-with-hole.ts';

let vitrine: TestProgram;
beforeAll(async () => {
  vitrine = await sharedProgram();
});
afterAll(() => vitrine.close());

const tagOf = ({ headers }: { headers: Record<string, unknown> }) => String(headers.etag);

describe('a page that has not changed', () => {
  it('is not sent again, nor rendered', async () => {
    const site = await createPublicSite(vitrine);
    const page = await site.visit();
    expect(page.headers).toMatchObject({
      etag: expect.stringMatching(/^W\/"[\w-]{43}"$/),
      'cache-control': 'no-cache',
    });
    const before = await rendersOf(vitrine);
    for (const named of [tagOf(page), tagOf(page).replace('W/', ''), `"x" , ${tagOf(page)}`]) {
      const again = await site.visit('/', { 'if-none-match': named });
      expect([again.status, again.text, again.headers.etag]).toEqual([304, '', page.headers.etag]);
      expect(again.headers['cache-control']).toBe('no-cache');
    }
    expect(await rendersOf(vitrine)).toBe(before);
  });

  it('keeps the nonce that it came with: the answer brings no policy', async () => {
    const site = await createPublicSite(vitrine, { 'layout/theme.liquid': '<style nonce="{{ nonce }}"></style>' });
    const again = await site.visit('/', { 'if-none-match': tagOf(await site.visit()) });
    expect(again.status).toBe(304);
    expect(Object.keys(again.headers)).not.toContain('content-security-policy');
    expect(Object.keys(again.headers)).not.toContain('content-type');
  });

  it('HEAD says the same as GET, without the body', async () => {
    const site = await createPublicSite(vitrine);
    const [get, head] = [await site.visit(), await site.visit('/', {}, 'HEAD')];
    expect([head.status, head.text, head.headers.etag]).toEqual([200, '', get.headers.etag]);
    expect(Object.keys(head.headers).toSorted()).toEqual(Object.keys(get.headers).toSorted());
    const again = await site.visit('/', { 'if-none-match': tagOf(head) }, 'HEAD');
    expect([again.status, again.headers.etag]).toEqual([304, get.headers.etag]);
  });
});

describe('a page of which a text is worked on', () => {
  it.each([
    ['pages', '/texte'],
    ['articles', '/blog/b/texte'],
  ])('of %s holds until the text is published, and nothing is rendered for it', async (kind, path) => {
    const section = '{"sections":{"a":{"type":"corps"}},"order":["a"]}';
    const site = await createPublicSite(vitrine, {
      ...{ 'templates/page.json': section, 'templates/article.json': section, 'templates/blog.json': section },
      'sections/corps.liquid': '[{{ page.contenu }}{{ article.contenu }}]{{ blog.articles | size }}',
    });
    const { id: blog_id } = (await site.manage('POST', '/api/blogs', { slug: 'b', titre: 'B' })).json();
    const own = { slug: 'texte', titre: 'T', contenu: 'un', ...(kind === 'articles' && { blog_id }) };
    const write = (method: string, body: object) => site.manage(method, `/api/${kind}`, body);
    const { id } = (await write('POST', own)).json();
    const paths = ['/', path, '/blog/b'];
    const tags = await Promise.all(paths.map(async (each) => tagOf(await site.visit(each))));
    const look = async () => {
      const seen: number[] = [];
      for (const [n, each] of paths.entries())
        seen.push((await site.visit(each, { 'if-none-match': tags[n] ?? '' })).status);
      return seen;
    };
    const before = await rendersOf(vitrine);
    const draft = {
      ...own,
      slug: 'brouillon',
      [kind === 'pages' ? 'publiee' : 'publie']: false,
      travail: { titre: 'D' },
    };
    for (const act of [
      () => write('PATCH', { id, travail: { contenu: 'deux', titre: 'T2' } }),
      () => write('POST', draft),
      () => write('PATCH', { id, prevoir: '2099-01-01T00:00:00Z' }),
      () => write('PATCH', { id, travail: { contenu: 'trois' } }),
      () => write('PATCH', { id, prevoir: null }),
      () => write('PATCH', { id, retire_le: '2099-01-01T00:00:00Z' }),
    ]) {
      await act();
      expect(await look()).toEqual([304, 304, 304]);
    }
    expect(await rendersOf(vitrine)).toBe(before);
    await write('PATCH', { id, publier: true });
    const now = await site.visit(path, { 'if-none-match': tags[1] ?? '' });
    expect([now.status, now.text.includes('[trois]')]).toEqual([200, true]);
    // Published again where there is nothing to show, it holds.
    await write('PATCH', { id, publier: true });
    expect((await site.visit(path, { 'if-none-match': tagOf(now) })).status).toBe(304);
  });
});

describe('a page that has changed is sent whole', () => {
  it.each([
    ['by a file of the theme', (site) => site.write('sections/texte.liquid', 'autre')],
    ['by a page', (site) => site.manage('POST', '/api/pages', { slug: 'neuve', titre: 'Neuve' })],
    ['by a menu', (site) => site.manage('PATCH', '/api/menus', { menus: { principal: [{ titre: 'A', url: '/' }] } })],
    ['by settings', (site) => site.manage('PATCH', '/api/parametres/seo', { valeurs: { masque: true } })],
    [
      'by an article whose time has come',
      async (site) => {
        const { id: blogId } = (await site.manage('POST', '/api/blogs', { slug: 'b', titre: 'B' })).json();
        const tag = tagOf(await site.visit());
        await query(
          vitrine.databaseUrl,
          `INSERT INTO articles (site_id, blog_id, slug, titre, publie, publie_le)
           VALUES ($1, $2, 'a', 'A', true, clock_timestamp())`,
          [site.siteId, blogId],
        );
        expect((await site.visit('/', { 'if-none-match': tag })).status).toBe(200);
      },
    ],
    [
      'by a publication, back and forth',
      async (site) => {
        const body = { action: 'dupliquer', id: site.themeId };
        const { themeId } = (await site.manage('POST', '/api/themes', body)).json();
        for (const id of [themeId, site.themeId]) await site.manage('PATCH', '/api/themes', { id, publier: true });
      },
    ],
  ] satisfies [
    string,
    (site: Awaited<ReturnType<typeof createPublicSite>>) => Promise<unknown>,
  ][])('%s', async (_what, change) => {
    const site = await createPublicSite(vitrine);
    const page = await site.visit();
    await change(site);
    const next = await site.visit('/', { 'if-none-match': tagOf(page) });
    expect(next.status).toBe(200);
    expect(tagOf(next)).not.toBe(tagOf(page));
  });

  it('by an upgrade of the program', async () => {
    const site = await createPublicSite(vitrine);
    const page = await site.visit();
    const sandbox = await startTestRenderer({ workers: 1, bundles: sandboxWithHole(inject('bundles')) });
    const other = await startTestProgram({}, { databaseUrl: vitrine.databaseUrl, sandbox });
    const headers = { 'if-none-match': tagOf(page) };
    expect((await other.ask({ host: site.host, headers })).status).toBe(200);
    await other.close();
    await sandbox.close();
  });
});

describe('no tag', () => {
  it.each([
    ['of a page whose program reads the clock', { 'sections/texte.liquid': "{{ 'now' | date: '%N' }}" }, '/', 200],
    ['of a page with a section that failed', { 'sections/texte.liquid': "{% render 'absent' %}" }, '/', 200],
    [
      'of a page that does not exist',
      { 'templates/404.json': '{"sections":{"a":{"type":"texte"}},"order":["a"]}' },
      '/absente',
      404,
    ],
    ['of a page that fails', { 'layout/theme.liquid': "{% render 'absent' %}" }, '/', 503],
    ['where nothing can stand', {}, '/a/b/c', 404],
  ])('%s', async (_of, files, path, status) => {
    const { visit } = await createPublicSite(vitrine, files);
    const page = await visit(path);
    expect([page.status, page.headers.etag]).toEqual([status, undefined]);
  });
});

describe('the tags of two addresses', () => {
  it('are different where they may show different things', async () => {
    const other = await createPublicSite(vitrine);
    const site = await createPublicSite(vitrine, {
      'templates/page.json': '{"sections":{"a":{"type":"texte"}},"order":["a"]}',
    });
    await query(vitrine.databaseUrl, "INSERT INTO domaines VALUES ('www.etiquettes.test', $1)", [site.siteId]);
    for (const slug of ['un', 'deux']) await site.manage('POST', '/api/pages', { slug, titre: slug });
    const pages = [
      await other.visit('/'),
      await site.visit('/'),
      await site.visit('/un'),
      await site.visit('/deux'),
      await site.visit('/?demande=merci'),
      await site.visit('/?demande=erreur'),
      await site.visit('/un?demande=merci'),
      await vitrine.ask({ host: 'www.etiquettes.test' }),
    ];
    expect(pages.map(({ status }) => status)).toEqual(pages.map(() => 200));
    expect(new Set(pages.map(tagOf)).size).toBe(pages.length);
  });

  it('are the same where nothing that matters differs', async () => {
    const site = await createPublicSite(vitrine);
    const tag = tagOf(await site.visit('/'));
    for (const path of ['/?x=1', '/?demande=autre', '/?demande=merci&demande=erreur', '//']) {
      expect([path, tagOf(await site.visit(path))]).toEqual([path, tag]);
    }
  });
});
