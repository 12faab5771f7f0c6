import { request } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CODE, enter, giveCode, protect } from '../../../support/access-code.ts';
import { query } from '../../../support/database.ts';
import { type LegacyServer, startLegacyServer } from '../../../support/legacy-engine.ts';
import { FORM } from '../../../support/login.ts';
import {
  createTenant,
  MINIMAL_THEME,
  startTestProgram,
  type Tenant,
  type TestProgram,
} from '../../../support/program.ts';
import { publishTheme } from '../../../support/published-theme.ts';
import { storeFiles } from '../../../support/stored-files.ts';

let legacy: LegacyServer;
let vitrine: TestProgram;
let site: Tenant;
let host: string;

beforeAll(async () => {
  legacy = await startLegacyServer();
  vitrine = await startTestProgram({ LEGACY_ENGINE_URL: legacy.url });
  site = await createTenant(vitrine.databaseUrl);
  host = `${site.slug}.localhost`;
});
afterAll(async () => {
  await vitrine.close();
  await legacy.close();
});
beforeEach(() => {
  legacy.asked.length = 0;
  legacy.respond((_request, response) => response.end('ancien'));
});

const ask = (question: Omit<Parameters<TestProgram['ask']>[0], 'host'> = {}) => vitrine.ask({ host, ...question });

describe('a site with no published theme is rendered by the older engine', () => {
  it('whatever the method and the path', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']) {
      for (const path of [
        '/',
        '/a/../b?c=d&e=%20',
        '/robots.txt',
        '/theme-assets/x/y.css',
        '/fichiers/z',
        '/acces',
        '/é%20',
      ].map(encodeURI)) {
        legacy.asked.length = 0;
        const answer = await ask({ method, path });
        expect([method, path, answer.status, answer.text]).toEqual([method, path, 200, 'ancien']);
        expect(legacy.asked.map(({ method, url }) => [method, url])).toEqual([[method, path]]);
      }
    }
  });

  it('status, headers and body come back as they are, also of HEAD and of failures', async () => {
    legacy.respond((_request, response) => {
      response.writeHead(418, {
        'content-type': 'text/x-essai',
        'x-a': ['1', '2'],
        etag: '"e"',
        'content-length': '4',
      });
      response.end('thé!'.slice(0, 3));
    });
    const answer = await ask();
    expect([answer.status, answer.text]).toEqual([418, 'thé']);
    expect(answer.headers).toMatchObject({ 'content-type': 'text/x-essai', 'x-a': '1, 2', etag: '"e"' });
    const head = await ask({ method: 'HEAD' });
    expect([head.status, head.text, head.headers['content-length']]).toEqual([418, '', '4']);
    for (const status of [204, 304, 500, 503]) {
      legacy.respond((_request, response) => response.writeHead(status).end());
      expect((await ask()).status).toBe(status);
    }
  });

  it('bodies pass both ways as they come, without being held', async () => {
    let finish: () => void = () => undefined;
    legacy.respond((incoming, response) => {
      incoming.once('data', () => response.write('reçu'));
      finish = () => response.end(' fini');
    });
    const answer = await new Promise<string>((resolve, reject) => {
      const outgoing = request({ host: '127.0.0.1', port: vitrine.port, path: '/', method: 'POST', headers: { host } });
      outgoing.on('error', reject);
      outgoing.write('début');
      outgoing.once('response', (incoming) => {
        let text = '';
        incoming.on('data', (chunk) => {
          text += chunk;
          // The answer has begun before the request is over; each side waits for the other here.
          if (text === 'reçu') outgoing.end(' suite');
          if (text === 'reçu') setImmediate(() => finish());
        });
        incoming.on('end', () => resolve(text));
      });
    });
    expect(answer).toBe('reçu fini');
  });

  it('a large body arrives whole, and the connection serves the next request', async () => {
    const body = 'x'.repeat(3_000_000);
    legacy.respond((incoming, response) =>
      incoming.once('end', () => response.end(String(legacy.asked[0]?.body.length))),
    );
    expect((await ask({ method: 'POST', body, headers: FORM })).text).toBe('3000000');
    expect(legacy.asked[0]?.headers['content-length']).toBe('3000000');
  });

  it('an answer before the body is read leaves the visitor’s connection in order', async () => {
    legacy.respond((_request, response) => response.writeHead(413).end('trop'));
    const answer = await ask({ method: 'POST', body: 'x'.repeat(3_000_000), headers: FORM });
    expect([answer.status, answer.text]).toEqual([413, 'trop']);
    legacy.respond((_request, response) => response.end('ancien'));
    expect((await ask()).text).toBe('ancien');
  });

  it('llms.txt stays with the platform', async () => {
    await ask({ path: '/llms.txt' });
    expect(legacy.asked).toEqual([]);
  });
});

