import { rm } from 'node:fs/promises';
import { connect } from 'node:http2';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { freshDataDir } from '../../support/data-dir.ts';
import { freshDatabase } from '../../support/database.ts';
import { FaultProxy } from '../../support/fault-proxy.ts';
import { type Haproxy, startHaproxy } from '../../support/haproxy.ts';
import { ask, type Question } from '../../support/http.ts';
import { type LegacyServer, startLegacyServer } from '../../support/legacy-engine.ts';
import { needs, SOAK } from '../../support/needs.ts';
import { createTenant, type Tenant } from '../../support/program.ts';
import { type ServerProcess, startReadyServer } from '../../support/server-process.ts';
import { runs } from '../../support/soak.ts';
import { startTraffic, type Traffic } from '../../support/traffic.ts';
import { until } from '../../support/until.ts';
import { FROM_MEMORY } from './support.ts';

const SITES = 6;
const AT_A_TIME = 6;
/** After each answer: some hundred pages a second find the moments that matter, and leave processors to what starts meanwhile. */
const PAUSE_MS = runs(25, 0);
const WRITE_PAUSE_MS = runs(100, 0);
/** Writes through one instance, each read through the other. */
const WRITES = 50;
/** Longer than haproxy takes to see that an instance has gone, or has come back. */
const NOTICED_MS = 10_000;

interface Site extends Tenant {
  readonly host: string;
  readonly themeId: string;
}

