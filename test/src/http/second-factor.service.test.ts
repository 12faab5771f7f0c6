import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { query } from '../../support/database.ts';
import type { Answer } from '../../support/http.ts';
import { cookieNamed, FORM, loginRequests, sha256 } from '../../support/login.ts';
import { oneTimeCode } from '../../support/one-time-code.ts';
import { createTenant, startTestProgram, type Tenant, type TestProgram } from '../../support/program.ts';
import { addApplication, askSecurity, letTimePass, proveByMail } from '../../support/second-factor.ts';
import { givePassword, PASSWORD, type SignedIn, signIn } from '../../support/sign-in.ts';
import { runs } from '../../support/soak.ts';

/** No server takes the mail: it waits. */
const MAIL = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'vitrine@exemple.fr', BASE_URL: 'http://localhost' };
/** How often a race is run: one of several must win each time. */
const ROUNDS = runs(8, 200);

let vitrine: TestProgram;
let tenant: Tenant;
let here: SignedIn;
let email: string;

beforeAll(async () => {
  vitrine = await startTestProgram(MAIL);
});
afterAll(() => vitrine.close());
beforeEach(async () => {
  await sql('DELETE FROM tentatives');
  tenant = await createTenant(vitrine.databaseUrl);
  here = await signIn(vitrine, tenant);
  email = (await givePassword(vitrine.databaseUrl, tenant.accountId)).email;
});

const sql = async (text: string, values: unknown[] = []) => (await query(vitrine.databaseUrl, text, values)).rows;
const { post, logIn, logInByForm } = loginRequests(() => vitrine);
const ask = (method: string, path: string, body?: unknown, who = here) => askSecurity(vitrine, who, method, path, body);
const refusal = (answer: Answer) => [answer.status, answer.json().error];
const pendingOf = (answer: Answer) => cookieNamed(answer, 'vitrine_connexion');
const sessionOf = (answer: Answer) => cookieNamed(answer, 'vitrine_session');
/** A sign-in whose password is right. @returns the cookie that waits */
const begin = async (password = PASSWORD): Promise<string> => {
  const answer = await logIn({ email, mot_de_passe: password });
  expect([...refusal(answer), sessionOf(answer)]).toEqual([401, 'second_facteur_requis', '']);
  return pendingOf(answer);
};
const second = (cookie: string, body: unknown) => post('/connexion/second', body, { cookie });
const mails = async () =>
  (
    await sql(
      "SELECT donnees->>'acte' AS acte FROM courriels WHERE compte_id = $1 AND genre = 'securite' ORDER BY cree_le",
      [tenant.accountId],
    )
  ).map(({ acte }) => acte);
const isLive = async (cookie: string) =>
  (await vitrine.ask({ path: '/api/compte', headers: { cookie } })).status === 200;