describe('a published theme without layout/theme.liquid falls back to the older engine without an error', () => {
  it('for every method and path, and takes over as soon as it has one', async () => {
    const other = await createTenant(vitrine.databaseUrl);
    const { 'layout/theme.liquid': layout, ...rest } = MINIMAL_THEME;
    const themeId = await publishTheme(vitrine, other.siteId, { ...rest, 'assets/a.css': 'a{}' });
    const at = `${other.slug}.localhost`;
    for (const method of ['POST', 'GET']) {
      for (const path of ['/', `/theme-assets/${themeId}/a.css`]) {
        const answer = await vitrine.ask({ host: at, method, path });
        expect([answer.status, answer.text]).toEqual([200, 'ancien']);
      }
    }
    await storeFiles(vitrine.databaseUrl, other.siteId, themeId, { 'layout/theme.liquid': String(layout) });
    await query(vitrine.databaseUrl, 'UPDATE themes SET maj_le = statement_timestamp() WHERE id = $1', [themeId]);
    const page = await vitrine.ask({ host: at });
    expect([page.status, page.text]).toEqual([200, '<main>bonjour</main>']);
    expect((await vitrine.ask({ host: at, method: 'POST' })).status).toBe(404);
  });
});

describe('the request to the older engine has', () => {
  it('the visitor’s host and way, by the platform alone', async () => {
    const headers = {
      'x-forwarded-host': 'menteur.test',
      'x-forwarded-for': '6.6.6.6',
      'x-forwarded-proto': 'https',
      'x-forwarded-port': '1',
      forwarded: 'for=6.6.6.6',
      'x-real-ip': '6.6.6.6',
      'x-service-site': 'menteur',
      'accept-language': 'fr',
      via: '1.1 autre',
    };
    await ask({ headers });
    const told = legacy.asked[0]?.headers ?? {};
    expect(told).toMatchObject({
      host: new URL(legacy.url).host,
      'x-forwarded-host': host,
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'http',
      'x-service-site': host,
      'accept-language': 'fr',
      via: expect.stringMatching(/^1\.1 autre, 1\.1 \S+$/),
    });
    for (const name of ['x-forwarded-port', 'forwarded', 'x-real-ip']) expect(told[name]).toBeUndefined();
  });

  it('no credentials of the platform, and no header of one connection', async () => {
    const cookie =
      'panier=1; vitrine_session=secret; __Host-vitrine_session=secret; vitrine_acces=secret; =vitrine_session=secret; langue=fr';
    await ask({
      headers: {
        cookie,
        authorization: 'Bearer secret',
        'proxy-authorization': 'secret',
        'x-saut': 'secret',
        te: 'trailers',
        connection: 'keep-alive, X-Saut, X-Service-Site, Cookie2',
      },
    });
    const told = legacy.asked[0]?.headers ?? {};
    expect(told.cookie).toBe('panier=1; langue=fr');
    expect(JSON.stringify(told)).not.toContain('secret');
    expect(told['x-service-site']).toBe(host);
    for (const name of ['authorization', 'te', 'x-saut']) expect(told[name]).toBeUndefined();
    await ask({ headers: { cookie: 'vitrine_session=secret' } });
    expect(legacy.asked[1]?.headers.cookie).toBeUndefined();
  });

  it('behind a trusted proxy, what that proxy says', async () => {
    const behind = await startTestProgram(
      { LEGACY_ENGINE_URL: legacy.url, TRUST_PROXY: 'true' },
      { databaseUrl: vitrine.databaseUrl },
    );
    const headers = { 'x-forwarded-host': host, 'x-forwarded-for': '192.0.2.7', 'x-forwarded-proto': 'https' };
    await behind.ask({ host: 'interne', headers });
    expect(legacy.asked[0]?.headers).toMatchObject({ ...headers, 'x-forwarded-for': '192.0.2.7, 127.0.0.1' });
    await behind.close();
  });
});

