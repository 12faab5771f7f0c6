import type { RequestListener } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Renderer } from '../../../sandbox/index.ts';
import { openRolePools, type RolePools } from '../../../src/storage/role-pools.ts';
import { openPools, query } from '../../support/database.ts';
import { FaultProxy } from '../../support/fault-proxy.ts';
import type { Answer } from '../../support/http.ts';
import { createTenant, startTestProgram, type TestProgram } from '../../support/program.ts';
import { startTestRenderer } from '../../support/renderer.ts';
import { until } from '../../support/until.ts';
import { freshHealth, type Measured, startOtherServer, statesOf } from './support.ts';

let vitrine: TestProgram;
let renderer: Renderer;
let db: RolePools;
let service: RolePools;
let working: Measured;
const nowhere = openRolePools('postgres://127.0.0.1:1/x', null);

beforeAll(async () => {
  vitrine = await startTestProgram();
  renderer = await startTestRenderer({ themeCache: 5 });
  db = openPools(vitrine.databaseUrl, 'vitrine_public');
  service = openPools(vitrine.databaseUrl, 'vitrine_service');
  working = { db, service, renderer, port: vitrine.port };
});
afterAll(async () => {
  await Promise.all([db.end(), service.end(), renderer.close(), vitrine.close()]);
});

const OK = { base: 'ok', connexion: 'ok', rendu: 'ok', ecran: 'ok' };

/** A machine that does too much at once may keep a probe waiting for too long. */
const PATIENCE_MS = 40_000;
const expectStates = (measured: Measured, states: object) =>
  until('the states are the expected ones', async () => expect(await statesOf(measured)).toEqual(states), PATIENCE_MS);
const expectScreen = (listener: RequestListener, state: object) =>
  until(
    'the state of the screen is the expected one',
    async () => expect(await measureAt(listener)).toEqual(state),
    PATIENCE_MS,
  );

/** A measurement of the program as another server shows it. */
async function measureAt(listener: RequestListener) {
  const other = await startOtherServer(listener);
  const { health, reasons } = freshHealth({ ...working, port: other.port });
  const { composants } = await health.report();
  other.close();
  return { etat: composants.find(({ cle }) => cle === 'ecran')?.etat, reason: reasons.ecran };
}

describe('Health component', () => {
  it('all work', async () => {
    await expectStates(working, OK);
  });

  it('base: an effective read with the public role', async () => {
    await expectStates({ ...working, db: nowhere }, { ...OK, base: 'hs' });
    await query(vitrine.databaseUrl, 'REVOKE SELECT ON etats_publics FROM vitrine_public');
    await expectStates(working, expect.objectContaining({ base: 'hs', connexion: 'ok' }));
    await query(vitrine.databaseUrl, 'GRANT SELECT ON etats_publics TO vitrine_public');
    await expectStates(working, OK);
  });

  it('connexion: the authentication service', async () => {
    await expectStates({ ...working, service: nowhere }, { ...OK, connexion: 'hs' });
    for (const table of ['cles', 'sessions', 'comptes']) {
      await query(vitrine.databaseUrl, `ALTER TABLE ${table} RENAME TO ailleurs`);
      await expectStates(working, expect.objectContaining({ connexion: 'hs' }));
      await query(vitrine.databaseUrl, `ALTER TABLE ailleurs RENAME TO ${table}`);
    }
    await expectStates(working, OK);
  });

  it('connexion is hs without the service credential, as every key is answered 503', async () => {
    await expectStates({ ...working, service: null }, { ...OK, connexion: 'hs' });
  });

  it('connexion is measured without an effect: no attempt is counted, no use is noted', async () => {
    await createTenant(vitrine.databaseUrl);
    for (let n = 0; n < 12; n++) await expectStates(working, expect.objectContaining({ connexion: 'ok' }));
    expect((await query(vitrine.databaseUrl, 'SELECT FROM tentatives')).rowCount).toBe(0);
    const used = await query(vitrine.databaseUrl, 'SELECT FROM cles WHERE derniere_utilisation IS NOT NULL');
    expect(used.rowCount).toBe(0);
  });

  it('rendu: the theme engine', async () => {
    const closed = await startTestRenderer({ themeCache: 5 });
    await closed.close();
    await expectStates({ ...working, renderer: closed }, { ...OK, rendu: 'hs' });
  });

  it('ecran: the login page, when nothing answers', async () => {
    await expectStates({ ...working, port: 1 }, { ...OK, ecran: 'hs' });
  });
});