/** Two instances that start at the same time on one database that has no table yet, with one data folder. */
describe('two instances behind HAProxy', needs('HAProxy'), () => {
  let dataDir: string;
  let databaseUrl: string;
  let database: FaultProxy;
  let legacy: LegacyServer;
  let environment: Record<string, string>;
  let instances: [ServerProcess, ServerProcess];
  let haproxy: Haproxy;
  let sites: Site[];
  /**
   * Authors write to this site while visitors are at the others. The first page after a write is made by a process that gives way to other programs,
   * and is refused where these take all processors for seconds.
   */
  let writtenSite: Site;
  let unthemed: Tenant;

  const start = (port = 0) => startReadyServer({ ...environment, PORT: String(port) });
  const through = (question: Omit<Question, 'port'>) => ask({ port: haproxy.port, ...question });
  const siteOf = (n: number) => sites[n % SITES] as Site;
  /** Ends with the test, however that ends. */
  const traffic: typeof startTraffic = (...how) => {
    const started = startTraffic(...how);
    onTestFinished(async () => {
      await started.end();
    });
    return started;
  };
  const visiting = (): Traffic => traffic((n) => through({ host: siteOf(n).host }), AT_A_TIME, PAUSE_MS);
  const write = ({ themeId, key }: Site, contenu: string, port = haproxy.port) => {
    const body = { chemin: 'layout/theme.liquid', contenu };
    return ask({ port, path: `/api/themes/${themeId}/fichiers`, method: 'PUT', key, body });
  };
  const untilWritten = (text: string) =>
    until('writes are taken', async () => expect((await write(siteOf(0), text)).status).toBe(200), NOTICED_MS);
  const restart = async (place: 0 | 1, signal: 'SIGTERM' | 'SIGKILL') => {
    const { port } = instances[place];
    await instances[place].end(signal);
    instances[place] = await start(port);
  };

  beforeAll(async () => {
    databaseUrl = await freshDatabase({ migrated: false });
    [dataDir, database, legacy] = await Promise.all([
      freshDataDir(),
      FaultProxy.start(databaseUrl),
      startLegacyServer(),
    ]);
    const url = database.url(databaseUrl);
    environment = {
      ...{ DATABASE_URL: url, SERVICE_DATABASE_URL: url, DATA_DIR: dataDir, LEGACY_ENGINE_URL: legacy.url },
      ...{ TRUST_PROXY: 'true', SHUTDOWN_DELAY: '3', RENDER_WORKERS: '1', LOG_LEVEL: 'silent' },
    };
    instances = await Promise.all([start(), start()]);
    haproxy = await startHaproxy(
      instances.map(({ port }) => port),
      dataDir,
    );
    unthemed = await createTenant(databaseUrl);
    [writtenSite, ...sites] = await Promise.all([publishSite(), ...Array.from({ length: SITES }, publishSite)]);
  });
  afterAll(async () => {
    await haproxy?.end();
    await Promise.all(instances.map((instance) => instance.end('SIGKILL')));
    await Promise.all([database.stop(), legacy.close()]);
    await rm(dataDir, { recursive: true, force: true });
  });

  async function publishSite(): Promise<Site> {
    const tenant = await createTenant(databaseUrl);
    const manage = (method: string, body: object) => through({ method, path: '/api/themes', key: tenant.key, body });
    const { themeId } = (await manage('POST', { action: 'installer', origine: 'origo' })).json();
    expect((await manage('PATCH', { id: themeId, publier: true })).status).toBe(200);
    return { ...tenant, host: `${tenant.slug}.localhost`, themeId };
  }

  it('browsers get HTTP/2, and what they send in the forwarding headers is not passed on', async () => {
    const session = connect(`https://127.0.0.1:${haproxy.tlsPort}`, { rejectUnauthorized: false });
    const stream = session.request({
      ...{ ':path': '/ancienne', ':authority': `${unthemed.slug}.localhost` },
      ...{
        'x-request-id': 'du-visiteur',
        'x-forwarded-for': '203.0.113.9',
        'x-forwarded-host': 'site-2.localhost',
        'x-forwarded-proto': 'http',
      },
      ...{ forwarded: 'for=203.0.113.9', 'x-real-ip': '203.0.113.9', 'x-service-site': 'site-2.localhost' },
    });
    let body = '';
    for await (const chunk of stream.setEncoding('utf8')) body += chunk;
    session.close();
    expect([session.alpnProtocol, body]).toEqual(['h2', 'ancien']);
    const host = `${unthemed.slug}.localhost`;
    const { headers } = legacy.asked.at(-1) ?? {};
    expect(headers).toMatchObject({
      'x-request-id': expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      'x-forwarded-for': '127.0.0.1, 127.0.0.1',
      ...{ 'x-forwarded-host': host, 'x-forwarded-proto': 'https', 'x-service-site': host },
    });
    expect([headers?.forwarded, headers?.['x-real-ip']]).toEqual([undefined, undefined]);
  });

  it('http leads to https, and the metrics are not for those outside', async () => {
    const redirected = await ask({ port: haproxy.redirectPort, host: siteOf(0).host, path: '/a?b=1' });
    expect([redirected.status, redirected.headers.location]).toEqual([308, `https://${siteOf(0).host}/a?b=1`]);
    expect((await through({ host: 'localhost', path: '/metrics' })).status).toBe(404);
    const own = await ask({ port: instances[0].port, host: 'localhost', path: '/metrics' });
    expect(own.status).toBe(200);
  });

  it('a write through one instance is seen at once through the other', async () => {
    const site = writtenSite;
    const seen: string[] = [];
    for (let n = 0; n < WRITES; n++) {
      const [written, read] = n % 2 === 0 ? instances : [instances[1], instances[0]];
      expect((await write(site, `écrit ${n}`, written.port)).status).toBe(200);
      seen.push((await ask({ port: read.port, host: site.host })).text);
    }
    expect(seen).toEqual(Array.from({ length: WRITES }, (_, n) => `écrit ${n}`));
  });

  it('kill -9 of an instance costs no page; started again it serves', async () => {
    const place = 0;
    const visits = visiting();
    await visits.more(60);
    const { port } = instances[place];
    await instances[place].end('SIGKILL');
    await visits.more(120);
    instances[place] = await start(port);
    await haproxy.sees(port);
    await visits.more(60);
    expect([...(await visits.end()).keys()]).toEqual(['200']);
    expect((await ask({ port, host: siteOf(1).host })).status).toBe(200);
  });

  it('restarting one after the other costs neither a page nor a write', async () => {
    const visits = visiting();
    const writes = traffic((n) => write(writtenSite, `écrit ${n}`), 2, WRITE_PAUSE_MS);
    for (const place of [0, 1] as const) {
      await restart(place, 'SIGTERM');
      await haproxy.sees(instances[place].port);
      await Promise.all([visits.more(30), writes.more(10)]);
    }
    const [pages, written] = await Promise.all([visits.end(), writes.end()]);
    expect([[...pages.keys()], [...written.keys()]]).toEqual([['200'], ['200']]);
  });

  it('without the database a page comes from the memory of whichever instance has it', async () => {
    const fresh = await Promise.all(Array.from({ length: 6 }, publishSite));
    for (const [n, { host }] of fresh.entries()) {
      expect((await ask({ port: instances[n % 2 === 0 ? 0 : 1].port, host })).status).toBe(200);
    }
    await database.stop();
    const pages = await Promise.all(fresh.map(({ host }) => through({ host })));
    expect(pages.map(({ status }) => status)).toEqual(fresh.map(() => 200));
    const nowhere = await through({ host: siteOf(0).host, path: '/jamais-vue' });
    expect([nowhere.status, nowhere.headers['retry-after']]).toEqual([503, '2']);
    await database.pass();
    await untilWritten('de nouveau');
  });

  it('a new configuration of HAProxy costs no page', async () => {
    // A browser sends a request again whose idle connection was closed meanwhile; these have a connection each.
    const headers = { connection: 'close' };
    const visits = traffic((n) => through({ host: siteOf(n).host, headers }), AT_A_TIME, PAUSE_MS);
    await visits.more(30);
    await haproxy.reload();
    await visits.more(60);
    expect([...(await visits.end()).keys()]).toEqual(['200']);
  });

  // The same of one instance is in database-away.system.test.ts; and here with `npm run test:soak`.
  it(
    'while the database is away the pages of before come from memory, and writes are refused',
    needs(SOAK),
    async () => {
      for (const site of sites) expect((await through({ host: site.host })).status).toBe(200);
      await database.stop();
      const isRefused = async () => {
        const refused = await write(siteOf(0), 'jamais');
        return refused.status === 503 && refused.json().error === 'indisponible';
      };
      expect(await isRefused()).toBe(true);
      // Also once the checks have found that no instance has its database.
      const isFound = async (port: number) => (await ask({ port, path: '/api/sante?c=base' })).status === 503;
      for (const { port } of instances) await until('it is found', () => isFound(port), 2 * NOTICED_MS);
      const visits = traffic(async (n) => {
        const page = await through({ host: siteOf(n).host });
        expect(page.headers['cache-status']).toMatch(FROM_MEMORY);
        return page;
      }, AT_A_TIME);
      await visits.more(120);
      expect([...(await visits.end()).keys()]).toEqual(['200']);
      expect(await isRefused()).toBe(true);
      await database.pass();
      await untilWritten('de nouveau');
      const isShown = async () => (await through({ host: siteOf(0).host })).text === 'de nouveau';
      await until('the write is shown', isShown, NOTICED_MS);
    },
  );
});
