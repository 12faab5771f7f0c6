import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, createClient } from '../../../support/client.ts';
import type { Answer } from '../../../support/http.ts';
import { BEHIND_EDGE, sharedProgram, type TestProgram } from '../../../support/program.ts';

const OUTLINES = ['/sitemap.xml', '/llms.txt'];

let vitrine: TestProgram;
let client: Client;
beforeAll(async () => {
  vitrine = await sharedProgram();
});
afterAll(() => vitrine.close());

const hostOf = ({ tenant }: Client) => `${tenant.slug}.localhost`;
const visit = (path: string, headers: Record<string, string> = {}, of = client) =>
  vitrine.ask({ host: hostOf(of), path, headers });

/** What an owner does beside themes: a key goes with a session there. */
const manage = (method: string, path: string, body?: unknown, of = client) =>
  of.ask({ method, path, body, besideSession: true });

async function done(answer: Promise<Answer>): Promise<Answer> {
  const given = await answer;
  if (given.status >= 300) throw new Error(given.text);
  return given;
}

const addPage = (slug: string, more: object = {}) =>
  done(manage('POST', '/api/pages', { slug, titre: `Page ${slug}`, ...more })).then((answer) => answer.json().id);

/** A new site with a published theme. */
async function publishedSite(): Promise<Client> {
  const one = await createClient(vitrine);
  await done(one.publish(await one.install()));
  return one;
}

const locations = ({ text }: Answer) => [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address);

function expectNotFound({ status, text, headers }: Answer): void {
  expect([status, headers['content-type'], headers.etag]).toEqual([404, 'text/html; charset=utf-8', undefined]);
  expect(text).toContain('<h1>Page introuvable</h1>');
}

describe('/robots.txt', () => {
  beforeAll(async () => {
    client = await publishedSite();
  });

  it('allows all robots and names the sitemap, at the main address of the site', async () => {
    const { status, headers, text } = await visit('/robots.txt');
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'text/plain; charset=utf-8',
      'no-cache',
    ]);
    expect(text).toBe(`User-agent: *\nAllow: /\n\nSitemap: http://${hostOf(client)}:${vitrine.port}/sitemap.xml\n`);
  });

  it.each([
    ['hidden', '/api/parametres/seo', { masque: true }],
    ['protected by a code', '/api/parametres/acces', { code: 'sesame' }],
  ])('of a site that is %s keeps all out, from the next request on', async (_what, path, valeurs) => {
    await done(manage('PATCH', path, { valeurs }));
    expect((await visit('/robots.txt')).text).toBe('User-agent: *\nDisallow: /\n');
    await done(manage('PATCH', path, { valeurs: {} }));
    expect((await visit('/robots.txt')).text).toContain('Allow: /\n\nSitemap:');
  });

  it('of a site without a published theme names no sitemap', async () => {
    const { text } = await visit('/robots.txt', {}, await createClient(vitrine));
    expect(text).toBe('User-agent: *\nAllow: /\n');
  });
});

describe('/sitemap.xml', () => {
  beforeAll(async () => {
    client = await publishedSite();
  });

  it('names the home page, the published pages, the lists and the articles that have appeared', async () => {
    const begun = Date.now();
    await addPage('a-propos');
    await addPage('cachee', { publiee: false });
    const blog = (await done(manage('POST', '/api/blogs', { slug: 'journal', titre: 'Journal' }))).json().id;
    for (const [slug, more] of Object.entries({
      paru: { publie_le: '2026-01-01T00:00:00Z' },
      brouillon: { publie: false },
      futur: { publie_le: '2100-01-01T00:00:00Z' },
    })) {
      await done(manage('POST', '/api/articles', { blog_id: blog, slug, titre: slug, ...more }));
    }
    const map = await visit('/sitemap.xml');
    expect([map.status, map.headers['content-type']]).toEqual([200, 'application/xml; charset=utf-8']);
    const paths = ['/', '/a-propos', '/blog', '/blog/journal', '/blog/journal/paru'];
    expect(locations(map)).toEqual(paths.map((path) => `http://${hostOf(client)}:${vitrine.port}${path}`));
    // Written now, though dated earlier.
    const [, changed] = /paru<\/loc><lastmod>([^<]+)/.exec(map.text) ?? [];
    const written = Date.parse(changed ?? '');
    // It is said in whole seconds.
    expect([written > begun - 1_000, written <= Date.now()]).toEqual([true, true]);
  });

  it('shows every write at the next request, and an article when its time comes', async () => {
    const id = await addPage('nouvelle');
    expect(locations(await visit('/sitemap.xml')).join()).toContain('/nouvelle');
    await done(manage('PATCH', '/api/pages', { id, publiee: false }));
    expect(locations(await visit('/sitemap.xml')).join()).not.toContain('/nouvelle');

    const blog = (await done(manage('POST', '/api/blogs', { slug: 'bientot', titre: 'B' }))).json().id;
    const later = { blog_id: blog, slug: 'attendu', titre: 'A', publie_le: '2100-01-01T00:00:00Z' };
    const { id: waiting } = (await done(manage('POST', '/api/articles', later))).json();
    expect(locations(await visit('/sitemap.xml')).join()).not.toContain('/attendu');
    // Nobody writes anything when a time comes.
    await client.sql('UPDATE articles SET publie_le = statement_timestamp() WHERE id = $1', [waiting]);
    expect(locations(await visit('/sitemap.xml')).join()).toContain('/blog/bientot/attendu');
  });

  it('of a site without a published theme is 404', async () => {
    expectNotFound(await visit('/sitemap.xml', {}, await createClient(vitrine)));
  });
});

