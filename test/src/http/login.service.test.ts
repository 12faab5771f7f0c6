import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freshDatabase, query } from '../../support/database.ts';
import { htmlFaults } from '../../support/html-faults.ts';
import { type Answer, ask } from '../../support/http.ts';
import { FORM, loginRequests, setCookie, sha256 } from '../../support/login.ts';
import {
  BEHIND_EDGE,
  createTenant,
  sharedProgram,
  startTestProgram,
  type Tenant,
  type TestProgram,
} from '../../support/program.ts';
import { startReadyServer } from '../../support/server-process.ts';
import { givePassword, PASSWORD, signIn } from '../../support/sign-in.ts';
import { until } from '../../support/until.ts';

let vitrine: TestProgram;
let tenant: Tenant;
let credentials: { email: string; mot_de_passe: string };

beforeAll(async () => {
  vitrine = await sharedProgram();
  tenant = await createTenant(vitrine.databaseUrl);
  credentials = await givePassword(vitrine.databaseUrl, tenant.accountId);
});
afterAll(() => vitrine.close());
beforeEach(() => run('DELETE FROM tentatives'));

/** A page that tells of a refusal. */
const ALERT = /<p role="alert" tabindex="-1">[^<]+<\/p>/;
const run = (text: string, values: unknown[] = []) => query(vitrine.databaseUrl, text, values);
const { logIn, logInByForm, post } = loginRequests(() => vitrine);
const cookieOf = (answer: Answer): string => setCookie(answer).split(';')[0] ?? '';
const secretOf = (cookie: string): string => cookie.slice(cookie.indexOf('=') + 1);
/** Files of addons that a process or its threads have loaded. */
const addonsOf = async (pid: number | undefined): Promise<string[]> =>
  [...(await readFile(`/proc/${pid}/maps`, 'utf8')).matchAll(/\S+\.node$/gm)].map(([file]) => file);
const themesStatus = async (cookie: string, at = vitrine) =>
  (await at.ask({ path: '/api/themes', headers: { cookie } })).status;

describe('a login in JSON', () => {
  it('answers 200 {ok: true} and sets an opaque cookie, whose SHA-256 alone is stored', async () => {
    const answer = await logIn(credentials);
    expect([answer.status, answer.json()]).toEqual([200, { ok: true }]);
    expect(setCookie(answer)).toMatch(
      /^vitrine_session=[A-Za-z0-9_-]{43}; Path=\/; Max-Age=1209600; HttpOnly; SameSite=Lax$/,
    );
    const secret = secretOf(cookieOf(answer));
    const { rows } = await run('SELECT * FROM sessions WHERE compte_id = $1', [tenant.accountId]);
    expect(rows.map((row) => row.empreinte)).toContain(sha256(secret));
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect(await themesStatus(cookieOf(answer))).toBe(200);
  });

  it('the address in any case, with spaces around it', async () => {
    const email = ` ${credentials.email.toUpperCase()} `;
    expect((await logIn({ ...credentials, email })).status).toBe(200);
  });

  it('a wrong password and an unknown account: the same 401 unauthorized, no cookie', async () => {
    const wrong = await logIn({ ...credentials, mot_de_passe: 'faux' });
    const unknown = await logIn({ ...credentials, email: 'personne@exemple.fr' });
    expect([wrong.status, wrong.json().error]).toEqual([401, 'unauthorized']);
    expect([unknown.status, unknown.text]).toEqual([wrong.status, wrong.text]);
    expect([setCookie(wrong), setCookie(unknown)]).toEqual(['', '']);
  });

  it('an account whose password hash is none: 401 unauthorized', async () => {
    const other = await createTenant(vitrine.databaseUrl);
    const { rows } = await run('SELECT email FROM comptes WHERE id = $1', [other.accountId]);
    expect((await logIn({ email: rows[0].email, mot_de_passe: '-' })).status).toBe(401);
  });

  it.each<[string, unknown]>([
    ['no body', undefined],
    ['no object', ['email', 'mot_de_passe']],
    ['no password', { email: 'a@exemple.fr' }],
    ['an empty password', { email: 'a@exemple.fr', mot_de_passe: '' }],
    ['no address', { mot_de_passe: PASSWORD }],
    ['an address with U+0000', { email: 'a\0@exemple.fr', mot_de_passe: PASSWORD }],
    ['an address that is too long', { email: `${'a'.repeat(255)}@exemple.fr`, mot_de_passe: PASSWORD }],
    ['a password that is no text', { email: 'a@exemple.fr', mot_de_passe: { length: 8 } }],
    ['fields of the prototype', '{"__proto__": {"email": "a@exemple.fr", "mot_de_passe": "x"}}'],
    ['a body that is too long', { email: 'a@exemple.fr', mot_de_passe: 'a'.repeat(17_000) }],
    ['no JSON', '{'],
  ])('%s: 400 invalid_input, and nothing is counted', async (_what, body) => {
    const answer = await logIn(body);
    expect([answer.status, answer.json().error]).toEqual([400, 'invalid_input']);
    expect((await run('SELECT FROM tentatives')).rowCount).toBe(0);
  });

  it('of a program that is no browser, hence tells no origin', async () => {
    const answer = await vitrine.ask({ method: 'POST', path: '/connexion', body: credentials });
    expect(answer.status).toBe(200);
  });
});

