import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '../../support/client.ts';
import { query } from '../../support/database.ts';
import { type Answer, ask } from '../../support/http.ts';
import { createKey, sharedProgram, type Tenant, type TestProgram } from '../../support/program.ts';
import { type SignedIn, signIn } from '../../support/sign-in.ts';
import { runs } from '../../support/soak.ts';

/** What the router matches decides about the guard, the headers and the refusals of the API, however a path is spelt (docs/decisions/edge-guard.md). */

let vitrine: TestProgram;
let tenant: Tenant;
let themeId: string;
let owner: SignedIn;
let routes: { readonly method: string; readonly path: string }[];
/** A router with the API's paths and nothing else: it says which route it has matched, and whether it was beneath `/api`. */
const router = Fastify({ routerOptions: { maxParamLength: 16_384 } });

beforeAll(async () => {
  vitrine = await sharedProgram();
  const client = await createClient(vitrine);
  tenant = client.tenant;
  themeId = await client.install();
  owner = await signIn(vitrine, tenant);
  const { paths } = (await vitrine.ask({ path: '/openapi.json' })).json();
  routes = Object.entries<object>(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({ method: method.toUpperCase(), path })),
  );
  for (const { method, path } of routes) {
    router.route({ method, url: path.replace(/\{(\w+)\}/g, ':$1'), handler: async () => ({ path, isApi: true }) });
  }
  router.register(async (api) => api.setNotFoundHandler(async () => ({ isApi: true })), { prefix: '/api' });
  router.setNotFoundHandler(async () => ({ isApi: false }));
  await router.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => Promise.all([router.close(), vitrine.close()]));

/** What a caller with a session is told where no route is. */
const NO_ROUTE = 'Aucune route de l’API';

const OPEN: ReadonlySet<string | undefined> = new Set([
  '/api/themes',
  '/api/themes/{themeId}/fichiers',
  '/api/themes/{themeId}/export',
  '/api/themes/importer',
  '/api/sante',
]);

/** The headers that every answer of the API has; a route may let its caller's own browser keep the answer for a moment. */
function expectApiHeaders({ headers }: Answer): void {
  expect(headers['cache-control']).toMatch(/^no-store$|^private\b/);
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin');
}

function expectRefused(answer: Answer): void {
  expect([answer.status, answer.json().error]).toEqual([401, 'unauthorized']);
  expectApiHeaders(answer);
  expect(answer.headers['cache-control']).toBe('no-store');
}

describe.each(['lecture', 'themes', 'atelier'] as const)('a key of scope %s, alone', (scope) => {
  it.each([
    '/%61pi/menus',
    '/%61%70%69/menus',
    '/api/%6denus',
    '/api/themes/%66ichiers',
    '/api/demandes#x',
    'http://localhost/api/menus',
    'HTTP://localhost/%61pi/menus',
    'https://localhost/api/pages?x=/api/themes',
  ])('GET %s: 401 with the headers of the API', async (path) => {
    const key = await createKey(vitrine.databaseUrl, tenant.accountId, { scope });
    expectRefused(await vitrine.ask({ path, key }));
    expectRefused(await vitrine.ask({ path, key, method: 'PATCH', body: { menus: { principal: [] } } }));
  });
});

it('a path that is open to keys is open however it is spelt, with the headers of the API', async () => {
  for (const path of ['/%61pi/themes', '/api/%74hemes', 'http://localhost/api/themes']) {
    const answer = await vitrine.ask({ path, key: tenant.key });
    expect([path, answer.status]).toEqual([path, 200]);
    expectApiHeaders(answer);
  }
});

it('what no route answers beneath /api is refused as the API refuses, without a session and with one', async () => {
  for (const [method, path] of [
    ['GET', '/api'],
    ['GET', '/%61pi/'],
    ['GET', '/api/nimporte'],
    ['PUT', '/api/menus'],
    ['PROPFIND', '/api/menus'],
    ['OPTIONS', '/api/menus'],
    ['GET', '/api//menus'],
    ['GET', 'http://localhost/api/menus/'],
  ] as const) {
    expectRefused(await vitrine.ask({ method, path, key: tenant.key }));
    const answer = await vitrine.ask({ method, path, headers: owner.headers });
    expectRefused(answer);
    expect(answer.json().message).toContain(NO_ROUTE);
  }
});

it('what cannot be decoded beneath /api is refused as the API refuses', async () => {
  for (const path of ['/api/%zz', '/%61pi/menus/%ff', 'http://localhost/api/%']) {
    expectRefused(await vitrine.ask({ path }));
    expectRefused(await vitrine.ask({ path, headers: owner.headers }));
    expectRefused(await vitrine.ask({ path, key: `svc_${'c'.repeat(43)}` }));
    const answer = await vitrine.ask({ path, key: tenant.key });
    expect([answer.status, answer.json().error]).toEqual([404, 'introuvable']);
    expectApiHeaders(answer);
  }
});