describe('/llms.txt', () => {
  beforeAll(async () => {
    client = await publishedSite();
  });

  it('describes the site and links to its pages', async () => {
    await done(manage('PATCH', '/api/parametres/general', { valeurs: { description: 'générale' } }));
    expect((await visit('/llms.txt')).text).toContain('\n> générale\n');
    await done(manage('PATCH', '/api/parametres/seo', { valeurs: { description: 'Du *pain*' } }));
    await addPage('pains', { titre: 'Pains [bio]' });
    const { status, headers, text } = await visit('/llms.txt');
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    const origin = `http://${hostOf(client)}:${vitrine.port}`;
    expect(text).toContain(
      `> Du \\*pain\\*\n\n## Pages\n\n- [Accueil](${origin}/)\n- [Pains \\[bio\\]](${origin}/pains)\n`,
    );
    for (const description of [' ', 3, { a: 1 }]) {
      await done(manage('PATCH', '/api/parametres/seo', { valeurs: { description } }));
      expect((await visit('/llms.txt')).text).toContain('\n> générale\n');
    }
  });

  it('answers 404 when the site has no published page', async () => {
    const { pages } = (await done(manage('GET', '/api/pages'))).json();
    for (const { id } of pages) await done(manage('PATCH', '/api/pages', { id, publiee: false }));
    expectNotFound(await visit('/llms.txt'));
    await done(manage('PATCH', '/api/pages', { id: pages[0].id, publiee: true }));
    expect((await visit('/llms.txt')).status).toBe(200);
  });

  it('answers by these conditions alone: a site without a published theme has one', async () => {
    const one = await createClient(vitrine);
    expectNotFound(await visit('/llms.txt', {}, one));
    await done(manage('POST', '/api/pages', { slug: 'contacts', titre: 'Contacts' }, one));
    expect((await visit('/llms.txt', {}, one)).text).toContain('/contacts)');
  });
});

describe.each(OUTLINES)('%s', (path) => {
  beforeAll(async () => {
    client = await publishedSite();
  });

  it.each([
    ['hidden from search engines', '/api/parametres/seo', { masque: true }],
    ['protected by a code', '/api/parametres/acces', { code: 'sesame' }],
  ])('answers 404 when the site is %s', async (_what, tab, valeurs) => {
    expect((await visit(path)).status).toBe(200);
    await done(manage('PATCH', tab, { valeurs }));
    expectNotFound(await visit(path));
    await done(manage('PATCH', tab, { valeurs: {} }));
    expect((await visit(path)).status).toBe(200);
  });

  it('is not sent again while it is unchanged (304), and is after the next write', async () => {
    const first = await visit(path);
    expect(first.headers['cache-control']).toBe('no-cache');
    const again = { 'if-none-match': String(first.headers.etag) };
    expect(await visit(path, again).then(({ status, text }) => [status, text])).toEqual([304, '']);
    await addPage(`autre-${path.slice(1, 5)}`);
    const written = await visit(path, again);
    expect(written.status).toBe(200);
    // Another way to the site has the same addresses in it.
    const headers = { 'if-none-match': String(written.headers.etag) };
    expect((await vitrine.ask({ host: `${hostOf(client)}:8080`, path, headers })).status).toBe(304);
  });

  it('HEAD answers as GET without the body', async () => {
    const head = await vitrine.ask({ host: hostOf(client), method: 'HEAD', path });
    const got = await visit(path);
    expect([head.status, head.text, head.headers.etag]).toEqual([200, '', got.headers.etag]);
  });

  it.each([
    ['a port', ':3000'],
    ['the scheme’s own port', ':80'],
    ['a port that does not exist', ':99999'],
    ['a last dot', '.'],
  ])('writes the main address to a visitor whose host has %s', async (_what, suffix) => {
    const { text } = await vitrine.ask({ host: `${hostOf(client).toUpperCase()}${suffix}`, path });
    expect(text).toContain(`http://${hostOf(client)}:${vitrine.port}/`);
    expect(text).not.toMatch(/:3000|:99999|localhost\./);
  });

  it('the platform’s own host has none', async () => {
    expect((await vitrine.ask({ path })).status).toBe(404);
  });
});

it('the host that a proxy tells finds the site where TRUST_PROXY says so, and nothing that it tells is in an address', async () => {
  client = await publishedSite();
  const behind = await sharedProgram(BEHIND_EDGE);
  for (const path of OUTLINES) {
    const { text } = await visit(path, { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'exemple.fr' });
    expect(text).toContain(`http://${hostOf(client)}:${vitrine.port}/`);
    const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-host': hostOf(client) };
    const forwarded = await behind.ask({ host: '127.0.0.1:9', path, headers });
    expect(forwarded.text).toContain(`http://${hostOf(client)}:${behind.port}/`);
    expect([text, forwarded.text].join()).not.toMatch(/exemple\.fr|127\.0\.0\.1/);
  }
  await behind.close();
});

it('no page has one of these addresses, and pages beside them stay', async () => {
  client = await publishedSite();
  for (const name of ['robots', 'sitemap', 'llms']) {
    for (const extension of ['.txt', '.xml']) {
      const answer = await manage('POST', '/api/pages', { slug: `${name}${extension}`, titre: 'X' });
      expect([answer.status, answer.json().error]).toEqual([400, 'invalid_input']);
    }
    await addPage(name);
    expect((await visit(`/${name}`)).text).toContain(`Page ${name}`);
  }
});