describe('a login by the form', () => {
  it('leads to the studio with a cookie: 303', async () => {
    const answer = await logInByForm(credentials);
    expect([answer.status, answer.headers.location]).toEqual([303, '/studio']);
    expect(await themesStatus(cookieOf(answer))).toBe(200);
  });

  it('shows the page again: 401, a sentence with role="alert", what was typed as text', async () => {
    const answer = await logInByForm({ email: '"><b>x', mot_de_passe: 'un secret mal tapé' });
    expect(answer.status).toBe(401);
    expect(answer.text).toContain(
      '<p role="alert" tabindex="-1">L’adresse électronique ou le mot de passe est incorrect.</p>',
    );
    expect(answer.text).toContain('value="&quot;>&lt;b>x"');
    expect(answer.text).not.toContain('un secret mal tapé');
    expect(setCookie(answer)).toBe('');
  });

  it('without its fields: 400 with a sentence', async () => {
    const answer = await logInByForm({});
    expect(answer.status).toBe(400);
    expect(answer.text).toMatch(ALERT);
  });

  it.each<[string, Record<string, string>]>([
    ['a page of another site', { 'sec-fetch-site': 'cross-site' }],
    ['a page of a site that is served here', { 'sec-fetch-site': 'same-site' }],
  ])('from %s: 403, no session', async (_from, headers) => {
    const answer = await logInByForm(credentials, headers);
    expect([answer.status, setCookie(answer)]).toEqual([403, '']);
    expect(answer.text).toMatch(ALERT);
  });

  it('that tells nothing of its origin: 403; in JSON from elsewhere too', async () => {
    const body = new URLSearchParams(credentials).toString();
    expect((await vitrine.ask({ method: 'POST', path: '/connexion', body, headers: FORM })).status).toBe(403);
    const json = await logIn(credentials, { 'sec-fetch-site': 'cross-site' });
    expect([json.status, json.json().error]).toEqual([403, 'origine_refusee']);
  });

  it('is a form of the login alone: the API takes JSON only', async () => {
    const { headers } = await signIn(vitrine, tenant);
    const answer = await post('/api/cles', 'nom=x', { ...headers, ...FORM });
    expect([answer.status, answer.json().error]).toEqual([400, 'invalid_input']);
  });
});

