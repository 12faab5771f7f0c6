import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { query } from '../../support/database.ts';
import { loginRequests, sha256 } from '../../support/login.ts';
import { createTenant, sharedProgram, type Tenant, type TestProgram } from '../../support/program.ts';
import { PASSWORD, type SignedIn, signIn } from '../../support/sign-in.ts';

const NEW_PASSWORD = 'une autre phrase secrète';

let vitrine: TestProgram;
let tenant: Tenant;
let here: SignedIn;

beforeAll(async () => {
  vitrine = await sharedProgram();
});
afterAll(() => vitrine.close());
beforeEach(async () => {
  tenant = await createTenant(vitrine.databaseUrl);
  here = await signIn(vitrine, tenant);
  await sql('DELETE FROM tentatives');
});

const sql = async (text: string, values: unknown[] = []) => (await query(vitrine.databaseUrl, text, values)).rows;
const { logIn } = loginRequests(() => vitrine);
const email = async () => (await sql('SELECT email FROM comptes WHERE id = $1', [tenant.accountId]))[0].email;
const ask = (method: string, path: string, { who = here, body = undefined as unknown, headers = {} } = {}) =>
  vitrine.ask({ method, path, body, headers: { ...who.headers, ...headers } });
const change = (body: object, more = {}) =>
  ask('POST', '/api/compte/mot-de-passe', { body: { actuel: PASSWORD, nouveau: NEW_PASSWORD, ...body }, ...more });
const refusal = ({ status, json }: Awaited<ReturnType<typeof ask>>) => [status, json().error];
const opens = async (mot_de_passe: string) => (await logIn({ email: await email(), mot_de_passe })).status === 200;
const liveSessions = async () =>
  (await sql('SELECT empreinte FROM sessions WHERE compte_id = $1', [tenant.accountId])).map(
    ({ empreinte }) => empreinte,
  );
const fingerprint = ({ cookie }: SignedIn) => sha256(cookie.slice(cookie.indexOf('=') + 1));