describe('the older engine’s answer reaches the visitor with', () => {
  it('its cookies, for this host alone and under no name of the platform', async () => {
    legacy.respond((_request, response) =>
      response
        .setHeader('set-cookie', [
          'panier=1; Path=/; Domain=localhost; HttpOnly',
          'a=b;domain=.localhost',
          'vitrine_session=x',
          'vitrine_acces=x',
          '=__Host-vitrine_session=x',
        ])
        .end(),
    );
    expect((await ask()).headers['set-cookie']).toEqual(['panier=1; Path=/; HttpOnly', 'a=b']);
  });

  it('its own permissions, and none to use passkeys of the platform, whatever it says', async () => {
    const ours = 'publickey-credentials-get=(), publickey-credentials-create=()';
    expect((await ask()).headers['permissions-policy']).toBe(ours);
    legacy.respond((_request, response) =>
      response.setHeader('Permissions-Policy', ['camera=()', 'publickey-credentials-get=*']).end(),
    );
    const answer = await ask();
    expect(answer.headers['permissions-policy']).toBe(`camera=(), publickey-credentials-get=*, ${ours}`);
  });

  it('no header of one connection, none of the engine’s own address', async () => {
    legacy.respond((_request, response) =>
      response
        .writeHead(302, {
          connection: 'keep-alive, X-Saut',
          'keep-alive': 'timeout=77',
          'x-saut': '1',
          'alt-svc': 'h3=":443"',
          location: `${legacy.url}/b?c#d`,
        })
        .end(),
    );
    const { status, headers } = await ask();
    expect([status, headers.location]).toEqual([302, '/b?c#d']);
    expect([headers['x-saut'], headers['alt-svc']]).toEqual([undefined, undefined]);
    expect(headers['keep-alive']).not.toContain('77');
    legacy.respond((_request, response) => response.writeHead(302, { location: 'https://ailleurs.test/' }).end());
    expect((await ask()).headers.location).toBe('https://ailleurs.test/');
  });
});

describe('a protected or hidden site', () => {
  it('asks for its code before the older engine sees anything', async () => {
    await protect(vitrine, site.siteId);
    for (const method of ['GET', 'POST']) {
      const answer = await ask({ method });
      expect([answer.status, answer.text.includes('action="/acces"')]).toEqual([401, true]);
    }
    expect((await giveCode(vitrine, host, { code: 'faux' })).status).toBe(401);
    expect((await giveCode(vitrine, host, { code: CODE })).status).toBe(303);
    expect(legacy.asked).toEqual([]);

    legacy.respond((_request, response) => {
      response.writeHead(200, { 'cache-control': 'public, max-age=60', 'x-robots-tag': 'all' }).end('ancien');
    });
    const cookie = await enter(vitrine, host);
    const page = await ask({ headers: { cookie }, path: '/fichiers/x' });
    expect([page.status, page.text]).toEqual([200, 'ancien']);
    expect(page.headers).toMatchObject({ 'cache-control': 'private, no-cache', 'x-robots-tag': 'noindex' });
    expect(legacy.asked[0]?.headers.cookie).toBeUndefined();
    await query(vitrine.databaseUrl, 'UPDATE sites SET code_acces = NULL, masque = true WHERE id = $1', [site.siteId]);
    const hidden = await ask();
    expect(hidden.headers).toMatchObject({ 'cache-control': 'public, max-age=60', 'x-robots-tag': 'noindex' });
    await query(vitrine.databaseUrl, 'UPDATE sites SET masque = false WHERE id = $1', [site.siteId]);
  });
});

it('without LEGACY_ENGINE_URL the platform’s page answers', async () => {
  const alone = await startTestProgram({}, { databaseUrl: vitrine.databaseUrl });
  const page = await alone.ask({ host });
  expect([page.status, page.text.includes('Ce site arrive bientôt')]).toEqual([200, true]);
  expect(legacy.asked).toEqual([]);
  await alone.close();
});