describe('a session', () => {
  it('is a new one at each login, and the one that the browser had ends', async () => {
    const first = cookieOf(await logIn(credentials));
    const second = cookieOf(await logIn(credentials, { cookie: first }));
    expect(second).not.toBe(first);
    expect([await themesStatus(first), await themesStatus(second)]).toEqual([401, 200]);
  });

  it('is refused once it is over', async () => {
    const cookie = cookieOf(await logIn(credentials));
    await run('UPDATE sessions SET expire_le = now() WHERE empreinte = $1', [sha256(secretOf(cookie))]);
    expect(await themesStatus(cookie)).toBe(401);
  });

  it('lives 14 days from its last use; its end is moved, with its cookie, once an hour at most', async () => {
    const cookie = cookieOf(await logIn(credentials));
    const fingerprint = sha256(secretOf(cookie));
    const left = async (): Promise<number> =>
      Number(
        (
          await run('SELECT extract(epoch FROM expire_le - now()) / 3600 AS v FROM sessions WHERE empreinte = $1', [
            fingerprint,
          ])
        ).rows[0].v,
      );
    const use = async () => setCookie(await vitrine.ask({ path: '/api/themes', headers: { cookie } }));
    const age = (minutes: number) =>
      run(
        "UPDATE sessions SET expire_le = now() + interval '14 days' - make_interval(mins => $2) WHERE empreinte = $1",
        [fingerprint, minutes],
      );
    expect(await left()).toBeGreaterThan(14 * 24 - 0.5);
    await age(50);
    expect(await use()).toBe('');
    expect(await left()).toBeLessThan(14 * 24 - 0.5);
    await age(70);
    expect(await use()).toContain(`${cookie}; Path=/; Max-Age=1209600`);
    expect(await left()).toBeGreaterThan(14 * 24 - 0.5);
    expect(await use()).toBe('');
  });

  it('ends with a logout: its row is gone, its cookie cleared; again changes nothing', async () => {
    const { cookie, headers } = await signIn(vitrine, tenant);
    for (let n = 0; n < 2; n++) {
      const answer = await post('/deconnexion', {}, headers);
      expect([answer.status, answer.json()]).toEqual([200, { ok: true }]);
      expect(setCookie(answer)).toBe('vitrine_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax');
    }
    expect((await run('SELECT FROM sessions WHERE empreinte = $1', [sha256(secretOf(cookie))])).rowCount).toBe(0);
    expect(await themesStatus(cookie)).toBe(401);
  });

  it('is not ended by a page of another site: 403', async () => {
    const { cookie } = await signIn(vitrine, tenant);
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }]) {
      const answer = await post('/deconnexion', '', { ...FORM, ...headers, cookie });
      expect([answer.status, setCookie(answer)]).toEqual([403, '']);
    }
    const silent = await vitrine.ask({ method: 'POST', path: '/deconnexion', headers: { cookie } });
    expect([silent.status, silent.json().error]).toEqual([403, 'origine_refusee']);
    expect(await themesStatus(cookie)).toBe(200);
  });

  it('that is over is removed now and then', async () => {
    await run("INSERT INTO sessions (empreinte, compte_id, expire_le) VALUES ($1, $2, now() - interval '1 minute')", [
      'f'.repeat(64),
      tenant.accountId,
    ]);
    const other = await startTestProgram({}, { databaseUrl: vitrine.databaseUrl });
    await logIn(credentials, {}, other);
    const left = async () => (await run('SELECT FROM sessions WHERE empreinte = $1', ['f'.repeat(64)])).rowCount;
    await until('the session that is over is removed', async () => expect(await left()).toBe(0));
    await other.close();
  });

  it('counts only without a key; a bearer token that is not an API key is ignored', async () => {
    const other = await createTenant(vitrine.databaseUrl);
    const cookie = cookieOf(await logIn(credentials));
    const siteOf = async (authorization: string) =>
      (await vitrine.ask({ path: '/api/themes', headers: { cookie, authorization } })).json().site?.id;
    expect(await siteOf(`Bearer ${other.key}`)).toBe(other.siteId);
    expect(await siteOf('Bearer autre_jeton')).toBe(tenant.siteId);
    expect(await siteOf(`Bearer svc_${'a'.repeat(43)}`)).toBeUndefined();
  });
});

