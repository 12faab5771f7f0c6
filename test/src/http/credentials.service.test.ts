/** Every route of the running program, asked with every credential and every pair of them (docs/decisions/edge-guard.md). */
import { randomBytes } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readFile } from 'node:fs/promises';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Sessions } from '../../../src/accounts/sessions.ts';
import { freshDatabase, query } from '../../support/database.ts';
import { FaultProxy } from '../../support/fault-proxy.ts';
import type { Answer } from '../../support/http.ts';
import { BEHIND_EDGE, createKey, createTenant, startTestProgram, type TestProgram } from '../../support/program.ts';
import { signIn } from '../../support/sign-in.ts';

interface Route {
  readonly method: string;
  readonly url: string;
}

const INITIALIZATION = 'fastify.initialization';
/** The routes of each router of the program, in the order in which the routers were made. */
const routers: Route[][] = [];
function follow(message: unknown): void {
  const { fastify } = message as { fastify: FastifyInstance };
  const routes: Route[] = [];
  routers.push(routes);
  fastify.addHook('onRoute', ({ method, url }: RouteOptions) => {
    for (const each of [method].flat()) routes.push({ method: each, url });
  });
}

const TOKENS = ['no token', 'lecture', 'themes', 'atelier', 'an unknown key', 'a token that is no key'] as const;
type Token = (typeof TOKENS)[number];
/** Which of them are live sessions, and whether these may act. */
const COOKIES = {
  'no cookie': null,
  'a cookie that is none': null,
  'an ended session': null,
  'a session without the factor of its account': null,
  'a session': true,
  'a session of another account': true,
  'a session that lacks a required factor': false,
} as const;
type Cookie = keyof typeof COOKIES;

let databaseUrl: string;
let proxy: FaultProxy;
let vitrine: TestProgram;
let cookies: Readonly<Partial<Record<Cookie, string>>>;
let keys: Readonly<Partial<Record<Token, string>>>;
/** The accounts have no site: what the credentials let pass is answered with 409 `no_site`, and nothing is done. */
beforeAll(async () => {
  subscribe(INITIALIZATION, follow);
  databaseUrl = await freshDatabase();
  proxy = await FaultProxy.start(databaseUrl);
  const environment = { ...BEHIND_EDGE, REQUIRE_SECOND_FACTOR: 'tous' };
  vitrine = await startTestProgram(environment, { databaseUrl: proxy.url(databaseUrl) });
  unsubscribe(INITIALIZATION, follow);
  const [own, other, lacking, unshown, ended] = [
    await person(),
    await person(),
    await person(),
    await person(),
    await person(),
  ];
  for (const [{ accountId }, hasShown] of [
    [own, true],
    [other, true],
    [unshown, false],
  ] as const) {
    await sql(`INSERT INTO passkeys (id, compte_id, nom, cle_publique) VALUES ($1, $2, 'Clé', '\\x00')`, [
      randomBytes(16).toString('hex'),
      accountId,
    ]);
    if (hasShown) await sql('UPDATE sessions SET second_facteur_le = now() WHERE compte_id = $1', [accountId]);
  }
  await sql('UPDATE sessions SET expire_le = now() WHERE compte_id = $1', [ended.accountId]);
  cookies = {
    'a cookie that is none': 'vitrine_session=x',
    'an ended session': ended.cookie,
    'a session without the factor of its account': unshown.cookie,
    'a session': own.cookie,
    'a session of another account': other.cookie,
    'a session that lacks a required factor': lacking.cookie,
  };
  const scopes = ['lecture', 'themes', 'atelier'] as const;
  const made = scopes.map(async (scope) => [scope, await createKey(databaseUrl, own.accountId, { scope })]);
  keys = Object.fromEntries(await Promise.all(made));
});
afterAll(async () => {
  await vitrine.close();
  await proxy.stop();
});

const sql = (text: string, values: unknown[]) => query(databaseUrl, text, values);

async function person() {
  const tenant = await createTenant(databaseUrl);
  await sql('DELETE FROM membres WHERE compte_id = $1', [tenant.accountId]);
  return { ...tenant, ...(await signIn({ databaseUrl }, tenant)) };
}

const isKey = (token: Token) => token in keys || token === 'an unknown key';
/** Tokens that match nothing are limited one by one. */
const secretOf = (token: Token): string | undefined =>
  token === 'no token'
    ? undefined
    : (keys[token] ?? `${token === 'an unknown key' ? 'svc_' : ''}${randomBytes(32).toString('base64url')}`);

