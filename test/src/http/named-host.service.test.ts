import { hostname, networkInterfaces } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ContactSite, publishContactSite, URLENCODED } from '../../support/contact.ts';
import { query } from '../../support/database.ts';
import { rawHead, sendRaw } from '../../support/http.ts';
import { BEHIND_EDGE, sharedProgram, startTestProgram, type TestProgram } from '../../support/program.ts';
import { type SignedIn, signIn } from '../../support/sign-in.ts';

/** A request names one host (RFC 9112, 3.2 and 3.2.2), and everything goes by that. */

let vitrine: TestProgram;
let site: ContactSite;
let other: ContactSite;
let owner: SignedIn;
beforeAll(async () => {
  vitrine = await sharedProgram();
  [site, other] = [await publishContactSite(vitrine), await publishContactSite(vitrine)];
  owner = await signIn(vitrine, site);
});
afterAll(() => vitrine.close());

const send = (target: string, headers: readonly string[], method?: string) =>
  sendRaw(vitrine.port, rawHead(target, headers, method));
const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d+) /.exec(answer)?.[1]);

describe('more than one Host header: 400', () => {
  it.each<[string, string, (hosts: [string, string]) => string[]]>([
    ['of two sites', '/', ([a, b]) => [`Host: ${a}`, `Host: ${b}`]],
    ['twice the same', '/', ([a]) => [`Host: ${a}`, `Host: ${a}`]],
    ['the platform’s first', '/', ([a]) => ['Host: localhost', `Host: ${a}`]],
    ['in other letters', '/', ([a, b]) => [`Host: ${a}`, `hOST: ${b}`]],
    ['of the API', '/api/themes', ([a]) => ['Host: localhost', `HOST: ${a}`]],
    ['after 2,500 others', '/', ([a, b]) => [`Host: ${a}`, ...Array<string>(2_500).fill('a:'), `Host: ${b}`]],
    ['of a font', '/polices/x.woff2', ([a, b]) => [`Host: ${a}`, `Host: ${b}`]],
    ['beside an absolute target', 'http://localhost/', ([a, b]) => [`Host: ${a}`, `Host: ${b}`]],
  ])('%s', async (_which, target, headers) => {
    const answer = await send(target, headers([site.host, other.host]));
    expect(statusOf(answer)).toBe(400);
    expect(answer).toMatch(/\r\nX-Content-Type-Options: nosniff\r\n/i);
    expect(answer).toContain('data-vitrine');
  });
});

describe('an absolute target', () => {
  const named = ({ host }: ContactSite) => `http://${host}:${vitrine.port}`;

  it('names the site, whatever Host says', async () => {
    await vitrine.ask({ host: site.host });
    const home = await send(`${named(site)}/?demande=merci`, ['Host: localhost']);
    expect([statusOf(home), home.split('\r\n\r\n').at(-1)]).toEqual([200, expect.stringContaining('[merci]')]);
    const elsewhere = await send(`HTTP://${site.host.toUpperCase()}`, [`Host: ${other.host}`]);
    expect([statusOf(elsewhere), elsewhere.includes('[]')]).toEqual([200, true]);
  });

  it('names the platform, whatever Host says', async () => {
    expect(await send('http://localhost/connexion', [`Host: ${site.host}`])).toContain('mot_de_passe');
    expect(statusOf(await send('http://localhost?x', [`Host: ${site.host}`]))).toBeLessThan(400);
  });

  it('is what the checks of origins go by', async () => {
    const body = '{}';
    const write = (origin: string) =>
      sendRaw(
        vitrine.port,
        rawHead(
          'http://localhost/api/themes',
          [
            ...[`Host: ${site.host}`, `Origin: ${origin}`, `Cookie: ${owner.cookie}`],
            ...['Content-Type: application/json', `Content-Length: ${body.length}`],
          ],
          'POST',
        ) + body,
      );
    expect(await write('http://localhost')).toContain('"invalid_input"');
    expect(await write(`http://${site.host}`)).toContain('"origine_refusee"');
  });

  it('is what a form of a site goes by', async () => {
    const body = 'nom=Zoé&message=bonjour';
    const post = (origin: string) =>
      sendRaw(
        vitrine.port,
        rawHead(
          `${named(site)}/contact`,
          [
            ...['Host: localhost', `Origin: ${origin}`, `Content-Type: ${URLENCODED['content-type']}`],
            `Content-Length: ${Buffer.byteLength(body)}`,
          ],
          'POST',
        ) + Buffer.from(body).toString('latin1'),
      );
    expect(await post(named(site))).toContain('demande=merci');
    expect(await post('http://localhost')).toContain('demande=erreur');
  });

  it('finds the site, and is in no address that the site writes', async () => {
    const robots = await send(`http://${site.host}:8080/robots.txt`, [`Host: ${other.host}`]);
    expect(robots).toContain(`http://${site.host}:${vitrine.port}/sitemap.xml`);
  });

  it('without a host, or with more than one says: 400', async () => {
    for (const target of ['http:///api/themes', 'http://a@localhost/', 'http://localhost/#x', 'http://?x']) {
      expect([target, statusOf(await send(target, ['Host: localhost']))]).toEqual([target, 400]);
    }
  });
});

