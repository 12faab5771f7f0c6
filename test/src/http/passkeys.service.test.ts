import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { relyingPartyOf } from '../../../src/accounts/second-factor/relying-party.ts';
import { type Saying, SoftwareAuthenticator } from '../../support/authenticator.ts';
import { query } from '../../support/database.ts';
import { HOSTILE_CBOR } from '../../support/hostile-cbor.ts';
import type { Answer } from '../../support/http.ts';
import { cookieNamed, loginRequests } from '../../support/login.ts';
import { createTenant, startTestProgram, type Tenant, type TestProgram } from '../../support/program.ts';
import { addPasskey, askSecurity } from '../../support/second-factor.ts';
import { givePassword, PASSWORD, type SignedIn, signIn } from '../../support/sign-in.ts';
import { runs } from '../../support/soak.ts';

const ORIGIN = 'http://localhost';
/** How often a race is run. */
const ROUNDS = runs(8, 200);

let vitrine: TestProgram;
let tenant: Tenant;
let here: SignedIn;
let email: string;

beforeAll(async () => {
  vitrine = await startTestProgram({ BASE_URL: ORIGIN });
});
afterAll(() => vitrine.close());
beforeEach(async () => {
  await sql('DELETE FROM tentatives');
  tenant = await createTenant(vitrine.databaseUrl);
  here = await signIn(vitrine, tenant);
  email = (await givePassword(vitrine.databaseUrl, tenant.accountId)).email;
});

const sql = async (text: string, values: unknown[] = []) => (await query(vitrine.databaseUrl, text, values)).rows;
const { post, logIn } = loginRequests(() => vitrine);
const ask = (method: string, path: string, body?: unknown, who = here) => askSecurity(vitrine, who, method, path, body);
const refusal = (answer: Answer) => [answer.status, answer.json().error];
const sessionOf = (answer: Answer) => cookieNamed(answer, 'vitrine_session');
const optionsOf = (answer: Answer) => {
  expect(answer.status).toBe(200);
  return answer.json().options;
};
const challenge = async () => optionsOf(await post('/connexion/passkey/defi', {}));
const enter = (passkey: unknown) => post('/connexion/passkey', { passkey });
const begin = async () => cookieNamed(await logIn({ email, mot_de_passe: PASSWORD }), 'vitrine_connexion');
const isLive = async (cookie: string) =>
  (await vitrine.ask({ path: '/api/compte', headers: { cookie } })).status === 200;
const REFUSED = [403, 'second_facteur_incorrect'];