let addresses = 0;
/** Asks as a page of the platform does, from a client of its own: clients are limited one by one. */
function ask({ method, url }: Route, token: Token, cookie: Cookie): Promise<Answer> {
  const client = addresses++;
  const session = cookies[cookie];
  return vitrine.ask({
    method,
    path: url.replace(/:\w+/g, '00000000-0000-4000-8000-000000000000').replace('*', 'x'),
    ...(!/^(?:GET|HEAD|DELETE)$/.test(method) && { body: {} }),
    headers: {
      'sec-fetch-site': 'same-origin',
      'x-forwarded-for': `10.${client >> 16}.${(client >> 8) & 255}.${client & 255}`,
      ...(session !== undefined && { cookie: session }),
      ...(token !== 'no token' && { authorization: `Bearer ${secretOf(token)}` }),
    },
  });
}

/** What an answer says of the credentials. */
function verdictOf({ status, headers, text }: Answer): string {
  if (status === 303 && headers.location?.startsWith('/connexion?suite=')) return 'sign in';
  if (status === 303 && headers.location === '/studio/securite') return 'security';
  if (status === 303 && headers.location === '/studio') return 'led on';
  // An answer to HEAD has a status alone.
  const { error } = text !== '' && headers['content-type']?.includes('json') ? JSON.parse(text) : { error: undefined };
  if (status === 401) return '401';
  if (status !== 403) return 'open';
  return error === 'portee_insuffisante'
    ? 'scope'
    : error === 'second_facteur_exige' || error === undefined
      ? '403'
      : 'open';
}

type Cells = Readonly<Record<string, string>>;
/** The table of the decision: its rows by their first cell. */
async function readTable(): Promise<Map<string, Cells>> {
  const page = await readFile(new URL('../../../docs/decisions/edge-guard.md', import.meta.url), 'utf8');
  const lines = page.split('\n').filter((line) => line.startsWith('|'));
  const [head = [], , ...rows] = lines.map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
  return new Map(
    rows.map(([name = '', ...cells]) => [name, Object.fromEntries(cells.map((cell, n) => [head[n + 1], cell]))]),
  );
}

interface Told {
  readonly row: string;
  /** Scope that a key needs. */
  readonly scope: string | undefined;
}

/** What `/docs` says of a route: the row of the table where it belongs. */
async function readDocs(): Promise<Map<string, Told>> {
  const page = (await vitrine.ask({ path: '/docs' })).text;
  const sections = page
    .split('<section')
    .slice(1)
    .map((section) => section.split('<h4>')[0] ?? '');
  return new Map(
    sections.map((section) => {
      const name = /<h3[^>]*>([^<]*)</.exec(section)?.[1] ?? '';
      const scope = /clé de portée « (\w+) »/.exec(section)?.[1];
      const kinds = [
        ['Ouverte à tous.', '`/api/sante`'],
        [`Demande une clé de portée « ${scope} », ou une session`, 'routes of the four paths'],
        [`une clé de portée « ${scope} » n’est prise qu’à côté d’elle`, 'other routes of a site or a theme'],
        ['même sans le second facteur exigé', '`/api/securite…`, `GET /api/compte`'],
        ['aucune clé ne l’ouvre', 'routes for sessions alone'],
      ] as const;
      const row = kinds.find(([sentence]) => section.includes(sentence))?.[1];
      if (!row) throw new Error(`/docs does not say whom ${name} is open to`);
      return [name, { row, scope }];
    }),
  );
}

/** The routes of the router that has a certain one. */
const routesBeside = (url: string): Route[] =>
  routers.find((routes) => routes.some((route) => route.url === url)) ?? expect.unreachable();

/** As `/docs` calls a route. */
const nameOf = ({ method, url }: Route): string =>
  `${method === 'HEAD' ? 'GET' : method} ${url.replace(/:(\w+)/g, '{$1}')}`;

function rowOfPage({ method, url }: Route): string {
  if (url === '/studio/securite') return '`/studio/securite`';
  if (/^\/studio(?!\/scripts\/)/.test(url)) return 'pages of the studio';
  const leadsOn = method !== 'POST' && /^\/(?:connexion|inscription)?$/.test(url);
  return leadsOn ? 'the pages `/`, `/connexion`, `/inscription`' : 'other pages and forms';
}

/** What the table says of a token and a cookie. */
function expected(cells: Cells, scope: string | undefined, token: Token, cookie: Cookie): string {
  const mayAct = COOKIES[cookie];
  const alone = token === 'no token' ? 'nothing' : 'a token';
  const session = mayAct ? 'a session' : 'one that lacks a factor';
  const beside = mayAct ? 'a key beside a session' : 'a key beside one that lacks it';
  const cell = cells[mayAct === null ? alone : isKey(token) ? beside : session];
  if (cell !== 'the key’s') return String(cell);
  if (!(token in keys)) return '401';
  return token === 'themes' || token === scope ? 'open' : 'scope';
}