describe('ecran: the login page, rendered and hydratable', () => {
  let page: Answer;
  let script: Answer;
  beforeAll(async () => {
    page = await vitrine.ask({ path: '/connexion' });
    script = await vitrine.ask({ path: '/connexion.js' });
  });

  /** The login page with something of it spoiled. */
  interface Spoiled {
    readonly page?: (text: string) => string;
    readonly status?: number;
    readonly type?: string;
    readonly script?: (text: string) => string;
    readonly scriptStatus?: number;
    readonly scriptType?: string;
  }
  const served =
    (spoiled: Spoiled): RequestListener =>
    (request, response) => {
      const asIs = (text: string) => text;
      if (request.url === '/connexion') {
        const headers = { ...page.headers, ...(spoiled.type && { 'content-type': spoiled.type }) };
        delete headers['content-length'];
        response.writeHead(spoiled.status ?? 200, headers).end((spoiled.page ?? asIs)(page.text));
      } else {
        const type = spoiled.scriptType ?? script.headers['content-type'];
        response.writeHead(spoiled.scriptStatus ?? 200, { 'content-type': type });
        response.end(request.url === '/connexion.js' ? (spoiled.script ?? asIs)(script.text) : '');
      }
    };

  it('works as it is', async () => {
    await expectScreen(served({}), { etat: 'ok', reason: undefined });
  });

  it.each<[string, Spoiled, string]>([
    ['answers 500', { status: 500 }, 'the page answers 500'],
    ['is no HTML', { type: 'text/plain' }, 'the page is no HTML'],
    ['has an empty body', { page: () => '' }, 'the page is empty'],
    ['is blank', { page: () => ' \n' }, 'the page is empty'],
    ['lacks the nonce', { page: (text) => text.replaceAll(/nonce="[^"]*"/g, '') }, 'the page lacks a nonce'],
    ['has another nonce', { page: (text) => text.replaceAll(/nonce="[^"]*"/g, 'nonce="x"') }, 'the page lacks a nonce'],
    ['has its nonce in a comment', { page: (text) => `<!-- ${text} -->` }, 'the page lacks a nonce'],
    ['has nothing to hydrate', { page: (text) => text.replace(' data-hydrate', '') }, 'nothing to hydrate'],
    ['has no script', { page: (text) => text.replace(/<script.*<\/script>/, '') }, 'no script'],
    [
      'has a script without the nonce',
      { page: (text) => text.replace(/<script type="module" nonce="[^"]*"/, '<script type="module"') },
      'no script',
    ],
    [
      'has its script elsewhere',
      { page: (text) => text.replace('"/connexion.js"', '"//exemple.fr/x.js"') },
      'not ours',
    ],
    ['has a script that is not there', { scriptStatus: 404 }, 'the script of the login page answers 404'],
    ['has an empty script', { script: () => '\n' }, 'the script of the login page is empty'],
    ['has a script of another type', { scriptType: 'text/html' }, 'of another type'],
  ])('is hs when it %s', async (_how, spoiled, reason) => {
    await expectScreen(served(spoiled), { etat: 'hs', reason: expect.stringContaining(reason) });
  });

  it('is hs when it redirects, wherever to', async () => {
    const elsewhere = await startOtherServer(served({}));
    const location = `http://127.0.0.1:${elsewhere.port}/connexion`;
    const redirecting: RequestListener = (_request, response) => response.writeHead(302, { location }).end();
    await expectScreen(redirecting, { etat: 'hs', reason: 'the page answers 302' });
    elsewhere.close();
  });

  it('is hs when its body never ends, is read up to a bound, or never begins', async () => {
    const endless: RequestListener = (_request, response) => {
      const { 'content-length': _length, ...headers } = page.headers;
      response.writeHead(200, headers).write(page.text);
    };
    const long: RequestListener = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      const more = () => {
        while (!response.destroyed && response.write('<p>'.repeat(10_000)));
      };
      response.on('drain', more);
      more();
    };
    const [first, second, third] = await Promise.all([measureAt(endless), measureAt(long), measureAt(() => undefined)]);
    expect(first).toEqual({ etat: 'hs', reason: 'the probe took too long' });
    expect(second).toEqual({ etat: 'hs', reason: 'the login page has nothing to hydrate' });
    expect(third).toEqual({ etat: 'hs', reason: 'the probe took too long' });
  });
});

describe('GET /api/sante', () => {
  it('200 when every component is ok, with the names of the table', async () => {
    const answer = await vitrine.ask({ path: '/api/sante' });
    const component = (cle: string, nom: string) => ({ cle, nom, etat: 'ok', ms: expect.any(Number) });
    expect([answer.status, answer.json()]).toEqual([
      200,
      {
        etat: 'ok',
        mesureLe: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        composants: [
          component('base', 'Base de données'),
          component('connexion', 'Connexion'),
          component('rendu', 'Rendu des sites'),
          component('ecran', 'Écran de connexion'),
        ],
      },
    ]);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  });

  it('503 as soon as one is not; with ?c= the code of this component alone, from the same measurement', async () => {
    const proxy = await FaultProxy.start(vitrine.databaseUrl);
    const environment = { SERVICE_DATABASE_URL: proxy.url(vitrine.databaseUrl) };
    const other = await startTestProgram(environment, { databaseUrl: vitrine.databaseUrl });
    await proxy.stop();
    const whole = await other.ask({ path: '/api/sante', headers: { origin: 'https://exemple.fr' } });
    const { etat, mesureLe, composants } = whole.json();
    expect([whole.status, etat]).toEqual([503, 'hs']);
    expect(composants.map((component: { cle: string; etat: string }) => [component.cle, component.etat])).toEqual([
      ['base', 'ok'],
      ['connexion', 'hs'],
      ['rendu', 'ok'],
      ['ecran', 'ok'],
    ]);
    for (const { cle, ...component } of composants) {
      const one = await other.ask({ path: `/api/sante?c=${cle}` });
      expect([one.status, one.json()]).toEqual([
        component.etat === 'ok' ? 200 : 503,
        { composant: cle, ...component, mesureLe },
      ]);
      expect(one.headers['cache-control']).toBe('no-store');
    }
    expect(whole.headers['cache-control']).toBe('no-store');
    expect(whole.headers['access-control-allow-origin']).toBeUndefined();
    await other.close();
    await proxy.stop();
  });

  it.each(['site', 'x', '', 'BASE', '__proto__', 'base&c=rendu'])('?c=%s: 404 composant_inconnu', async (key) => {
    const answer = await vitrine.ask({ path: `/api/sante?c=${key}` });
    expect([answer.status, answer.json().error]).toEqual([404, 'composant_inconnu']);
  });

  it('carries no raw error message', async () => {
    const { health, reasons } = freshHealth({ ...working, db: nowhere, port: 1 });
    const report = JSON.stringify(await health.report());
    expect(reasons).toEqual({
      base: expect.stringContaining('ECONNREFUSED'),
      ecran: expect.stringContaining('127.0.0.1'),
    });
    expect(report).not.toMatch(/ECONN|127\.0\.0\.1|refused/);
  });
});

describe('the memory of ten seconds', () => {
  it('a flood of requests costs one measurement, shared by the whole and its components', async () => {
    let visits = 0;
    const other = await startOtherServer((_request, response) => {
      visits++;
      response.writeHead(500).end();
    });
    const { health } = freshHealth({ ...working, port: other.port });
    const reports = await Promise.all(Array.from({ length: 200 }, () => health.report()));
    for (let n = 0; n < 200; n++) reports.push(await health.report());
    expect(new Set(reports).size).toBe(1);
    expect(visits).toBe(1);
    other.close();
  });

  it('ends ten seconds after the measurement', async () => {
    let now = 0;
    const { health } = freshHealth(working, () => now);
    const first = await health.report();
    now = 9_999;
    expect(await health.report()).toBe(first);
    now = 10_000;
    expect(await health.report()).not.toBe(first);
  });
});
