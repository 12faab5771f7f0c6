import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readDemoSites } from '../../../../src/demo/demo-site.ts';
import { query } from '../../../support/database.ts';
import { createTenant, sharedProgram, type TestProgram } from '../../../support/program.ts';
import { createPublicSite, type PublicSite } from '../../../support/public-site.ts';
import { signIn } from '../../../support/sign-in.ts';

const LONG = Array.from({ length: 400 }, (_, n) => `.é${n} { color: #${1000 + n}; }`).join('\n');

let vitrine: TestProgram;
let site: PublicSite;
beforeAll(async () => {
  vitrine = await sharedProgram();
  site = await createPublicSite(vitrine, {
    'assets/long.css': LONG,
    'assets/short.css': 'é{}',
    'layout/theme.liquid': '<style nonce="{{ nonce }}">é{}</style><main>{{ content_for_layout }}</main>',
    'sections/texte.liquid': LONG,
    'templates/404.json': '{"sections":{"a":{"type":"court"}},"order":["a"]}',
    'sections/court.liquid': '<input name="_instant" value="{{ page.instant }}">',
  });
});
afterAll(() => vitrine.close());

interface RawAnswer {
  readonly status: number;
  readonly headers: Record<string, unknown>;
  readonly body: Buffer;
}

/** The answer as it comes over the wire. */
function fetchRaw(path: string, headers: Record<string, string>, method = 'GET'): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port: vitrine.port, path, method, headers: { host: site.host, ...headers } };
    const outgoing = request(options, async (incoming) => {
      const body = Buffer.concat(await incoming.toArray());
      resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body });
    });
    outgoing.on('error', reject).end();
  });
}

const fetchAsset = (file: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetchRaw(`/theme-assets/${site.themeId}/${file}`, headers, method);

const DECODERS: Readonly<Record<string, (body: Buffer) => Buffer>> = { br: brotliDecompressSync, gzip: gunzipSync };

describe('an asset', () => {
  it.each([
    ['br, gzip', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['br;q=0.1, gzip;q=0.5', 'gzip'],
    ['*', 'br'],
  ])('is sent as Accept-Encoding asks: %s', async (accept, encoding) => {
    for (let visit = 0; visit < 2; visit++) {
      const { status, headers, body } = await fetchAsset('long.css', { 'accept-encoding': accept });
      expect([status, headers['content-encoding'], headers['content-length']]).toEqual([
        200,
        encoding,
        String(body.length),
      ]);
      expect(body.length).toBeLessThan(LONG.length / 2);
      expect(DECODERS[encoding]?.(body).toString()).toBe(LONG);
    }
  });

  it.each([undefined, '', 'identity', 'br;q=0', 'zstd', '\t,;=q'])('is sent as it is: %j', async (accept) => {
    const headers: Record<string, string> = accept === undefined ? {} : { 'accept-encoding': accept };
    const answer = await fetchAsset('long.css', headers);
    expect([answer.headers['content-encoding'], answer.body.toString()]).toEqual([undefined, LONG]);
  });

  it('has the header Vary, and one weak tag in every encoding', async () => {
    const answers = [
      await fetchAsset('long.css'),
      await fetchAsset('long.css', { 'accept-encoding': 'br' }),
      await fetchAsset('long.css', { 'accept-encoding': 'gzip' }),
    ];
    for (const { headers } of answers) expect(headers.vary).toBe('Accept-Encoding');
    const [tag, ...others] = answers.map(({ headers }) => headers.etag);
    expect(tag).toMatch(/^W\/"[0-9a-f]{64}"$/);
    expect(others).toEqual([tag, tag]);
    const again = await fetchAsset('long.css', { 'accept-encoding': 'br', 'if-none-match': String(tag) });
    expect([again.status, again.body.length, again.headers.etag, again.headers.vary]).toEqual([
      304,
      0,
      tag,
      'Accept-Encoding',
    ]);
    expect(again.headers['content-encoding']).toBeUndefined();
  });

  it('that is short is sent as it is, with a strong tag', async () => {
    const { headers, body } = await fetchAsset('short.css', { 'accept-encoding': 'br, gzip' });
    expect([headers['content-encoding'], body.toString()]).toEqual([undefined, 'é{}']);
    expect(headers.etag).toMatch(/^"[0-9a-f]{64}"$/);
  });

  it('that is asked for by HEAD has the headers of GET', async () => {
    const [get, head] = [
      await fetchAsset('long.css', { 'accept-encoding': 'br' }),
      await fetchAsset('long.css', { 'accept-encoding': 'br' }, 'HEAD'),
    ];
    const { date: _, 'x-request-id': __, ...headers } = get.headers;
    expect([head.status, head.body.length, head.headers]).toEqual([200, 0, expect.objectContaining(headers)]);
  });

  it('that changes is sent anew in every encoding', async () => {
    await site.write('assets/changing.css', LONG);
    await fetchAsset('changing.css', { 'accept-encoding': 'br' });
    await site.write('assets/changing.css', `${LONG}\nb{}`);
    const { body } = await fetchAsset('changing.css', { 'accept-encoding': 'br' });
    expect(brotliDecompressSync(body).toString()).toBe(`${LONG}\nb{}`);
  });
});

describe('a page', () => {
  /** Without what each answer has for itself. */
  const steady = (body: Buffer | string) =>
    String(body)
      .replaceAll(/nonce="[^"]+"/g, 'nonce')
      .replaceAll(/value="\d{10,}"/g, 'instant');

  it.each([
    ['gzip, deflate, br, zstd', 'gzip'],
    ['gzip', 'gzip'],
    ['br;q=1, gzip;q=0.1', 'gzip'],
    ['*', 'gzip'],
    ['identity', undefined],
    // No browser of today takes this alone.
    ['br', undefined],
    ['gzip;q=0, br', undefined],
    ['\t,;=q', undefined],
  ])('is sent as Accept-Encoding asks, with one tag, its length and a policy: %s', async (accept, encoding) => {
    const plain = await fetchRaw('/', {});
    for (let visit = 0; visit < 4; visit++) {
      const { status, headers, body } = await fetchRaw('/', { 'accept-encoding': accept });
      expect([status, headers['content-encoding'], headers.vary]).toEqual([200, encoding, 'Accept-Encoding']);
      expect([headers.etag, headers['content-length']]).toEqual([plain.headers.etag, String(body.length)]);
      expect(headers['content-security-policy']).toEqual(expect.stringContaining("script-src 'nonce-"));
      if (encoding) expect(body.length).toBeLessThan(plain.body.length / 3);
      expect(steady(encoding ? gunzipSync(body) : body)).toBe(steady(plain.body));
    }
    const head = await fetchRaw('/', { 'accept-encoding': accept }, 'HEAD');
    expect([head.status, head.headers['content-encoding'], head.body.length]).toEqual([200, encoding, 0]);
    expect(Number(head.headers['content-length'])).toBeGreaterThan(encoding ? 100 : plain.body.length - 1);
  });

  it('is encoded for each of a crowd of visitors', async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => fetchRaw('/', { 'accept-encoding': 'gzip, deflate, br' })),
    );
    const plain = steady((await fetchRaw('/', {})).body);
    for (const { headers, body } of answers) {
      expect(headers['content-encoding']).toBe('gzip');
      expect(steady(gunzipSync(body))).toBe(plain);
    }
  });

  it('that is short is sent as it is', async () => {
    const { headers, body } = await fetchRaw('/absente', { 'accept-encoding': 'gzip' });
    expect([headers['content-encoding'], headers.vary]).toEqual([undefined, 'Accept-Encoding']);
    expect(String(body)).toMatch(/value="\d{10,}"/);
  });

  it('that is answered 304 has the header Vary', async () => {
    const { headers } = await fetchRaw('/', { 'accept-encoding': 'gzip' });
    const again = await fetchRaw('/', { 'accept-encoding': 'gzip', 'if-none-match': String(headers.etag) });
    expect([again.status, again.headers.vary, again.headers['content-encoding']]).toEqual([
      304,
      'Accept-Encoding',
      undefined,
    ]);
  });
});