describe('GET /api/compte', () => {
  it('tells the account and how many sessions live', async () => {
    await signIn(vitrine, tenant);
    const over = await signIn(vitrine, tenant);
    await sql('UPDATE sessions SET expire_le = now() WHERE empreinte = $1', [fingerprint(over)]);
    const answer = await ask('GET', '/api/compte');
    expect([answer.status, answer.json()]).toEqual([
      200,
      { email: await email(), confirmee: true, type: 'client', sessions: 2, efface_le: null },
    ]);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it.each([
    ['GET', '/api/compte'],
    ['POST', '/api/compte/mot-de-passe'],
    ['DELETE', '/api/compte/sessions'],
  ])('no key opens %s %s, alone or beside a session', async (method, path) => {
    for (const headers of [{}, { ...here.headers }]) {
      expect(refusal(await vitrine.ask({ method, path, key: tenant.key, headers }))).toEqual([401, 'unauthorized']);
    }
  });

  it.each([
    ['POST', '/api/compte/mot-de-passe'],
    ['DELETE', '/api/compte/sessions'],
  ])('%s %s is refused to a page of another origin', async (method, path) => {
    const headers = { 'sec-fetch-site': 'same-site' };
    expect(refusal(await ask(method, path, { headers }))).toEqual([403, 'origine_refusee']);
  });
});

describe('POST /api/compte/mot-de-passe', () => {
  it('changes the password and ends the other sessions, of this account only', async () => {
    const elsewhere = await signIn(vitrine, tenant);
    const stranger = await signIn(vitrine, await createTenant(vitrine.databaseUrl));
    const answer = await change({});
    expect([answer.status, answer.json()]).toEqual([200, { ok: true }]);
    expect([await opens(PASSWORD), await opens(NEW_PASSWORD)]).toEqual([false, true]);
    expect((await ask('GET', '/api/compte')).status).toBe(200);
    expect((await ask('GET', '/api/compte', { who: stranger })).status).toBe(200);
    expect(refusal(await ask('GET', '/api/compte', { who: elsewhere }))).toEqual([401, 'unauthorized']);
  });

  it('a wrong present password: 403 mot_de_passe_incorrect, nothing changes', async () => {
    const elsewhere = await signIn(vitrine, tenant);
    expect(refusal(await change({ actuel: 'faux' }))).toEqual([403, 'mot_de_passe_incorrect']);
    expect(await opens(PASSWORD)).toBe(true);
    expect((await ask('GET', '/api/compte', { who: elsewhere })).status).toBe(200);
  });

  it('guesses are counted with those of logins: after ten, 429 for both; a right one resets the count', async () => {
    const count = (times: number) => sql("UPDATE tentatives SET nombre = $1 WHERE genre = 'adresse'", [times]);
    expect((await change({ actuel: 'faux' })).status).toBe(403);
    await count(9);
    expect((await change({ nouveau: `${NEW_PASSWORD} bis` })).status).toBe(200);
    expect((await change({ actuel: 'faux' })).status).toBe(403);
    await count(9);
    expect((await change({ actuel: 'faux' })).status).toBe(403);
    expect(refusal(await change({}))).toEqual([429, 'trop_de_tentatives']);
    expect((await logIn({ email: await email(), mot_de_passe: `${NEW_PASSWORD} bis` })).status).toBe(429);
  });

  it.each([
    ['no body', undefined],
    ['no present password', { nouveau: NEW_PASSWORD }],
    ['no new password', { actuel: PASSWORD }],
    ['nine characters', { actuel: PASSWORD, nouveau: 'a'.repeat(9) }],
    ['201 characters', { actuel: PASSWORD, nouveau: 'a'.repeat(201) }],
    ['the same password', { actuel: PASSWORD, nouveau: PASSWORD }],
    ['a lone surrogate', `{"actuel":"x","nouveau":"0123456789\\ud800"}`],
  ])('%s: 400 invalid_input, no attempt is counted', async (_what, body) => {
    expect(refusal(await ask('POST', '/api/compte/mot-de-passe', { body }))).toEqual([400, 'invalid_input']);
    expect(await sql('SELECT * FROM tentatives')).toEqual([]);
  });

  it.each([
    ['spaces', ' '.repeat(10)],
    ['spaces of other kinds', '\u00a0\u2003\u3000\t\n'.repeat(3)],
    ['characters without a shape', '\u200b\u2060\u00ad\u2800\u3164'.repeat(3)],
  ])('of %s only: 400 with its sentence, nothing is counted', async (_what, nouveau) => {
    const answer = await change({ nouveau });
    const message = 'Un mot de passe ne peut pas être fait que d’espaces ou de caractères invisibles.';
    expect([answer.status, answer.json()]).toEqual([400, { error: 'invalid_input', message }]);
    expect(await sql('SELECT * FROM tentatives')).toEqual([]);
  });

  it('its letters count in their normal form, in which it is the same however it is typed', async () => {
    const decomposed = 'été éternel'.normalize('NFD');
    expect(refusal(await change({ nouveau: 'é'.normalize('NFD').repeat(9) }))).toEqual([400, 'invalid_input']);
    expect((await change({ nouveau: decomposed })).status).toBe(200);
    const again = { actuel: decomposed, nouveau: decomposed.normalize('NFC') };
    expect(refusal(await change(again))).toEqual([400, 'invalid_input']);
    expect([await opens(decomposed.normalize('NFC')), await opens(decomposed)]).toEqual([true, true]);
  });

  it('of two changes at once from two sessions one is done, the other refused', async () => {
    const elsewhere = await signIn(vitrine, tenant);
    const passwords = ['la première phrase', 'la seconde phrase'];
    const answers = await Promise.all(
      passwords.map((nouveau, n) => change({ nouveau }, { who: n === 0 ? here : elsewhere })),
    );
    const winner = answers.findIndex(({ status }) => status === 200);
    const loser = answers[1 - winner];
    expect([
      [403, 'mot_de_passe_incorrect'],
      [401, 'unauthorized'],
    ]).toContainEqual(loser && refusal(loser));
    expect(await liveSessions()).toEqual([fingerprint(winner === 0 ? here : elsewhere)]);
    expect([await opens(passwords[winner] ?? ''), await opens(passwords[1 - winner] ?? '')]).toEqual([true, false]);
  });

  it('a login with the old password that is under way leaves no session behind', async () => {
    const credentials = { email: await email(), mot_de_passe: PASSWORD };
    const [answer, ...logins] = await Promise.all([change({}), ...Array.from({ length: 6 }, () => logIn(credentials))]);
    expect(answer?.status).toBe(200);
    for (const { status } of logins) expect([200, 401]).toContain(status);
    expect(await liveSessions()).toEqual([fingerprint(here)]);
  });
});

describe('DELETE /api/compte/sessions', () => {
  it('ends the other sessions, and says how many that were not over', async () => {
    const elsewhere = await signIn(vitrine, tenant);
    const over = await signIn(vitrine, tenant);
    await sql('UPDATE sessions SET expire_le = now() WHERE empreinte = $1', [fingerprint(over)]);
    const end = async () => (await ask('DELETE', '/api/compte/sessions')).json();
    expect(await end()).toEqual({ ok: true, terminees: 1 });
    expect((await ask('GET', '/api/compte', { who: elsewhere })).status).toBe(401);
    expect(await liveSessions()).toEqual([fingerprint(here)]);
    expect(await end()).toEqual({ ok: true, terminees: 0 });
  });
});
