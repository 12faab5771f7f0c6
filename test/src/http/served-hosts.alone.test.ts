import type { FastifyReply, FastifyRequest } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { RateLimit } from '../../../concurrency/rate-limit.ts';
import { hostQuestionsBusy } from '../../../src/errors.ts';
import { HostQuestions } from '../../../src/http/api/host-questions.ts';
import { PublicAddress } from '../../../src/http/public-address.ts';
import { ServedHosts } from '../../../src/http/served-hosts.ts';
import { type Client, createClient } from '../../support/client.ts';
import { freshDatabase, query } from '../../support/database.ts';
import { FaultProxy } from '../../support/fault-proxy.ts';
import { adminJson } from '../../support/operator.ts';
import { startTestProgram, type TestProgram } from '../../support/program.ts';
import { until } from '../../support/until.ts';
import { whenIdle } from '../../support/when-idle.ts';

const OWN = 'www.chez-lea.fr';

let databaseUrl: string;
let proxy: FaultProxy;
let vitrine: TestProgram;
let client: Client;
let named: string;
beforeAll(async () => {
  databaseUrl = await freshDatabase();
  proxy = await FaultProxy.start(databaseUrl);
  const environment = { BASE_URL: 'https://vitrine.exemple.fr', SITES_DOMAIN: 'sites.exemple.fr', TRUST_PROXY: 'true' };
  vitrine = await startTestProgram(environment, { databaseUrl: proxy.url(databaseUrl) });
  client = await createClient(vitrine);
  await client.publish(await client.install());
  named = `${client.tenant.slug}.sites.exemple.fr`;
  await adminJson(databaseUrl, 'site', 'domaine', client.tenant.slug, '--ajouter', OWN);
});
afterAll(async () => {
  await vitrine.close();
  await proxy.stop();
});

/** As Caddy asks: on the machine itself, with whatever name a visitor's TLS has. */
const asksOnce = (domain: string, headers: Record<string, string> = {}) =>
  vitrine.ask({ path: `/api/sante?c=domaine&domain=${encodeURIComponent(domain)}`, headers });

const asks = (domain: string, headers: Record<string, string> = {}) =>
  whenIdle(
    () => asksOnce(domain, headers),
    ({ status }) => status === 503,
  );

it('the platform’s host, the name of a site and its own domain are ours', async () => {
  for (const host of ['vitrine.exemple.fr', named, OWN, OWN.toUpperCase(), `${OWN}.`]) {
    const { status, json } = await asks(host);
    expect([host, status, json().etat]).toEqual([host, 200, 'ok']);
  }
});

it('no other name is', async () => {
  const others = [
    ...['sites.exemple.fr', 'rien.sites.exemple.fr', `${OWN}.${named}`, `a.${named}`, 'chez-lea.fr'],
    ...['localhost', '127.0.0.1', '[::1]', '2130706433', `${OWN}:443`, `${OWN}/`, `https://${OWN}`, `a@${OWN}`],
    ...[
      '',
      '.',
      '*',
      `*.${named}`,
      '%',
      '\0',
      `${OWN}\0`,
      `${OWN}\r\n`,
      "' OR true --",
      '\ud83d\ude00',
      'a'.repeat(9_000),
    ],
  ];
  for (const host of others) {
    const { status, json } = await asks(host);
    const refusal = { error: 'introuvable', message: 'Aucun site ne répond à ce nom.' };
    expect([host, status, json()]).toEqual([host, 404, refusal]);
  }
  for (const more of [`&domain=${OWN}&domain=${OWN}`, '&domain', '&domain=%ff', '&domain[]=a', '']) {
    expect([more, (await vitrine.ask({ path: `/api/sante?c=domaine${more}` })).status]).toEqual([more, 404]);
  }
});

it('a domain is ours from the moment at which it is added until it is taken away', async () => {
  expect((await asks('ancien.fr')).status).toBe(404);
  await adminJson(databaseUrl, 'site', 'domaine', client.tenant.slug, '--ajouter', 'ancien.fr');
  expect((await asks('ancien.fr')).status).toBe(200);
  await adminJson(databaseUrl, 'site', 'domaine', client.tenant.slug, '--retirer', 'ancien.fr');
  expect((await asks('ancien.fr')).status).toBe(404);
});