it('each page of a demo site is one text: at each visit, as it is and as gzip, and as its author previews it', async () => {
  const demo = (await readDemoSites()).find(({ themeId }) => themeId === 'origo')?.site;
  if (!demo) expect.unreachable();
  const { key, slug, siteId, accountId } = await createTenant(vitrine.databaseUrl);
  const { headers: cookie } = await signIn(vitrine, { accountId });
  const manage = async (method: string, path: string, body: object) => {
    const answer = await vitrine.ask({ method, path, key, besideSession: true, body });
    expect([path, answer.text, answer.status < 300]).toEqual([path, answer.text, true]);
    return answer.json();
  };
  const { themeId } = await manage('POST', '/api/themes', { action: 'installer', origine: 'origo' });
  await manage('PATCH', '/api/themes', { id: themeId, publier: true });
  const paths = ['/', '/?demande=merci', '/?demande=erreur', '/inconnue', '/blog'];
  for (const page of demo.pages) {
    const values = [siteId, page.slug, page.titre, page.gabarit, page.contenu];
    await query(
      vitrine.databaseUrl,
      'INSERT INTO pages (site_id, slug, titre, gabarit, contenu) VALUES ($1, $2, $3, $4, $5)',
      values,
    );
    paths.push(`/${page.slug}`);
  }
  for (const { articles, ...blog } of demo.blogs) {
    const { id } = await manage('POST', '/api/blogs', blog);
    paths.push(`/blog/${blog.slug}`);
    for (const { il_y_a_jours: _, image: __, ...article } of articles) {
      await manage('POST', '/api/articles', { blog_id: id, ...article });
      paths.push(`/blog/${blog.slug}/${article.slug}`);
    }
  }
  const host = `${slug}.localhost`;
  const textOf = (html: string) =>
    html
      // A preview marks its sections.
      .replaceAll(/<!--\/?vitrine[^>]*-->/g, '')
      .replaceAll(/nonce="[^"]*"/g, 'nonce')
      .replaceAll(/value="\d{10,}"/g, 'instant')
      .replaceAll(/\/theme-assets\/[^/]+\//g, '');
  let inPieces = 0;
  for (const path of paths) {
    const body = { adresse: path, nonce: 'bm9uY2UgZGUgbOKAmWFwZXJjdQ==' };
    const previewed = await vitrine.ask({
      method: 'POST',
      path: `/api/themes/${themeId}/apercu`,
      headers: cookie,
      body,
    });
    const expected = textOf(previewed.json().html);
    expect(expected.length).toBeGreaterThan(1_000);
    for (let visit = 0; visit < 5; visit++) {
      const plain = await fetchRaw(path, { host });
      const zipped = await fetchRaw(path, { host, 'accept-encoding': 'gzip' });
      expect(zipped.headers['content-encoding']).toBe('gzip');
      expect([path, visit, textOf(String(plain.body))]).toEqual([path, visit, expected]);
      expect([path, visit, textOf(String(gunzipSync(zipped.body)))]).toEqual([path, visit, expected]);
      if (zipped.body.length < plain.body.length / 2) inPieces++;
    }
  }
  expect(inPieces).toBeGreaterThan(4 * paths.length);
});