describe('a session', () => {
  it('lets a key pass, whosever it is, and the request stays the key’s', async () => {
    const { accountId, siteId, key } = await createTenant(databaseUrl);
    await sql("INSERT INTO demandes (site_id, page, champs, ordre) VALUES ($1, '/', '{}', '{}')", [siteId]);
    for (const each of [key, await createKey(databaseUrl, accountId, { scope: 'lecture' })]) {
      const headers = { cookie: String(cookies['a session of another account']) };
      const answer = await vitrine.ask({ path: '/api/demandes', key: each, headers });
      expect([answer.status, answer.json().site.id, answer.json().demandes.length]).toEqual([200, siteId, 1]);
    }
  });

  it('is looked up once for each request that goes by it, and never for a key on the four paths', async () => {
    const looks = vi.spyOn(Sessions.prototype, 'use');
    const lookedUp = async (method: string, url: string, token: Token, cookie: Cookie) => {
      looks.mockClear();
      await ask({ method, url }, token, cookie);
      return looks.mock.calls.length;
    };
    for (const [method, url] of [
      ['GET', '/api/themes'],
      ['GET', '/api/demandes'],
      ['PATCH', '/api/menus'],
      ['GET', '/api/securite'],
      ['GET', '/api/rien'],
      ['GET', '/studio'],
      ['GET', '/connexion'],
    ] as const) {
      expect([url, await lookedUp(method, url, 'no token', 'a session')]).toEqual([url, 1]);
    }
    expect(await lookedUp('GET', '/api/demandes', 'lecture', 'a session')).toBe(1);
    expect(await lookedUp('GET', '/api/themes', 'lecture', 'a session')).toBe(0);
    expect(await lookedUp('GET', '/api/demandes', 'lecture', 'no cookie')).toBe(0);
    looks.mockRestore();
  });
});

describe('every route, with every credential and every pair of them', () => {
  const PAIRS = TOKENS.flatMap((token) => (Object.keys(COOKIES) as Cookie[]).map((cookie) => [token, cookie] as const));

  /** @returns where the program and the table differ */
  async function compare(route: Route, cells: Cells | undefined, scope?: string): Promise<string[]> {
    if (!cells) throw new Error(`the table has no row for ${route.url}`);
    const { status } = await ask(route, 'no token', 'no cookie');
    const faults = PAIRS.map(async ([token, cookie]) => {
      const answer = await ask(route, token, cookie);
      const wanted = expected(cells, scope, token, cookie);
      const found = wanted === 'the same' && answer.status === status ? 'the same' : verdictOf(answer);
      // An answer to HEAD has no code.
      const isTold = found === wanted || (route.method === 'HEAD' && [found, wanted].join() === '403,scope');
      return isTold ? [] : [`${route.method} ${route.url}, ${token}, ${cookie}: ${found}, not ${wanted}`];
    });
    return (await Promise.all(faults)).flat();
  }

  it('is answered as the decision and /docs say: routes of the API', async () => {
    const [table, docs] = [await readTable(), await readDocs()];
    const routes = routesBeside('/api/themes').filter(({ url }) => url.startsWith('/api'));
    const names = new Map(routes.map((route) => [route, nameOf(route)]));
    expect(new Set(names.values())).toEqual(new Set(docs.keys()));
    for (const [route, name] of names) {
      const { row, scope } = docs.get(name) ?? expect.unreachable(name);
      expect(await compare(route, table.get(row), scope)).toEqual([]);
    }
    for (const url of ['/api', '/api/rien', '/api/menus/rien']) {
      expect(await compare({ method: 'GET', url }, table.get('no route of the API'))).toEqual([]);
    }
  });

  it('is answered as the decision says: pages and forms', async () => {
    const table = await readTable();
    const routes = routesBeside('/connexion').filter(({ url }) => !url.startsWith('/api'));
    // Long files are asked for by HEAD alone; the end of a session comes last.
    const asked = routes.filter(
      ({ method, url }) => method !== 'GET' || !/^\/(?:docs|openapi|studio\/scripts)/.test(url),
    );
    for (const route of asked.sort((a, b) => Number(a.url === '/deconnexion') - Number(b.url === '/deconnexion'))) {
      expect(await compare(route, table.get(rowOfPage(route)))).toEqual([]);
    }
  });
});

it('a cookie counts for nothing while nobody can look it up: 503', async () => {
  await proxy.stop();
  const answers = async (token: Token, cookie: Cookie) => {
    const { status, text } = await ask({ method: 'GET', url: '/api/demandes' }, token, cookie);
    return [status, JSON.parse(text).error];
  };
  expect(await answers('lecture', 'a cookie that is none')).toEqual([503, 'indisponible']);
  expect(await answers('lecture', 'a session')).toEqual([503, 'indisponible']);
  expect(await answers('no token', 'a session')).toEqual([503, 'indisponible']);
  expect(await answers('lecture', 'no cookie')).toEqual([401, 'unauthorized']);
});