describe('behind https', () => {
  const SECURE = /^__Host-vitrine_session=[\w-]{43}; Path=\/; Max-Age=1209600; HttpOnly; SameSite=Lax; Secure$/;

  it('by BASE_URL: the cookie has the prefix __Host- and Secure, and none without it counts', async () => {
    const other = await startTestProgram(
      { BASE_URL: 'https://vitrine.exemple.fr' },
      { databaseUrl: vitrine.databaseUrl },
    );
    const answer = await logIn(credentials, {}, other);
    expect(setCookie(answer)).toMatch(SECURE);
    expect(await themesStatus(cookieOf(answer), other)).toBe(200);
    expect(await themesStatus(`vitrine_session=${secretOf(cookieOf(answer))}`, other)).toBe(401);
    await other.close();
  });

  it('by a proxy that is trusted, and by no other', async () => {
    const other = await sharedProgram(BEHIND_EDGE);
    const headers = { 'x-forwarded-proto': 'https' };
    expect(setCookie(await logIn(credentials, headers, other))).toMatch(SECURE);
    expect(setCookie(await logIn(credentials, { 'x-forwarded-proto': 'http' }, other))).toMatch(/^vitrine_session=/);
    expect(setCookie(await logIn(credentials, headers))).toMatch(/^vitrine_session=/);
  });
});

describe('the login page', () => {
  it('is valid HTML with a form that needs no script, under a nonce of its own', async () => {
    const pages = [
      await vitrine.ask({ path: '/connexion' }),
      await logInByForm({ email: 'a@exemple.fr', mot_de_passe: 'x' }),
    ];
    for (const page of pages) {
      expect(page.headers['cache-control']).toBe('no-store');
      expect(page.text).toContain('<form method="post" action="/connexion"');
      const nonce = /style-src 'self' 'nonce-([^']+)'/.exec(String(page.headers['content-security-policy']))?.[1];
      expect(page.text).toContain(`<style nonce="${nonce}">`);
      expect(page.text).toContain(`<script type="module" nonce="${nonce}" src="/connexion.js"></script>`);
      expect(await htmlFaults(page.text)).toEqual([]);
    }
    expect(pages[0]?.headers['content-security-policy']).not.toBe(pages[1]?.headers['content-security-policy']);
  });

  it('is the same without a refusal, whose place is empty', async () => {
    const page = await vitrine.ask({ path: '/connexion' });
    expect(page.text).toContain('<p role="alert" tabindex="-1"></p>');
    expect(page.text).toContain('<title>Connexion</title>');
  });

  it('has a script of this host, asked for again each time and sent when it has changed', async () => {
    const script = await vitrine.ask({ path: '/connexion.js' });
    expect([script.status, script.headers['content-type'], script.headers['cache-control']]).toEqual([
      200,
      'text/javascript; charset=utf-8',
      'no-cache',
    ]);
    expect(script.headers['x-content-type-options']).toBe('nosniff');
    expect(script.text).toContain('data-hydrate');
    const headers = { 'if-none-match': String(script.headers.etag) };
    const again = await vitrine.ask({ path: '/connexion.js', headers });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  it('says the same sentence in JSON, which its script shows', async () => {
    const wrong = { email: 'a@exemple.fr', mot_de_passe: 'x' };
    const [page, answer] = [await logInByForm(wrong), await logIn(wrong)];
    expect(answer.json()).toEqual({
      error: 'unauthorized',
      message: 'L’adresse électronique ou le mot de passe est incorrect.',
    });
    expect(page.text).toContain(answer.json().message);
  });

  it('leads who is signed in to the studio, and shows the form again after a logout', async () => {
    const { cookie } = await signIn(vitrine, tenant);
    const page = await vitrine.ask({ path: '/connexion', headers: { cookie } });
    expect([page.status, page.headers.location]).toEqual([303, '/studio']);
    expect(page.headers['cache-control']).toBe('no-store');
    const left = await post('/deconnexion', '', { ...FORM, cookie });
    expect([left.status, left.headers.location]).toEqual([303, '/connexion']);
    expect((await vitrine.ask({ path: '/connexion', headers: { cookie } })).text).toContain('type="password"');
  });

  it('leads back to the page of the studio that asked to sign in, also after a refusal', async () => {
    const suite = '/studio/un-site?avant=<b>"';
    const page = await vitrine.ask({ path: `/connexion?${new URLSearchParams({ suite })}` });
    const kept = '/studio/un-site?avant=%3Cb%3E%22';
    expect(page.text).toContain(`<input type="hidden" name="suite" value="${kept}"/>`);
    const refused = await logInByForm({ ...credentials, mot_de_passe: 'faux', suite });
    expect(refused.text).toContain(`name="suite" value="${kept}"`);
    const answer = await logInByForm({ ...credentials, suite });
    expect([answer.status, answer.headers.location]).toEqual([303, kept]);
    const headers = { cookie: cookieOf(answer) };
    const already = await vitrine.ask({ path: `/connexion?${new URLSearchParams({ suite })}`, headers });
    expect([already.status, already.headers.location]).toEqual([303, kept]);
  });

  it('leads nowhere else', async () => {
    const suite = '//evil.example';
    expect((await vitrine.ask({ path: `/connexion?${new URLSearchParams({ suite })}` })).text).not.toContain('evil');
    expect((await logInByForm({ ...credentials, suite })).headers.location).toBe('/studio');
    const twice = await vitrine.ask({ path: '/connexion?suite=/studio/a&suite=//evil.example' });
    expect([twice.status, twice.text.includes('evil')]).toEqual([200, false]);
  });
});

