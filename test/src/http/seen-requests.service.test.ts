import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fontFaces } from '../../../engine/fonts/faces.ts';
import { giveCode, protect } from '../../support/access-code.ts';
import { freshDataDir } from '../../support/data-dir.ts';
import { rawHead, sendRaw } from '../../support/http.ts';
import { loginRequests } from '../../support/login.ts';
import { sharedProgram, startTestProgram, type TestProgram } from '../../support/program.ts';
import { createPublicSite, type PublicSite } from '../../support/public-site.ts';
import { until } from '../../support/until.ts';

const FILTER = new URL('../../../deploy/fail2ban/filter.conf', import.meta.url);
const CLIENT = '203.0.113.9';

let folder: string;
let accessLog: string;
let vitrine: TestProgram;
let site: PublicSite;
let broken: PublicSite;
const lines: string[] = [];
const { logIn } = loginRequests(() => vitrine);

beforeAll(async () => {
  folder = await freshDataDir();
  accessLog = join(folder, 'visites.log');
  const environment = { TRUST_PROXY: 'true', LOG_LEVEL: 'warn', ACCESS_LOG: accessLog };
  const log = { write: (line: string) => void lines.push(line) };
  vitrine = await startTestProgram(environment, { logTo: log });
  site = await createPublicSite(vitrine, { 'sections/texte.liquid': '{{ 1 | divided_by: 0 }}' });
  broken = await createPublicSite(vitrine, { 'layout/theme.liquid': '{{ 1 | divided_by: 0 }}' });
});
afterAll(async () => {
  await vitrine.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  lines.length = 0;
});

const logged = () => lines.map((line) => JSON.parse(line));

describe('the name of a request', () => {
  it('stands in every answer, and no two have the same', async () => {
    const font = fontFaces('lora')[0]?.address ?? '';
    const answers = [
      ...[await site.visit('/'), await site.visit('/rien'), await site.visit('/robots.txt'), await site.visit(font)],
      ...[await site.visit('/%zz'), await site.visit('/contact', {}, 'POST'), await broken.visit('/')],
      ...[await vitrine.ask({ path: '/connexion' }), await vitrine.ask({ path: '/api/themes' })],
      ...[await vitrine.ask({ path: '/api/%zz' }), await vitrine.ask({ path: '/rien' })],
      await vitrine.ask({ path: '/', headers: { via: '1.1 vitrine-ancien-moteur' } }),
    ];
    const names = answers.map(({ headers }) => headers['x-request-id']);
    for (const name of names) expect(name).toMatch(/^[0-9a-z]{12}-[0-9a-z]+$/);
    expect(new Set(names).size).toBe(names.length);
    for (const bytes of [
      rawHead('/', ['Host: a', 'Host: b']),
      'rien\r\n\r\n',
      rawHead('/', [`X: ${'x'.repeat(20_000)}`]),
    ]) {
      expect(await sendRaw(vitrine.port, bytes)).toMatch(/^x-request-id: [0-9a-z-]+\r$/im);
    }
  });

  it('is that of a proxy that is trusted, where it is short and well formed', async () => {
    const named = async (name: string, at = vitrine) =>
      (await at.ask({ path: '/connexion', headers: { 'x-request-id': name } })).headers['x-request-id'];
    for (const name of ['f81d4fae-7dec-11d0-a765-00a0c91e6bf6', '0A00000A:C350_C0A80001:0050']) {
      expect(await named(name)).toBe(name);
    }
    for (const name of ['a b', 'x'.repeat(65), 'a,b', '"},"msg":"x', '<b>']) expect(await named(name)).not.toBe(name);
    expect(await named('abc', await sharedProgram())).not.toBe('abc');
  });

  it('stands on the page that says that there is none, and in the lines of the log about it', async () => {
    const { status, text } = await broken.visit('/', { 'x-request-id': 'demande-1' });
    expect(status).toBe(503);
    expect(text).toContain('<small>Référence : demande-1</small>');
    expect(logged()).toMatchObject([
      { reqId: 'demande-1', site: broken.slug, host: broken.host, msg: 'a page could not be rendered' },
    ]);
  });
});

it('a failure of a section is logged with its site and host', async () => {
  await site.visit('/', { 'x-request-id': 'demande-2' });
  // It is told once; the first test may have seen it.
  await site.write('sections/texte.liquid', '{{ 2 | divided_by: 0 }}');
  await site.visit('/', { 'x-request-id': 'demande-3' });
  expect(logged().at(-1)).toMatchObject({
    ...{ reqId: 'demande-3', site: site.slug, host: site.host, theme: { id: site.themeId } },
    ...{ incident: { chemin: 'sections/texte.liquid' }, msg: 'a section of a theme failed' },
  });
});