/** What a device or a page says that is not right. */
const WRONG: readonly (readonly [string, Saying])[] = [
  ['the origin of a site below the host', { origin: 'http://boulangerie.localhost' }],
  ['another port', { origin: 'http://localhost:8080' }],
  ['another scheme', { origin: 'https://localhost' }],
  ['the origin with a slash', { origin: 'http://localhost/' }],
  ['the origin of nobody', { origin: 'null' }],
  ['another relying party', { rpId: 'exemple.fr' }],
  ['a site as relying party', { rpId: 'boulangerie.localhost' }],
  ['a page in a frame of another site', { isFramed: true }],
  ['a challenge of nobody', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
];

describe('a passkey is made', () => {
  it('with options for this host alone, and has its name in the list', async () => {
    const options = optionsOf(await ask('POST', '/passkeys/defi'));
    expect(options).toMatchObject({
      rp: { id: 'localhost' },
      user: { name: email },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    });
    const device = await addPasskey(vitrine, here, ORIGIN);
    const { passkeys } = (await ask('GET', '')).json();
    expect(passkeys).toEqual([
      { id: device.id, nom: 'Mon ordinateur', cree_le: expect.any(String), derniere_utilisation: null },
    ]);
    const next = optionsOf(await ask('POST', '/passkeys/defi'));
    expect(next.excludeCredentials).toEqual([{ type: 'public-key', id: device.id, transports: ['internal'] }]);
    expect((await ask('DELETE', `/passkeys/${device.id}`)).json()).toEqual({ ok: true });
    expect(refusal(await ask('DELETE', `/passkeys/${device.id}`))).toEqual([404, 'introuvable']);
    expect((await logIn({ email, mot_de_passe: PASSWORD })).status).toBe(200);
  });

  it.each<readonly [string, Saying]>([
    ...WRONG,
    ['an answer of a sign-in', { type: 'webauthn.get' }],
    ['who made the device', { format: 'packed' }],
  ])('%s: refused', async (_what, saying) => {
    const device = new SoftwareAuthenticator(ORIGIN);
    const options = optionsOf(await ask('POST', '/passkeys/defi'));
    const body = { nom: 'Clé', passkey: device.make(options, saying) };
    expect(refusal(await ask('POST', '/passkeys', body))).toEqual(REFUSED);
    expect((await ask('GET', '')).json().passkeys).toEqual([]);
  });

  it('its challenge is for one answer of one session', async () => {
    const device = new SoftwareAuthenticator(ORIGIN);
    const options = optionsOf(await ask('POST', '/passkeys/defi'));
    const body = { nom: 'Clé', passkey: device.make(options) };
    const other = await signIn(vitrine, tenant);
    expect(refusal(await ask('POST', '/passkeys', body, other))).toEqual(REFUSED);
    const again = optionsOf(await ask('POST', '/passkeys/defi'));
    const made = { nom: 'Clé', passkey: device.make(again) };
    const answers = await Promise.all([1, 2, 3, 4].map(() => ask('POST', '/passkeys', made)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 403, 403, 403]);
    // Another account does not get the passkey of this one.
    const stranger = await createTenant(vitrine.databaseUrl);
    const who = await signIn(vitrine, stranger);
    const theirs = optionsOf(await ask('POST', '/passkeys/defi', undefined, who));
    const taken = await ask('POST', '/passkeys', { nom: 'Clé', passkey: device.make(theirs) }, who);
    expect(refusal(taken)).toEqual(REFUSED);
  });

  it('an account has twenty at most, also when many are added at once', async () => {
    await sql(
      `INSERT INTO passkeys (id, compte_id, nom, cle_publique)
       SELECT 'AAAAAAAAAAAAAAAAAAAA' || $1::text || n, $1::uuid, 'x', '\\x00' FROM generate_series(1, 20) n`,
      [tenant.accountId],
    );
    const shown = 'second_facteur_le = now(), preuve_forte_le = now(), preuve_appui_le = now()';
    await sql(`UPDATE sessions SET ${shown} WHERE compte_id = $1`, [tenant.accountId]);
    expect(refusal(await ask('POST', '/passkeys/defi'))).toEqual([409, 'trop_de_passkeys']);
  });
});

describe('a passkey signs in without a password', () => {
  it('opens a session that has shown a second factor', async () => {
    const device = await addPasskey(vitrine, here, ORIGIN);
    const options = await challenge();
    expect(options).toMatchObject({ rpId: 'localhost', allowCredentials: [], userVerification: 'required' });
    const answer = await enter(device.show(options));
    expect([answer.status, answer.json()]).toEqual([200, { ok: true }]);
    expect(await isLive(sessionOf(answer))).toBe(true);
    const [{ derniere_utilisation }] = (await ask('GET', '')).json().passkeys;
    expect(derniere_utilisation).not.toBeNull();
  });

  it.each<readonly [string, Saying]>([
    ...WRONG,
    ['nobody was checked', { isVerified: false }],
    ['no account', { userHandle: null }],
    ['another account', { userHandle: 'AAAAAAAAAAAAAAAAAAAAAA' }],
    ['an answer of a new passkey', { type: 'webauthn.create' }],
    ['another signature', { signature: Buffer.alloc(70, 1) }],
  ])('%s: refused', async (_what, saying) => {
    const device = await addPasskey(vitrine, here, ORIGIN);
    const answer = await enter(device.show(await challenge(), saying));
    expect([...refusal(answer), sessionOf(answer)]).toEqual([...REFUSED, '']);
  });

  it('an unknown passkey, a removed one and a copy of an answer: refused', async () => {
    const device = await addPasskey(vitrine, here, ORIGIN);
    expect(refusal(await enter(new SoftwareAuthenticator(ORIGIN).show(await challenge())))).toEqual(REFUSED);
    const answer = device.show(await challenge());
    expect((await enter(answer)).status).toBe(200);
    expect(refusal(await enter(answer))).toEqual(REFUSED);
    expect((await ask('DELETE', `/passkeys/${device.id}`)).status).toBe(200);
    expect(refusal(await enter(device.show(await challenge())))).toEqual(REFUSED);
  });

  it('a counter that goes back is that of a copy: refused; one that stays zero is not kept', async () => {
    const device = await addPasskey(vitrine, here, ORIGIN);
    const status = async (counter: number) => (await enter(device.show(await challenge(), { counter }))).status;
    expect([await status(0), await status(0), await status(7)]).toEqual([200, 200, 200]);
    expect([await status(7), await status(6), await status(0), await status(8)]).toEqual([403, 403, 403, 200]);
  });

  it('one answer many times at once: exactly one session', async () => {
    const device = await addPasskey(vitrine, here, ORIGIN);
    for (let round = 1; round <= ROUNDS; round++) {
      const answer = device.show(await challenge());
      const answers = await Promise.all(Array.from({ length: 5 }, () => enter(answer)));
      expect(answers.filter(({ status }) => status === 200).length, `round ${round}`).toBe(1);
      await sql('DELETE FROM tentatives');
    }
  });

  it('wrong ones stop no right one; challenges are counted for the address', async () => {
    const device = await addPasskey(vitrine, here, ORIGIN);
    for (let n = 1; n <= 12; n++) expect((await enter(device.show(await challenge(), { rpId: 'x' }))).status).toBe(403);
    expect((await enter(device.show(await challenge()))).status).toBe(200);
    await sql("UPDATE tentatives SET nombre = 300 WHERE genre = 'lien'");
    expect(refusal(await post('/connexion/passkey/defi', {}))).toEqual([429, 'trop_de_tentatives']);
  });

  it('a page of another origin cannot bring an answer', async () => {
    const device = await addPasskey(vitrine, here, ORIGIN);
    const passkey = device.show(await challenge());
    for (const site of ['same-site', 'cross-site']) {
      const headers = { 'sec-fetch-site': site };
      expect(refusal(await post('/connexion/passkey', { passkey }, headers))).toEqual([403, 'origine_refusee']);
      expect(refusal(await post('/connexion/passkey/defi', {}, headers))).toEqual([403, 'origine_refusee']);
    }
  });
});

describe('a passkey beside the password', () => {
  const second = (cookie: string, passkey: unknown) => post('/connexion/second', { passkey }, { cookie });
  const ask2 = async (cookie: string) => optionsOf(await post('/connexion/second/defi', {}, { cookie }));

  it('opens the session, also of a device that checks nobody', async () => {
    const device = await addPasskey(vitrine, here, ORIGIN);
    const cookie = await begin();
    const options = await ask2(cookie);
    expect(options.allowCredentials).toEqual([{ type: 'public-key', id: device.id, transports: ['internal'] }]);
    const answer = await second(cookie, device.show(options, { isVerified: false, userHandle: null }));
    expect(answer.json()).toEqual({ ok: true });
    expect(await isLive(sessionOf(answer))).toBe(true);
  });

  it('only for the sign-in that has asked, and only of its account', async () => {
    const device = await addPasskey(vitrine, here, ORIGIN);
    const [one, other] = [await begin(), await begin()];
    expect(refusal(await second(other, device.show(await ask2(one))))).toEqual(REFUSED);
    // A challenge for a sign-in without a password does not count here, nor the reverse.
    expect(refusal(await second(one, device.show(await challenge())))).toEqual(REFUSED);
    expect(refusal(await enter(device.show(await ask2(one))))).toEqual(REFUSED);
    const stranger = await signIn(vitrine, await createTenant(vitrine.databaseUrl));
    const theirs = await addPasskey(vitrine, stranger, ORIGIN);
    expect(refusal(await second(one, theirs.show(await ask2(one))))).toEqual(REFUSED);
    expect((await second(one, device.show(await ask2(one)))).status).toBe(200);
    expect(refusal(await post('/connexion/second/defi', {}, { cookie: one }))).toEqual([401, 'unauthorized']);
  });

  it('is a proof for the session that has asked', async () => {
    const device = await addPasskey(vitrine, here, ORIGIN);
    await sql("UPDATE sessions SET cree_le = now() - interval '1 hour', prouve_le = NULL");
    const options = optionsOf(await ask('POST', '/preuve/defi'));
    const passkey = device.show(options);
    expect((await ask('POST', '/preuve', { passkey })).json()).toEqual({ ok: true });
    expect(refusal(await ask('POST', '/preuve', { passkey }))).toEqual(REFUSED);
    expect((await ask('POST', '/codes')).status).toBe(200);
  });
});

describe('what an authenticator would never say', () => {
  it.each(HOSTILE_CBOR)('%s: refused, and the next passkey is accepted', async (_what, bytes) => {
    const device = new SoftwareAuthenticator(ORIGIN);
    const made = device.make(optionsOf(await ask('POST', '/passkeys/defi')));
    const attestationObject = bytes.toString('base64url');
    const body = { nom: 'Clé', passkey: { ...made, response: { ...made.response, attestationObject } } };
    expect(refusal(await ask('POST', '/passkeys', body))).toEqual(REFUSED);
    await addPasskey(vitrine, here, ORIGIN);
  });

  it.each([
    ['no JSON', Buffer.from('{')],
    ['a list', Buffer.from('[]')],
    ['a challenge that is an object', Buffer.from('{"challenge":{"a":1},"type":"webauthn.get"}')],
    ['objects in each other', Buffer.from('{"a":'.repeat(600))],
  ])('client data that are %s: refused', async (_what, bytes) => {
    const device = await addPasskey(vitrine, here, ORIGIN);
    const shown = device.show(await challenge());
    const response = { ...shown.response, clientDataJSON: bytes.toString('base64url') };
    expect(refusal(await enter({ ...shown, response }))).toEqual(REFUSED);
  });
});

describe('where browsers refuse passkeys', () => {
  it.each<[string | undefined, string | null]>([
    ['https://vitrine.exemple.fr', 'vitrine.exemple.fr https://vitrine.exemple.fr'],
    ['https://Vitrine.Exemple.fr:8443/studio', 'vitrine.exemple.fr https://vitrine.exemple.fr:8443'],
    ['https://été.fr', 'xn--t-9fab.fr https://xn--t-9fab.fr'],
    ['http://localhost:3000', 'localhost http://localhost:3000'],
    ['http://vitrine.localhost', 'vitrine.localhost http://vitrine.localhost'],
    ['http://vitrine.exemple.fr', null],
    ['http://notlocalhost', null],
    ['https://127.0.0.1', null],
    ['https://[::1]', null],
    ['https://0x7f000001', null],
    ['https://vitrine.exemple.fr.', null],
    [undefined, null],
  ])('BASE_URL %s: %s', (baseUrl, expected) => {
    const party = relyingPartyOf(baseUrl);
    expect(party && `${party.id} ${party.origin}`).toBe(expected);
  });

  it('they are not offered, and asking for one says so', async () => {
    const other = await startTestProgram({ BASE_URL: 'http://127.0.0.1' }, { databaseUrl: vitrine.databaseUrl });
    try {
      const state = await askSecurity(other, here, 'GET', '');
      expect(state.json().proposable).toBe(false);
      expect(refusal(await askSecurity(other, here, 'POST', '/passkeys/defi'))).toEqual([409, 'passkeys_impossibles']);
      const refused = await other.ask({
        ...{ method: 'POST', path: '/connexion/passkey/defi', body: {} },
        headers: { 'sec-fetch-site': 'same-origin' },
      });
      expect(refusal(refused)).toEqual([409, 'passkeys_impossibles']);
    } finally {
      await other.close();
    }
  });
});