describe('without the service credential', () => {
  let bare: TestProgram;
  beforeAll(async () => {
    bare = await startTestProgram({ SERVICE_DATABASE_URL: '' }, { databaseUrl: vitrine.databaseUrl });
  });
  afterAll(() => bare.close());

  it('a key and a session cookie: 503 indisponible; neither: 401 unauthorized', async () => {
    const askWith = async (headers: Record<string, string>) => {
      const answer = await bare.ask({ path: '/api/themes', headers });
      return [answer.status, answer.json().error];
    };
    expect(await askWith({ authorization: `Bearer ${tenant.key}` })).toEqual([503, 'indisponible']);
    expect(await askWith({ cookie: 'vitrine_session=x' })).toEqual([503, 'indisponible']);
    expect(await askWith({})).toEqual([401, 'unauthorized']);
    expect(await askWith({ authorization: 'Bearer autre_jeton' })).toEqual([401, 'unauthorized']);
  });

  it('a login: 503 indisponible, on the page too', async () => {
    const answer = await logIn(credentials, {}, bare);
    expect([answer.status, answer.json().error]).toEqual([503, 'indisponible']);
    const page = await logIn(new URLSearchParams(credentials).toString(), FORM, bare);
    expect([page.status, ALERT.test(page.text)]).toEqual([503, true]);
  });
});

it('no secret reaches the log, and no foreign addon the process', async () => {
  // A table goes away.
  const url = await freshDatabase();
  const credentials = await givePassword(url, (await createTenant(url)).accountId);
  const server = await startReadyServer({ DATABASE_URL: url, SERVICE_DATABASE_URL: url, LOG_LEVEL: 'trace' });
  const at: TestProgram = { ...vitrine, ask: (question) => ask({ port: server.port, ...question }) };
  const cookie = cookieOf(await logIn(credentials, {}, at));
  const headers = { cookie, 'sec-fetch-site': 'same-origin' };
  const created = (await at.ask({ method: 'POST', path: '/api/cles', headers, body: {} })).json().cle;
  await at.ask({ path: '/api/themes', key: created });
  await logIn({ ...credentials, mot_de_passe: 'mal tapé' }, {}, at);
  // One that aborts takes everybody's connections with it (docs/architecture.md, Native code).
  expect(await addonsOf(server.child.pid)).toEqual([]);
  await query(url, 'ALTER TABLE sessions RENAME TO ailleurs');
  const broken = await at.ask({ path: '/api/themes', headers });
  await logIn(credentials, {}, at);
  await server.end('SIGTERM');
  expect(broken.status).toBe(500);
  expect(server.output()).toContain('an API request failed');
  for (const secret of [PASSWORD, 'mal tapé', created, secretOf(cookie)]) expect(server.output()).not.toContain(secret);
});