it('an address that asks too often is told when to come back; others and the proxy itself are not', async () => {
  const from = (address: string, times: number) =>
    Promise.all(Array.from({ length: times }, () => asks(OWN, { 'x-forwarded-for': `192.0.2.9, ${address}` })));
  const refused = (await from('192.0.2.1', 300)).filter(({ status }) => status !== 200);
  expect(refused.length).toBeGreaterThan(0);
  for (const { status, headers, json } of refused) {
    expect([status, headers['retry-after'], json()]).toEqual([429, '1', { error: 'trop_de_tentatives' }]);
  }
  for (const address of ['192.0.2.2', '127.0.0.1', '::1']) {
    const answers = await from(address, address === '192.0.2.2' ? 1 : 150);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  }
});

it('that a proxy of this machine asks is noted at the domain; what others ask is not', async () => {
  const [noted, other] = ['certifie.fr', 'curieux.fr'];
  for (const host of [noted, other])
    await adminJson(databaseUrl, 'site', 'domaine', client.tenant.slug, '--ajouter', host);
  const at = async (host: string) =>
    (await query(databaseUrl, 'SELECT certificat_le FROM domaines WHERE hote = $1', [host])).rows[0].certificat_le;
  expect((await asks(other, { 'x-forwarded-for': '192.0.2.77' })).status).toBe(200);
  expect((await asks(noted.toUpperCase())).status).toBe(200);
  await until('the question is noted', async () => (await at(noted)) !== null);
  expect(await at(other)).toBeNull();
});

it('a bucket has its burst at once, then what has flowed in', () => {
  const limit = new RateLimit({ burst: 3, perSecond: 2 });
  const take = (now: number) => limit.take('a', now);
  expect([0, 0, 0, 0].map(take)).toEqual([0, 0, 0, 0.5]);
  expect([400, 500, 500].map(take)).toEqual([0.1, 0, 0.5]);
  expect([9_000, 9_000, 9_000, 9_000].map(take)).toEqual([0, 0, 0, 0.5]);
  expect(limit.take('b', 9_000)).toBe(0);
});

it('more questions at once than may be in progress are refused', async () => {
  const options = { sitesDomain: 'sites.exemple.fr', platformHost: undefined, trustProxy: false };
  const hosts = new ServedHosts({ hasSite: () => Promise.resolve(true) }, options);
  const questions = new HostQuestions(hosts, new PublicAddress({ baseUrl: undefined, trustProxy: false }), {
    note: () => undefined,
  });
  const request = { raw: { headers: {}, socket: { remoteAddress: '127.0.0.1' } } } as FastifyRequest;
  const ask = () => questions.assertServed(OWN, request, {} as FastifyReply);
  const asked = await Promise.allSettled(Array.from({ length: 515 }, ask));
  const refused = asked.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  expect(refused.map(({ body }) => body)).toEqual(Array(3).fill(hostQuestionsBusy().body));
  await ask();
});

it('while the database is away, those are ours whose pages are in memory; of others nobody knows', async () => {
  await until('the host is served', async () => expect((await vitrine.ask({ host: OWN })).status).toBe(200));
  expect((await vitrine.ask({ host: 'inconnu.fr', path: '/robots.txt' })).status).toBe(404);
  await proxy.stop();
  for (const host of [OWN, 'vitrine.exemple.fr']) expect((await asks(host)).status).toBe(200);
  for (const host of [named, 'inconnu.fr']) {
    const { status, headers, json } = await asksOnce(host);
    expect([host, status, headers['retry-after'], json().error]).toEqual([host, 503, '2', 'indisponible']);
  }
  expect((await asks('127.0.0.1')).status).toBe(404);
  // By these deploy/caddy/Caddyfile finds the instances that can serve pages, and those that can take writes.
  const health = await Promise.all(['ecran', 'base'].map((key) => vitrine.ask({ path: `/api/sante?c=${key}` })));
  expect(health.map(({ status }) => status)).toEqual([200, 503]);
});