it.each([
  '/%zz',
  '/studio/%ff',
  '/%',
  '/apis/%zz',
  'http://localhost/docs%c3',
])('%s on the platform: a page, 404', async (path) => {
  for (const headers of [{}, owner.headers]) {
    const answer = await vitrine.ask({ path, headers });
    expect([answer.status, answer.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect(answer.text).toContain('Page introuvable');
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
  }
});

describe('the 401 of a route that is for sessions', () => {
  const SENTENCE = 'Aucune clé n’ouvre cette opération : elle demande la session d’un navigateur.';

  it('says so, for every bearer token alike, and looks none up', async () => {
    const expired = await createKey(vitrine.databaseUrl, tenant.accountId, { expiresAt: '2020-01-01T00:00:00Z' });
    const fresh = await createKey(vitrine.databaseUrl, tenant.accountId);
    const tokens = [fresh, expired, `svc_${'a'.repeat(43)}`, 'autre'];
    for (const token of tokens) {
      for (const [method, path] of [
        ['GET', '/api/pages'],
        ['PATCH', '/api/menus'],
        ['GET', '/api/cles'],
        ['POST', `/api/themes/${themeId}/apercu`],
        ['GET', `/api/themes/${themeId}/fichiers/origine`],
      ] as const) {
        const answer = await vitrine.ask({ method, path, key: token });
        expect([answer.status, answer.json()]).toEqual([401, { error: 'unauthorized', message: SENTENCE }]);
      }
      if (token === 'autre') continue;
      const answer = await vitrine.ask({ path: '/api/cles', key: token, headers: owner.headers });
      expect([answer.status, answer.json()]).toEqual([401, { error: 'unauthorized', message: SENTENCE }]);
    }
    const { rows } = await query(vitrine.databaseUrl, 'SELECT derniere_utilisation FROM cles WHERE prefixe = $1', [
      fresh.slice(0, 12),
    ]);
    expect(rows).toEqual([{ derniere_utilisation: null }]);
  });

  it('says what it always said to who presents nothing', async () => {
    const answer = await vitrine.ask({ path: '/api/pages' });
    expect(answer.json().message).toBe('Clé ou session absente, inconnue ou expirée.');
  });
});

describe('whatever the spelling of a path', () => {
  const hex = (character: string) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
  const spelt = (character: string) =>
    fc.oneof(
      { weight: 30, arbitrary: fc.constant(character) },
      { weight: 3, arbitrary: fc.constantFrom(hex(character), hex(character).toUpperCase()) },
      { weight: 1, arbitrary: fc.constant(hex(character).replace('%', '%25')) },
      { weight: 1, arbitrary: fc.constant(character.toUpperCase()) },
    );
  const ODD = [
    '',
    '',
    '',
    '',
    '/',
    '//',
    '/.',
    '/./',
    '/..',
    '/../api/menus',
    ';',
    ';a=b',
    '%2f',
    '%5c',
    '\\',
    '%00',
    '%zz',
    '%ff',
    '.',
    '#',
    '?',
    '#/api/themes',
  ];
  const QUERIES = ['', '', '?x=1', '?/api/themes', '?%zz', ';?', '?a=b#c'];
  const FORMS = ['', '', 'http://localhost', 'https://localhost', 'HTTP://LOCALHOST:80', 'hTTp://127.0.0.1'];

  const spelling = fc.nat().chain((n) => {
    const { method, path } = routes[n % routes.length] ?? { method: 'GET', path: '/' };
    const plain = path.replace('{themeId}', themeId).replace('{onglet}', 'general');
    const letters = [...plain];
    return fc.record({
      method: fc.constantFrom(method, method, method, 'GET', 'PUT', 'HEAD'),
      path: fc
        .tuple(
          fc.tuple(...letters.map(spelt)),
          fc.nat({ max: letters.length }),
          fc.constantFrom(...ODD),
          fc.constantFrom(...QUERIES),
        )
        .map(([spellings, at, odd, search]) => {
          const written = [...spellings.slice(0, at), odd, ...spellings.slice(at)].join('');
          return `${written.startsWith('/') ? '' : '/'}${written}${search}`;
        }),
      form: fc.constantFrom(...FORMS),
    });
  });

  it('what the router matches is guarded and has the headers, and what it does not match gives nothing', async () => {
    const { port } = router.server.address() as AddressInfo;
    await fc.assert(
      fc.asyncProperty(spelling, async ({ method, path, form }) => {
        const isBroken = form !== '' && path.includes('#');
        const matching = await ask({ port, method: method === 'HEAD' ? 'GET' : method, path });
        const matched = isBroken || matching.status !== 200 ? { isApi: false } : matching.json();
        const alone = await vitrine.ask({ method, path: form + path, key: tenant.key });
        const signedIn = await vitrine.ask({ method, path: form + path, headers: owner.headers });

        for (const answer of [alone, signedIn]) if (matched.isApi) expectApiHeaders(answer);
        for (const answer of matched.path ? [] : [alone, signedIn]) {
          if (answer.status < 400) expect(String(answer.headers['content-type'])).not.toContain('json');
          for (const secret of [tenant.siteId, tenant.slug]) expect(answer.text).not.toContain(secret);
        }
        if (matched.isApi && !OPEN.has(matched.path)) expect(alone.status).toBe(401);
        if (matched.path) expect(signedIn.status).not.toBe(401);
        else if (matched.isApi) expect(signedIn.status).toBe(401);
        if (matched.isApi && method !== 'HEAD') expect(signedIn.text.includes(NO_ROUTE)).toBe(!matched.path);
      }),
      { numRuns: runs(250, 20_000) },
    );
  });
});