describe('a sign-in with an application', () => {
  it('asks for a code after the password, and opens the session then', async () => {
    const secret = await addApplication(vitrine, here, tenant.accountId);
    const cookie = await begin();
    expect(await isLive(cookie.replace('vitrine_connexion', 'vitrine_session'))).toBe(false);
    expect(refusal(await second(cookie, { code: '000000' }))).toEqual([403, 'second_facteur_incorrect']);
    const opened = await second(cookie, { code: oneTimeCode(secret).replace(/^.../, '$& ') });
    expect([opened.status, opened.json()]).toEqual([200, { ok: true }]);
    expect(await isLive(sessionOf(opened))).toBe(true);
    expect(cookieNamed(opened, 'vitrine_navigateur')).not.toBe('');
    expect(pendingOf(opened)).toBe('vitrine_connexion=');
    const [row] = await sql('SELECT navigateur, lieu, second_facteur_le FROM sessions WHERE empreinte = $1', [
      sha256(sessionOf(opened).split('=')[1] ?? ''),
    ]);
    expect(row).toEqual({ navigateur: 'Un navigateur', lieu: 'réseau local', second_facteur_le: expect.anything() });
    // The sign-in is used up.
    await letTimePass(vitrine, tenant.accountId);
    expect(refusal(await second(cookie, { code: oneTimeCode(secret) }))).toEqual([401, 'unauthorized']);
  });

  it('a wrong password says nothing of a second factor, and an account without one signs in as before', async () => {
    await addApplication(vitrine, here, tenant.accountId);
    const wrong = await logIn({ email, mot_de_passe: 'faux' });
    const unknown = await logIn({ email: 'personne@exemple.fr', mot_de_passe: 'faux' });
    expect([wrong.status, wrong.text, pendingOf(wrong)]).toEqual([401, unknown.text, '']);
    const other = await createTenant(vitrine.databaseUrl);
    expect((await logIn(await givePassword(vitrine.databaseUrl, other.accountId))).json()).toEqual({ ok: true });
  });

  it('works by forms alone, and goes on to where one wanted to go', async () => {
    const secret = await addApplication(vitrine, here, tenant.accountId);
    const answer = await logInByForm({ email, mot_de_passe: PASSWORD, suite: '/studio/cles' });
    expect([answer.status, answer.headers.location]).toEqual([303, '/connexion/second?suite=%2Fstudio%2Fcles']);
    const cookie = pendingOf(answer);
    const form = (fields: Record<string, string>) =>
      post('/connexion/second', new URLSearchParams(fields).toString(), { ...FORM, cookie });
    const shown = await vitrine.ask({ path: String(answer.headers.location), headers: { cookie } });
    expect([shown.status, shown.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(shown.text).toContain('name="code"');
    const wrong = await form({ code: '000000', suite: '/studio/cles' });
    expect([wrong.status, wrong.text]).toEqual([403, expect.stringContaining('Ce code n’est pas juste')]);
    const opened = await form({ code: oneTimeCode(secret), suite: '/studio/cles' });
    expect([opened.status, opened.headers.location]).toEqual([303, '/studio/cles']);
    expect(await isLive(sessionOf(opened))).toBe(true);
    // Who comes back too late begins again.
    const late = await form({ code: '000000', suite: '/studio/cles' });
    expect([late.status, late.headers.location]).toEqual([303, '/connexion?avis=recommencer&suite=%2Fstudio%2Fcles']);
    expect((await vitrine.ask({ path: '/connexion/second' })).headers.location).toBe('/connexion?avis=recommencer');
  });

  it('a code counts once, of the step before and after too, and never an earlier one', async () => {
    const secret = await addApplication(vitrine, here, tenant.accountId);
    for (const [code, status] of [
      [oneTimeCode(secret, 1), 200],
      [oneTimeCode(secret, 1), 403],
      [oneTimeCode(secret), 403],
      [oneTimeCode(secret, -3), 403],
      [oneTimeCode(secret, 3), 403],
    ] as const) {
      expect((await second(await begin(), { code })).status, code).toBe(status);
    }
  });

  it.each([
    ['one code in many sign-ins', 5],
    ['one code in one sign-in', 1],
  ])('%s at once: exactly one wins', async (_what, signIns) => {
    const secret = await addApplication(vitrine, here, tenant.accountId);
    for (let round = 1; round <= ROUNDS; round++) {
      await letTimePass(vitrine, tenant.accountId);
      const cookies: string[] = [];
      for (let n = 0; n < signIns; n++) cookies.push(await pendingByHand());
      const code = oneTimeCode(secret);
      const tries = Array.from({ length: 5 }, (_, n) => second(cookies[n % signIns] ?? '', { code }));
      const won = (await Promise.all(tries)).filter(({ status }) => status === 200);
      expect(won.length, `round ${round}`).toBe(1);
      await sql('DELETE FROM tentatives');
    }
  });

  it('a code that fails for another reason is not used up', async () => {
    const secret = await addApplication(vitrine, here, tenant.accountId);
    const cookie = await begin();
    await sql("DELETE FROM defis WHERE compte_id = $1 AND genre = 'connexion'", [tenant.accountId]);
    const code = oneTimeCode(secret);
    expect(refusal(await second(cookie, { code }))).toEqual([401, 'unauthorized']);
    expect((await second(await begin(), { code })).status).toBe(200);
  });
});

/** A sign-in that waits, without the time that comparing a password takes. */
async function pendingByHand(): Promise<string> {
  const secret = `essai-${Math.random()}`;
  await sql(
    `INSERT INTO defis (empreinte, genre, compte_id, donnees, expire_le)
     SELECT $1, 'connexion', id, jsonb_build_object('mot_de_passe', encode(sha256(mot_de_passe::bytea), 'hex')),
       now() + interval '10 minutes' FROM comptes WHERE id = $2`,
    [sha256(secret), tenant.accountId],
  );
  return `vitrine_connexion=${secret}`;
}

describe('a sign-in that waits for its second factor', () => {
  it.each<[string, () => Promise<unknown>]>([
    [
      'another password',
      () =>
        vitrine.ask({
          method: 'POST',
          path: '/api/compte/mot-de-passe',
          body: { actuel: PASSWORD, nouveau: 'une autre phrase secrète' },
          headers: here.headers,
        }),
    ],
    ['ten minutes', () => sql("UPDATE defis SET expire_le = now() WHERE genre = 'connexion'")],
    ['the end of the account', () => sql('DELETE FROM comptes WHERE id = $1', [tenant.accountId])],
  ])('ends with %s', async (_what, end) => {
    const secret = await addApplication(vitrine, here, tenant.accountId);
    const cookie = await begin();
    await end();
    expect(refusal(await second(cookie, { code: oneTimeCode(secret) }))).toEqual([401, 'unauthorized']);
  });

  it('wants the cookie of its browser, and a page of the platform where there is one', async () => {
    const secret = await addApplication(vitrine, here, tenant.accountId);
    const cookie = await begin();
    const body = { code: oneTimeCode(secret) };
    expect(refusal(await second('vitrine_connexion=x', body))).toEqual([401, 'unauthorized']);
    const foreign = { method: 'POST', path: '/connexion/second', body };
    const headers = { cookie, 'sec-fetch-site': 'same-site' };
    expect(refusal(await vitrine.ask({ ...foreign, headers }))).toEqual([403, 'origine_refusee']);
    expect((await second(cookie, body)).status).toBe(200);
  });

  it.each<[string, unknown]>([
    ['nothing', {}],
    ['no text', { code: 123456 }],
    ['a long text', { code: '1'.repeat(65) }],
    ['a list', []],
    ['a passkey without its parts', { passkey: { id: 'abc' } }],
    ['a passkey that is too long', { passkey: { id: 'a'.repeat(2_000), response: {} } }],
    ['U+0000', { code: '\0\0\0\0\0\0' }],
  ])('%s is refused and opens nothing', async (_what, body) => {
    await addApplication(vitrine, here, tenant.accountId);
    const answer = await second(await begin(), body);
    expect([400, 403]).toContain(answer.status);
    expect(sessionOf(answer)).toBe('');
  });
});

describe('codes to be kept on paper', () => {
  it('ten are shown once; each signs in once, is told by mail, and the others stay', async () => {
    await proveByMail(vitrine, here);
    expect(refusal(await ask('POST', '/codes'))).toEqual([409, 'sans_second_facteur']);
    await addApplication(vitrine, here, tenant.accountId);
    const { codes } = (await ask('POST', '/codes')).json();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^(?:[2-9a-hjkmnp-z]{4}-){3}[2-9a-hjkmnp-z]{4}$/);
    expect(JSON.stringify(await sql('SELECT * FROM codes_de_secours'))).not.toContain(codes[0].slice(0, 4));
    const typed = String(codes[0]).replaceAll('-', ' ').toUpperCase();
    expect((await second(await begin(), { code: typed })).status).toBe(200);
    expect((await second(await begin(), { code: typed })).status).toBe(403);
    expect((await ask('GET', '')).json().codes_restants).toBe(9);
    // New ones take the place of all others.
    const { codes: next } = (await ask('POST', '/codes')).json();
    expect((await second(await begin(), { code: codes[1] })).status).toBe(403);
    expect((await second(await begin(), { code: next[1] })).status).toBe(200);
    expect(await mails()).toEqual([
      'generateur_ajoute',
      'codes_renouveles',
      'code_utilise',
      'codes_renouveles',
      'code_utilise',
    ]);
  });

  it('one code in many sign-ins at once: exactly one wins', async () => {
    await addApplication(vitrine, here, tenant.accountId);
    for (let round = 1; round <= ROUNDS; round++) {
      if (round % 10 === 1) await sql('DELETE FROM codes_de_secours');
      const { codes } = (await ask('POST', '/codes')).json();
      const cookies: string[] = [];
      for (let n = 0; n < 5; n++) cookies.push(await pendingByHand());
      const answers = await Promise.all(cookies.map((cookie) => second(cookie, { code: codes[0] })));
      expect(answers.filter(({ status }) => status === 200).length, `round ${round}`).toBe(1);
      await sql('DELETE FROM tentatives');
    }
  });
});

describe('wrong codes', () => {
  it('ten from one place close that place to codes of that account, not to its codes on paper; a known browser is a place of its own', async () => {
    const secret = await addApplication(vitrine, here, tenant.accountId);
    const { codes } = (await ask('POST', '/codes')).json();
    const known = cookieNamed(await second(await begin(), { code: oneTimeCode(secret) }), 'vitrine_navigateur');
    await letTimePass(vitrine, tenant.accountId);
    const cookie = await begin();
    for (let n = 1; n <= 10; n++) expect((await second(cookie, { code: '000000' })).status).toBe(403);
    const code = oneTimeCode(secret);
    expect(refusal(await second(cookie, { code }))).toEqual([429, 'trop_de_tentatives']);
    expect((await second(await pendingByHand(), { code: codes[0] })).status).toBe(200);
    expect((await second(`${cookie}; ${known}`, { code })).status).toBe(200);
  });

  it('thirty from unknown browsers in a day close the application to them, not codes on paper, not known browsers', async () => {
    const secret = await addApplication(vitrine, here, tenant.accountId);
    const { codes } = (await ask('POST', '/codes')).json();
    const known = cookieNamed(await second(await begin(), { code: oneTimeCode(secret) }), 'vitrine_navigateur');
    await letTimePass(vitrine, tenant.accountId);
    const places = "DELETE FROM tentatives WHERE genre = 'adresse'";
    for (let n = 1; n <= 30; n++) {
      expect((await second(await pendingByHand(), { code: '000000' })).status).toBe(403);
      if (n % 10 === 0) await sql(places);
    }
    const refused = await second(await pendingByHand(), { code: oneTimeCode(secret) });
    expect([...refusal(refused), refused.json().message]).toEqual([
      ...[429, 'trop_de_tentatives'],
      expect.stringContaining('code de secours'),
    ]);
    expect((await second(await pendingByHand(), { code: codes[0] })).status).toBe(200);
    expect((await second(`${await pendingByHand()}; ${known}`, { code: oneTimeCode(secret) })).status).toBe(200);
  });

  it('a hundred from known browsers in a day close the application to them: a password that was changed by mail makes a browser known', async () => {
    const secret = await addApplication(vitrine, here, tenant.accountId);
    const { codes } = (await ask('POST', '/codes')).json();
    const known = cookieNamed(await second(await begin(), { code: oneTimeCode(secret) }), 'vitrine_navigateur');
    await letTimePass(vitrine, tenant.accountId);
    const fromKnown = async (code: string) => second(`${await pendingByHand()}; ${known}`, { code });
    expect((await fromKnown('000000')).status).toBe(403);
    const ofDay = [sha256(`connu ${tenant.accountId}`)];
    expect(await sql("SELECT nombre FROM tentatives WHERE genre = 'second' AND empreinte = $1", ofDay)).toEqual([
      { nombre: 1 },
    ]);
    await sql("UPDATE tentatives SET nombre = 100 WHERE genre = 'second' AND empreinte = $1", ofDay);
    expect(refusal(await fromKnown(oneTimeCode(secret)))).toEqual([429, 'trop_de_tentatives']);
    expect((await fromKnown(codes[0])).status).toBe(200);
  });
});

describe('GET /api/securite', () => {
  it('tells factors, codes and sessions, with browser and place in words', async () => {
    const chrome =
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
    const opened = await logIn({ email, mot_de_passe: PASSWORD }, { 'user-agent': chrome });
    const who = {
      cookie: sessionOf(opened),
      headers: { cookie: sessionOf(opened), 'sec-fetch-site': 'same-origin' },
    } as const;
    const { sessions, ...rest } = (await ask('GET', '', undefined, who)).json();
    expect(rest).toEqual({
      ...{ email, passkeys: [], generateur: null, codes_restants: 0, exige: false, proposable: true },
      // The password of the sign-in proves nothing where a code can be mailed.
      ...{ preuve: 'courriel', prouve_jusqua: null },
    });
    await proveByMail(vitrine, who);
    expect((await ask('GET', '', undefined, who)).json().prouve_jusqua).toMatch(/^\d{4}-.*Z$/);
    expect(sessions).toEqual([
      expect.objectContaining({
        ici: true,
        navigateur: 'Chrome sous Linux',
        lieu: 'réseau local',
        second_facteur_le: null,
      }),
      expect.objectContaining({ ici: false, navigateur: null, lieu: null }),
    ]);
    for (const odd of ['/sessions/%00', '/passkeys/a%00'])
      expect((await ask('DELETE', odd, undefined, who)).status).toBe(404);
    expect((await ask('DELETE', `/sessions/${sessions[1].id}`, undefined, who)).json()).toEqual({ ok: true });
    expect([await isLive(here.cookie), await isLive(who.cookie)]).toEqual([false, true]);
    const stranger = await signIn(vitrine, await createTenant(vitrine.databaseUrl));
    expect(refusal(await ask('DELETE', `/sessions/${sessions[0].id}`, undefined, stranger))).toEqual([
      404,
      'introuvable',
    ]);
  });

  it('no key opens it, and no page of another origin changes anything', async () => {
    expect(refusal(await vitrine.ask({ path: '/api/securite', key: tenant.key }))).toEqual([401, 'unauthorized']);
    const headers = { cookie: here.cookie, 'sec-fetch-site': 'same-site' };
    const answer = await vitrine.ask({ method: 'POST', path: '/api/securite/codes', headers });
    expect(refusal(answer)).toEqual([403, 'origine_refusee']);
  });
});

describe('changes of what an account is signed in with', () => {
  const CHANGES = [
    ['POST', '/passkeys/defi'],
    ['POST', '/generateur'],
    ['POST', '/generateur/confirmation', { code: '123456' }],
    ['DELETE', '/generateur'],
    ['DELETE', '/passkeys/abc'],
    ['POST', '/codes'],
  ] as const;
  const letProofPass = () =>
    sql(`UPDATE sessions SET cree_le = now() - interval '11 minutes', prouve_le = prouve_le - interval '11 minutes',
         preuve_forte_le = preuve_forte_le - interval '11 minutes'`);

  it('want a second factor again after ten minutes', async () => {
    const secret = await addApplication(vitrine, here, tenant.accountId);
    await letProofPass();
    expect((await ask('GET', '')).json().prouve_jusqua).toBeNull();
    for (const [method, path, body] of CHANGES) {
      expect(refusal(await ask(method, path, body)), path).toEqual([403, 'preuve_requise']);
    }
    const prove = (body: unknown) => ask('POST', '/preuve', body);
    expect(refusal(await prove({ mot_de_passe: 'faux' }))).toEqual([403, 'mot_de_passe_incorrect']);
    expect(refusal(await prove({ code: '000000' }))).toEqual([403, 'second_facteur_incorrect']);
    expect(refusal(await ask('POST', '/codes'))).toEqual([403, 'preuve_requise']);
    // Whoever has the password does not take the second factor away.
    expect((await prove({ mot_de_passe: PASSWORD })).json()).toEqual({ ok: true });
    expect(refusal(await ask('POST', '/codes'))).toEqual([403, 'preuve_requise']);
    expect((await prove({ code: oneTimeCode(secret) })).json()).toEqual({ ok: true });
    expect((await ask('POST', '/codes')).status).toBe(200);
    expect((await ask('DELETE', '/generateur')).json()).toEqual({ ok: true });
    // The password alone signs in again, and the codes are gone with the last factor.
    expect((await logIn({ email, mot_de_passe: PASSWORD })).status).toBe(200);
    expect((await ask('GET', '')).json()).toMatchObject({ generateur: null, codes_restants: 0 });
    expect((await mails()).at(-1)).toBe('generateur_retire');
  });

  it('a first code has to be right before an application counts, and a second one is refused', async () => {
    await proveByMail(vitrine, here);
    const { secret, qr } = (await ask('POST', '/generateur')).json();
    expect(qr).toMatch(/^<svg /);
    expect((await logIn({ email, mot_de_passe: PASSWORD })).status).toBe(200);
    const confirm = (code: string) => ask('POST', '/generateur/confirmation', { code });
    expect(refusal(await confirm('000000'))).toEqual([403, 'second_facteur_incorrect']);
    const { secret: other } = (await ask('POST', '/generateur')).json();
    expect(other).not.toBe(secret);
    expect((await confirm(oneTimeCode(secret))).status).toBe(403);
    expect((await confirm(oneTimeCode(other))).status).toBe(200);
    expect(refusal(await ask('POST', '/generateur'))).toEqual([409, 'generateur_existe']);
    expect(refusal(await confirm(oneTimeCode(other)))).toEqual([404, 'introuvable']);
    // The code that has confirmed the application is used up.
    expect((await second(await begin(), { code: oneTimeCode(other) })).status).toBe(403);
  });

  it('the first factor ends the other sessions, and a session that has shown none is none, whoever has made it', async () => {
    const before = await signIn(vitrine, tenant);
    await addApplication(vitrine, here, tenant.accountId);
    expect([await isLive(before.cookie), await isLive(here.cookie)]).toEqual([false, true]);
    // As the release before this one opens it.
    const earlier = await signIn(vitrine, tenant);
    expect(await isLive(earlier.cookie)).toBe(false);
    const change = { actuel: PASSWORD, nouveau: 'une autre phrase secrète' };
    const path = '/api/compte/mot-de-passe';
    const answer = await vitrine.ask({ method: 'POST', path, body: change, headers: earlier.headers });
    expect(refusal(answer)).toEqual([401, 'unauthorized']);
  });
});

describe('a new password by a link', () => {
  const setPassword = async (proven: boolean) => {
    const secret = `lien-${Math.random()}`;
    await sql(
      `INSERT INTO liens (empreinte, genre, compte_id, envoye_a, expire_le)
       VALUES ($1, 'mot_de_passe', $2, $3, now() + interval '5 minutes')`,
      [sha256(secret), tenant.accountId, proven ? email : null],
    );
    const fields = { jeton: secret, mot_de_passe: 'une autre phrase secrète' };
    const answer = await post('/mot-de-passe', new URLSearchParams(fields).toString(), FORM);
    expect([answer.status, answer.headers.location]).toEqual([303, '/connexion?avis=mot-de-passe']);
  };

  it('leaves the second factor: the next sign-in asks for it', async () => {
    const secret = await addApplication(vitrine, here, tenant.accountId);
    await setPassword(true);
    expect((await second(await begin('une autre phrase secrète'), { code: oneTimeCode(secret) })).status).toBe(200);
  });

  it('with the former address, the factors that came since go, and all codes on paper', async () => {
    await addApplication(vitrine, here, tenant.accountId);
    await ask('POST', '/codes');
    const add = (id: string, since: string) =>
      sql(
        `INSERT INTO passkeys (id, compte_id, nom, cle_publique, cree_le) VALUES ($1, $2, $1, '\\x00', now() - $3::interval)`,
        [id.repeat(20), tenant.accountId, since],
      );
    await add('a', '2 days');
    await add('b', '1 minute');
    const secret = `lien-${Math.random()}`;
    // The address was changed an hour ago.
    await sql(
      `INSERT INTO liens (empreinte, genre, compte_id, envoye_a, email, expire_le)
       VALUES ($1, 'annulation', $2, $3, 'autre@exemple.fr', now() + interval '7 days' - interval '1 hour')`,
      [sha256(secret), tenant.accountId, email],
    );
    const answer = await post('/ancienne-adresse', new URLSearchParams({ jeton: secret }).toString(), FORM);
    expect(answer.headers.location).toContain('/mot-de-passe?jeton=');
    const left = async (text: string) => (await sql(text, [tenant.accountId])).map(({ v }) => v);
    expect(await left('SELECT id AS v FROM passkeys WHERE compte_id = $1')).toEqual(['a'.repeat(20)]);
    expect(await left('SELECT compte_id AS v FROM generateurs WHERE compte_id = $1')).toEqual([]);
    expect(await left('SELECT empreinte AS v FROM codes_de_secours WHERE compte_id = $1')).toEqual([]);
  });

  it('takes the factors of a stranger away who has made the account with an address that was not theirs', async () => {
    await sql('UPDATE comptes SET confirme_le = NULL WHERE id = $1', [tenant.accountId]);
    await addApplication(vitrine, here, tenant.accountId);
    await setPassword(true);
    expect((await logIn({ email, mot_de_passe: 'une autre phrase secrète' })).json()).toEqual({ ok: true });
  });
});