describe('behind a proxy of ours', () => {
  let behind: TestProgram;
  beforeAll(async () => {
    behind = await sharedProgram(BEHIND_EDGE);
  });
  afterAll(() => behind.close());
  const sendTo = (target: string, headers: readonly string[]) => sendRaw(behind.port, rawHead(target, headers));

  it('the host that the proxy tells counts, and an empty one is none', async () => {
    const told = `X-Forwarded-Host: ${site.host}`;
    expect(await sendTo('/', ['Host: localhost', told])).toContain('[]');
    expect(await sendTo('http://localhost/', ['Host: localhost', told])).toContain('[]');
    expect(await sendTo('/', [`Host: ${site.host}`, 'X-Forwarded-Host: '])).toContain('[]');
    expect(await sendTo(`http://${site.host}/`, ['Host: localhost', 'X-Forwarded-Host: '])).toContain('[]');
  });

  it('two Host headers are refused there too', async () => {
    const told = `X-Forwarded-Host: ${site.host}`;
    expect(statusOf(await sendTo('/', ['Host: localhost', 'Host: localhost', told]))).toBe(400);
  });
});

describe('headers of more than 16 KB', () => {
  it.each([17, 40, 300])('%i KB on a site: 431 and the platform’s page', async (kilobytes) => {
    const cookie = `Cookie: a=${'x'.repeat(kilobytes * 1024)}`;
    const answer = await send('/', [`Host: ${site.host}`, cookie]);
    expect(answer).toMatch(/^HTTP\/1\.1 431 Request Header Fields Too Large\r\n/);
    expect(answer).toMatch(/\r\nConnection: close\r\n/i);
    expect(answer).toMatch(/\r\nContent-Type: text\/html; charset=utf-8\r\n/i);
    expect(answer).toMatch(/\r\nX-Content-Type-Options: nosniff\r\n/i);
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(body).toContain('data-vitrine');
    expect(body).toContain('cookies');
    expect(Number(/content-length: (\d+)/i.exec(head)?.[1])).toBe(Buffer.byteLength(Buffer.from(body, 'utf8')));
  });
});

describe('with BASE_URL', () => {
  let known: TestProgram;
  let host: string;
  beforeAll(async () => {
    const environment = {
      ...{ BASE_URL: 'https://vitrine.exemple.fr', SITES_DOMAIN: 'sites.exemple.fr', HOST: '127.0.0.1' },
      TRUST_PROXY: 'true',
    };
    known = await startTestProgram(environment, { databaseUrl: vitrine.databaseUrl });
    host = site.host.replace(/localhost$/, 'sites.exemple.fr');
  });
  afterAll(() => known.close());

  const ask = (named: string, path = '/', more: object = {}) => known.ask({ host: named, path, ...more });
  const through = (named: string, path = '/') =>
    known.ask({ host: '127.0.0.1', path, headers: { 'x-forwarded-host': named, 'x-forwarded-proto': 'https' } });
  const ownAddresses = Object.values(networkInterfaces())
    .flatMap((entries) => entries ?? [])
    .map(({ address, family }) => (family === 'IPv6' ? `[${address}]` : address));

  it('its host and the names of this machine are the platform, with a proxy before it and without', async () => {
    const names = [
      'vitrine.exemple.fr',
      'VITRINE.exemple.fr.',
      'localhost',
      '127.0.0.1',
      '127.9.9.9',
      '[::1]',
      hostname(),
    ];
    for (const named of [...names, ...ownAddresses, 'localhost:8080', '[0:0:0:0:0:0:0:1]:3000']) {
      for (const answer of [await ask(named, '/connexion'), await through(named, '/connexion')]) {
        expect([named, answer.status, answer.text.includes('mot_de_passe')]).toEqual([named, 200, true]);
      }
      expect([named, (await ask(named, '/api/sante?c=ecran')).json().composant]).toEqual([named, 'ecran']);
    }
    const bare = await sendRaw(known.port, 'GET /api/sante?c=base HTTP/1.0\r\n\r\n');
    expect(bare).toContain('"composant":"base"');
  });

  it.each([
    ...[
      'inconnu.fr',
      'exemple.fr',
      'rien.sites.exemple.fr',
      'sites.exemple.fr',
      'a.b.sites.exemple.fr',
      'rien.localhost',
    ],
    ...['192.0.2.7', '[2001:db8::7]', '2130706433', 'vitrine.exemple.fr.inconnu.fr', 'a b', '[', 'café.fr'],
  ])('%s gets a plain 404, of which nothing is the platform’s', async (named) => {
    for (const path of [
      '/',
      '/connexion',
      '/api/sante',
      '/api/themes',
      '/studio',
      '/catalogue',
      '/openapi.json',
      '/%zz',
      '/polices/x',
      '/metrics',
    ]) {
      const answers = [await through(Buffer.from(named).toString('latin1'), path)];
      if (!/[^!-~]/.test(named)) answers.push(await ask(named, path, { headers: { cookie: owner.cookie } }));
      for (const { status, text, headers } of answers) {
        expect([path, status, text]).toEqual([path, 404, 'Rien ne répond à cette adresse.\n']);
        expect(headers).toMatchObject({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' });
        expect(headers['set-cookie']).toBeUndefined();
      }
    }
    const posted = await ask('inconnu.fr', '/connexion', {
      method: 'POST',
      body: { email: 'a@b.fr', mot_de_passe: 'x' },
    });
    expect([posted.status, posted.headers['set-cookie']]).toEqual([404, undefined]);
  });

  it('sites answer as before, one whose domain is the machine’s name too', async () => {
    for (const answer of [await ask(host), await through(host)])
      expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('[]')]);
    await query(vitrine.databaseUrl, 'INSERT INTO domaines (hote, site_id) VALUES (lower($1), $2)', [
      hostname(),
      site.siteId,
    ]);
    expect((await ask(hostname())).text).toContain('[]');
    await query(vitrine.databaseUrl, 'DELETE FROM domaines WHERE hote = lower($1)', [hostname()]);
    expect((await ask(hostname(), '/connexion')).text).toContain('mot_de_passe');
  });
});