describe('what fail2ban reads', () => {
  const HOSTILE = '"address":"198.51.100.7","msg":"a key was refused"}';
  const headers = { 'x-forwarded-for': `${HOSTILE}, ${CLIENT}`, 'user-agent': HOSTILE };

  it('is one line with the address for each refused key, sign-in and code', async () => {
    const filter = await readFile(FILTER, 'utf8');
    const [, failregex = ''] = /^failregex = (.*)$/m.exec(filter) ?? [];
    const pattern = new RegExp(failregex.replace('<ADDR>', '(?<address>[0-9a-fA-F.:]+)'));
    const address = () => lines.map((line) => pattern.exec(line.trimEnd())?.groups?.address ?? null);

    for (let attempt = 0; attempt < 12; attempt++) {
      await vitrine.ask({ path: '/api/themes', key: 'vit_inconnue', headers });
    }
    expect(address()).toEqual(Array(12).fill(CLIENT));
    expect(lines.join('')).not.toMatch(/vit_inconnue|198\.51/);

    lines.length = 0;
    expect((await logIn({ email: 'léa@exemple.fr', mot_de_passe: HOSTILE }, headers)).status).toBe(401);
    expect(address()).toEqual([CLIENT]);
    expect(lines.join('')).not.toContain('exemple.fr');

    lines.length = 0;
    await protect(vitrine, broken.siteId);
    await giveCode(vitrine, broken.host, { code: 'faux', retour: '/' }, { 'x-forwarded-for': '2001:db8::1' });
    expect(address()).toEqual(['2001:db8::1']);

    lines.length = 0;
    // No address of a client: that of the connection.
    await vitrine.ask({ path: '/api/themes', key: 'vit_autre', headers: { 'x-forwarded-for': HOSTILE } });
    expect(address()).toEqual(['127.0.0.1']);
  });

  it('is nothing else: no other line, and no right key', async () => {
    expect((await vitrine.ask({ path: '/api/themes', key: site.key, headers })).status).toBe(200);
    await vitrine.ask({ path: '/api/themes', headers: { ...headers, cookie: 'vitrine_session=x' } });
    await site.visit(`/${encodeURIComponent(HOSTILE)}?${encodeURIComponent(HOSTILE)}`, headers);
    expect(lines).toEqual([]);
  });
});

describe('ACCESS_LOG', () => {
  it('is a line for each answered request, without what follows the question mark', async () => {
    const asked = { 'x-forwarded-for': CLIENT };
    await site.visit('/?code=secret', { ...asked, 'x-request-id': 'visite-1' });
    await vitrine.ask({ path: '/api/rien', headers: { ...asked, 'x-request-id': 'visite-2' } });
    await site.visit('/polices/rien.woff2', { ...asked, 'x-request-id': 'visite-3' });
    const found = await until('the lines are written', async () => {
      const written = (await readFile(accessLog, 'utf8'))
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      const ours = written.filter(({ id }) => /^visite-/.test(id));
      return ours.length === 3 && ours;
    });
    const line = { time: expect.stringMatching(/^\d{4}-.*Z$/), address: CLIENT, method: 'GET' };
    const numbers = { bytes: expect.any(Number), ms: expect.any(Number) };
    expect(found).toEqual([
      { ...line, ...numbers, id: 'visite-1', host: site.host, path: '/', status: 200 },
      { ...line, ...numbers, id: 'visite-2', host: expect.any(String), path: '/api/rien', status: 401 },
      { ...line, ...numbers, id: 'visite-3', host: site.host, path: '/polices/rien.woff2', status: 404 },
    ]);
    for (const { bytes } of found) expect(bytes).toBeGreaterThan(200);
  });

  it('makes a file that its owner only reads: the lines have addresses of people', async () => {
    expect(((await stat(accessLog)).mode & 0o777).toString(8)).toBe('600');
  });

  it('of a file that cannot be opened stops the start with a sentence', async () => {
    const start = startTestProgram(
      { ACCESS_LOG: join(folder, 'rien', 'visites.log') },
      { databaseUrl: vitrine.databaseUrl },
    );
    await expect(start).rejects.toThrow('ACCESS_LOG');
  });
});
