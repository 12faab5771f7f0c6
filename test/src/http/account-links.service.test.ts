/** Links that work once: what they do, for whom, and what becomes of replays, races and guesses. Mail itself is tested with its sender. */
import { readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type LinkFor, makeLink } from '../../../src/accounts/links.ts';
import { writeLetter } from '../../../src/mail/write-letter.ts';
import type { TakenMail } from '../../../src/storage/mail-queue.ts';
import { inTransaction } from '../../../src/storage/transaction.ts';
import { freshDataDir } from '../../support/data-dir.ts';
import { onDatabase, openPools, query } from '../../support/database.ts';
import { htmlFaults } from '../../support/html-faults.ts';
import type { Answer } from '../../support/http.ts';
import { cookieNamed, FORM, loginRequests, sha256 } from '../../support/login.ts';
import { createTenant, startTestProgram, type TestProgram } from '../../support/program.ts';
import { proveByMail } from '../../support/second-factor.ts';
import { PASSWORD, type SignedIn, signIn } from '../../support/sign-in.ts';

const NEW_PASSWORD = 'une autre phrase secrète';
/** Nothing listens there: what waits stays. */
const MAIL = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'vitrine@exemple.fr', BASE_URL: 'http://localhost' };

let vitrine: TestProgram;
beforeAll(async () => {
  vitrine = await startTestProgram({ ...MAIL, INSCRIPTION: 'ouverte', TRUST_PROXY: 'true' });
});
afterAll(() => vitrine.close());
beforeEach(() => sql('DELETE FROM tentatives'));

const sql = async (text: string, values: unknown[] = []) => (await query(vitrine.databaseUrl, text, values)).rows;
const { logIn } = loginRequests(() => vitrine);
const form = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}, at = vitrine) =>
  at.ask({
    method: 'POST',
    path,
    body: new URLSearchParams(fields).toString(),
    headers: { 'sec-fetch-site': 'same-origin', ...FORM, ...headers },
  });
const link = (made: LinkFor, since: string | null = null) =>
  onDatabase(vitrine.databaseUrl, (client) => makeLink(client, made, since));
/** Follows a link to its form, and sends that. */
const follow = (path: string, fields: Record<string, string> = {}, headers: Record<string, string> = {}) => {
  const [page = '', query] = path.split('?');
  return form(page, { ...Object.fromEntries(new URLSearchParams(query)), ...fields }, headers);
};
const alertOf = ({ text }: Answer) => /<p role="alert" tabindex="-1">([^<]+)<\/p>/.exec(text)?.[1];

interface Person extends SignedIn {
  readonly accountId: string;
  readonly siteId: string;
  readonly key: string;
  readonly email: string;
}

/** A signed-in account with a site. */
async function person({ confirmed = true } = {}): Promise<Person> {
  const tenant = await createTenant(vitrine.databaseUrl);
  if (!confirmed) await sql('UPDATE comptes SET confirme_le = NULL WHERE id = $1', [tenant.accountId]);
  return { ...tenant, ...(await signIn(vitrine, tenant)), email: (await stateOf(tenant.accountId)).email };
}
const stateOf = async (id: string) =>
  (await sql('SELECT email, confirme_le IS NOT NULL AS confirme, mot_de_passe FROM comptes WHERE id = $1', [id]))[0];
const sessionsOf = async (id: string) => (await sql('SELECT FROM sessions WHERE compte_id = $1', [id])).length;
const liveKeysOf = async (id: string) =>
  (await sql('SELECT FROM cles WHERE compte_id = $1 AND revoquee_le IS NULL', [id])).length;
const mailsTo = async (email: string) =>
  (await sql('SELECT genre FROM courriels WHERE destinataire = $1 ORDER BY cree_le', [email])).map(
    ({ genre }) => genre,
  );
/** A version of a theme, which a person has written. */
async function write({ siteId, email }: Person): Promise<void> {
  await sql('INSERT INTO themes (site_id, nom, version, role, lignee) VALUES ($1, $2, $3, $4, gen_random_uuid())', [
    ...[siteId, 'T', '1', 'brouillon'],
  ]);
  await sql(
    `INSERT INTO versions (site_id, theme_id, numero, auteur, moyen) SELECT site_id, id, 1, $2, 'fichier' FROM themes WHERE site_id = $1`,
    [siteId, email],
  );
}
let addresses = 0;
const freshAddress = () => `nouvelle${++addresses}@exemple.fr`;

describe('the pages of links', () => {
  it.each([
    '/confirmation',
    '/mot-de-passe',
    '/nouvelle-adresse',
    '/ancienne-adresse',
  ])('%s of a link that does not work says so, and is kept by nobody', async (path) => {
    for (const answer of [await vitrine.ask({ path: `${path}?jeton=rien` }), await form(path, { jeton: 'rien' })]) {
      expect([answer.status, alertOf(answer)]).toEqual([404, 'Ce lien a déjà servi, ou il est trop ancien.']);
      expect(answer.headers['cache-control']).toBe('no-store');
    }
    expect((await vitrine.ask({ path: `${path}?jeton=rien` })).headers['referrer-policy']).toBe('no-referrer');
    expect((await vitrine.ask({ path })).status).toBe(404);
  });

  it('have no faults, and to look at them uses no link up', async () => {
    const { accountId, email } = await person({ confirmed: false });
    const [next, of] = [freshAddress(), { compte_id: accountId }];
    for (const made of [
      { genre: 'confirmation', ...of, envoye_a: email },
      { genre: 'mot_de_passe', ...of, envoye_a: email },
      { genre: 'adresse', ...of, envoye_a: next },
      { genre: 'annulation', ...of, envoye_a: next },
    ] satisfies LinkFor[]) {
      const path = await link(made);
      const [first, second] = [await vitrine.ask({ path }), await vitrine.ask({ path })];
      expect([first.status, second.status]).toEqual([200, 200]);
      expect(await htmlFaults(first.text)).toEqual([]);
    }
    expect(await stateOf(accountId)).toMatchObject({ email, confirme: false });
  });

  it('take a form whose browser tells no origin, as browsers do under no-referrer, and none of another page', async () => {
    const { accountId, email } = await person();
    const path = await link({ genre: 'mot_de_passe', compte_id: accountId, envoye_a: email });
    const fields = { mot_de_passe: NEW_PASSWORD };
    const send = (headers: Record<string, string>) => {
      const [page = '', query = ''] = path.split('?');
      const body = new URLSearchParams({ ...Object.fromEntries(new URLSearchParams(query)), ...fields }).toString();
      return vitrine.ask({ method: 'POST', path: page, body, headers: { ...FORM, ...headers } });
    };
    expect((await send({ origin: 'http://evil.example' })).status).toBe(403);
    expect((await send({ origin: 'null', 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await send({ origin: 'null' })).status).toBe(303);
  });
});

describe('the secrets of links', () => {
  it('are in no line of the log, at whatever level, and of the access log', async () => {
    const lines: string[] = [];
    const file = join(await freshDataDir(), 'acces.log');
    const told = await startTestProgram(
      { ...MAIL, LOG_LEVEL: 'trace', ACCESS_LOG: file },
      { databaseUrl: vitrine.databaseUrl, logTo: { write: (line) => void lines.push(line) } },
    );
    const { accountId, email } = await person();
    const path = await link({ genre: 'mot_de_passe', compte_id: accountId, envoye_a: email });
    const secret = path.slice(path.indexOf('=') + 1);
    await told.ask({ path });
    await told.ask({ path: `${path}faux` });
    await told.ask({ path: `/inscription?invitation=${secret}` });
    await form('/mot-de-passe', { jeton: secret, mot_de_passe: 'court' }, {}, told);
    await form(
      '/mot-de-passe',
      { jeton: `${secret}x`, mot_de_passe: NEW_PASSWORD },
      { 'sec-fetch-site': 'none' },
      told,
    );
    await told.close();
    const written = await readFile(file, 'utf8');
    expect(written).toContain('"path":"/mot-de-passe"');
    expect(written + lines.join('')).not.toContain(secret);
    await rm(dirname(file), { recursive: true });
  });
});

describe('the studio', () => {
  it('tells of an address that is not confirmed, and of one that waits', async () => {
    const [who, next] = [await person({ confirmed: false }), freshAddress()];
    const open = async (path: string, { headers }: Person) => (await vitrine.ask({ path, headers })).text;
    for (const path of ['/studio', '/studio/compte']) {
      expect(await open(path, who)).toContain('n’est pas encore confirmée');
      expect(await open(path, await person())).not.toContain('n’est pas encore confirmée');
    }
    const path = await link({ genre: 'adresse', compte_id: who.accountId, envoye_a: next });
    expect(await open('/studio/compte', who)).toContain(`<bdi>${next}</bdi>`);
    await follow(path, {}, who.headers);
    const page = await open('/studio/compte', who);
    expect(page).toContain(`Ce compte a l’adresse <bdi>${next}</bdi>`);
    expect(page).not.toContain('n’est pas encore confirmée');
  });
});

describe('guesses of links', () => {
  const KINDS = ['confirmation', 'mot_de_passe', 'adresse', 'annulation'] as const;

  it('are no links, however many come, and stop no good one behind the same network address', async () => {
    const { accountId, email } = await person();
    const paths = await Promise.all(KINDS.map((genre) => link({ genre, compte_id: accountId, envoye_a: email })));
    const guess = (n: number) =>
      vitrine.ask({ path: `${paths[n % paths.length]?.split('?')[0]}?jeton=${sha256(String(n)).slice(0, 43)}` });
    const guessed = await Promise.all(Array.from({ length: 40 }, (_, n) => guess(n)));
    expect(new Set(guessed.map(({ status }) => status))).toEqual(new Set([404]));
    for (const path of paths.filter((path) => !path.startsWith('/nouvelle-adresse'))) {
      expect([path, (await vitrine.ask({ path })).status]).toEqual([path, 200]);
    }
    expect((await follow(String(paths[1]), { mot_de_passe: NEW_PASSWORD })).status).toBe(303);
  });

  it('of the fingerprint, which a copy of the database has: not accepted either', async () => {
    const { accountId, email } = await person();
    await link({ genre: 'mot_de_passe', compte_id: accountId, envoye_a: email });
    const [{ empreinte }] = (await sql('SELECT empreinte FROM liens WHERE compte_id = $1', [accountId])) as [
      { empreinte: string },
    ];
    expect((await vitrine.ask({ path: `/mot-de-passe?jeton=${empreinte}` })).status).toBe(404);
  });

  it('nor does a link of one kind work as another', async () => {
    const { accountId, email } = await person();
    const path = await link({ genre: 'confirmation', compte_id: accountId, envoye_a: email });
    expect((await vitrine.ask({ path: path.replace('/confirmation', '/mot-de-passe') })).status).toBe(404);
  });
});

describe('the confirmation of an address', () => {
  const confirmation = ({ accountId, email }: Person) =>
    link({ genre: 'confirmation', compte_id: accountId, envoye_a: email });

  it('is given by a session of the account: 303 to its page', async () => {
    const who = await person({ confirmed: false });
    const path = await confirmation(who);
    expect((await vitrine.ask({ path, headers: who.headers })).text).not.toContain('id="mot_de_passe"');
    const answer = await follow(path, {}, who.headers);
    expect([answer.status, answer.headers.location]).toEqual([303, '/studio/compte']);
    expect((await stateOf(who.accountId)).confirme).toBe(true);
    expect((await follow(path, {}, who.headers)).status).toBe(404);
  });

  it('or by its password, whose failures are counted; and by nobody else who reads the mail', async () => {
    const [who, other] = [await person({ confirmed: false }), await person()];
    const path = await confirmation(who);
    expect((await vitrine.ask({ path, headers: other.headers })).text).toContain('id="mot_de_passe"');
    const bare = await follow(path, {}, other.headers);
    expect([bare.status, alertOf(bare)]).toEqual([401, 'Indiquez le mot de passe du compte.']);
    for (let n = 0; n < 10; n++) expect((await follow(path, { mot_de_passe: 'faux' })).status).toBe(403);
    expect((await follow(path, { mot_de_passe: PASSWORD })).status).toBe(429);
    expect((await stateOf(who.accountId)).confirme).toBe(false);
    await sql('DELETE FROM tentatives');
    const answer = await follow(path, { mot_de_passe: PASSWORD });
    expect([answer.status, answer.headers.location]).toEqual([303, '/connexion?avis=confirmation']);
    expect((await vitrine.ask({ path: '/connexion?avis=confirmation' })).text).toContain(
      'Votre adresse est confirmée.',
    );
  });

  it('of one address by two accounts at once: one owns it, the other is told in words', async () => {
    const [one, two] = [await person({ confirmed: false }), await person({ confirmed: false })];
    await sql('UPDATE comptes SET email = $2 WHERE id = $1', [two.accountId, one.email]);
    const paths = await Promise.all([confirmation(one), confirmation({ ...two, email: one.email })]);
    const answers = await Promise.all([follow(paths[0], {}, one.headers), follow(paths[1], {}, two.headers)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409]);
    expect(alertOf(answers.find(({ status }) => status === 409) as Answer)).toContain('Un autre compte a confirmé');
    const owners = [await stateOf(one.accountId), await stateOf(two.accountId)].filter(({ confirme }) => confirme);
    expect(owners).toHaveLength(1);
  });

  it('is asked for again, a few times an hour; a confirmed account is sent nothing', async () => {
    const [who, other] = [await person({ confirmed: false }), await person()];
    const ask = ({ headers }: Person) => vitrine.ask({ method: 'POST', path: '/api/compte/confirmation', headers });
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask(who)));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(5).fill(200), ...Array(3).fill(429)]);
    expect(await mailsTo(who.email)).toEqual(['inscription']);
    expect((await ask(other)).status).toBe(200);
    expect(await mailsTo(other.email)).toEqual([]);
  });
});

describe('a forgotten password', () => {
  it('is asked for with the same answer whatever the address, and the same row waits', async () => {
    const { email } = await person();
    const unknown = freshAddress();
    const texts = [];
    for (const address of [email, unknown]) {
      const answer = await form('/oubli', { email: address });
      expect(answer.status).toBe(200);
      texts.push(answer.text.replace(/nonce="[^"]*"/g, ''));
      expect(await mailsTo(address)).toEqual(['oubli']);
    }
    expect(texts[0]).toBe(texts[1]);
    expect(texts[0]).toContain('Si un compte a cette adresse, un message y est parti');
  });

  it('is asked for at our own host alone; nothing of what a request calls the host waits with the message', async () => {
    const email = freshAddress();
    for (const headers of [{ 'x-forwarded-host': 'evil.example' }, { host: 'evil.example' }]) {
      expect((await form('/oubli', { email }, headers)).status).toBe(404);
    }
    expect(await mailsTo(email)).toEqual([]);
    const forged = { forwarded: 'host=evil.example', origin: 'http://evil.example', referer: 'http://evil.example/' };
    expect((await form('/oubli', { email }, forged)).status).toBe(200);
    const rows = await sql('SELECT row_to_json(c)::text AS row FROM courriels c WHERE destinataire = $1', [email]);
    expect(rows).toEqual([{ row: expect.not.stringContaining('evil') }]);
  });

  it('is limited: by mail address so that nobody notices, by network address with a page', async () => {
    const email = freshAddress();
    const answers = await Promise.all(Array.from({ length: 8 }, () => form('/oubli', { email })));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(await mailsTo(email)).toHaveLength(5);
    const from = { 'x-forwarded-for': '192.0.2.9' };
    const more = await Promise.all(Array.from({ length: 22 }, () => form('/oubli', { email: freshAddress() }, from)));
    expect(more.filter(({ status }) => status === 429)).toHaveLength(2);
  });

  it('without an address: 400 in words', async () => {
    const answer = await form('/oubli', { email: 'personne' });
    expect([answer.status, alertOf(answer)]).toEqual([400, expect.stringContaining('adresse électronique')]);
  });

  it('where no mail goes out: the page says whom to ask, and has no form', async () => {
    const silent = await startTestProgram({}, { databaseUrl: vitrine.databaseUrl });
    const page = await silent.ask({ path: '/oubli' });
    expect([page.status, page.text.includes('<form')]).toEqual([200, false]);
    expect(page.text).toContain('<h1>Mot de passe oublié</h1>');
    expect(page.text).toContain('à la personne qui la gère');
    const email = freshAddress();
    expect((await form('/oubli', { email }, {}, silent)).status).toBe(503);
    expect(await mailsTo(email)).toEqual([]);
    await silent.close();
  });

  it('is replaced once by its link, in a race too: sessions and other links end, and the address is told', async () => {
    const who = await person();
    const of = { compte_id: who.accountId, envoye_a: who.email } as const;
    const [path, other] = [await link({ genre: 'mot_de_passe', ...of }), await link({ genre: 'mot_de_passe', ...of })];
    const change = await link({ genre: 'adresse', compte_id: who.accountId, envoye_a: freshAddress() });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => follow(path, { mot_de_passe: `${NEW_PASSWORD} ${n}` })),
    );
    const done = answers.findIndex(({ status }) => status === 303);
    expect(answers.map(({ status }) => status).filter((status) => status === 303)).toHaveLength(1);
    expect(answers[done]?.headers.location).toBe('/connexion?avis=mot-de-passe');
    expect(await sessionsOf(who.accountId)).toBe(0);
    for (const ended of [path, other, change]) expect((await vitrine.ask({ path: ended })).status).toBe(404);
    const opened = await logIn({ email: who.email, mot_de_passe: `${NEW_PASSWORD} ${done}` });
    expect(opened.status).toBe(200);
    expect(await mailsTo(who.email)).toEqual(['mot_de_passe_change', 'navigateur']);
    expect(await liveKeysOf(who.accountId)).toBe(1);
  });

  it('a password that is refused leaves the link as it was; a link that is over sets none', async () => {
    const who = await person();
    const path = await link({ genre: 'mot_de_passe', compte_id: who.accountId, envoye_a: who.email });
    const short = await follow(path, { mot_de_passe: 'court' });
    expect([short.status, alertOf(short)]).toEqual([400, expect.stringContaining('de 10 à 200 caractères')]);
    await sql('UPDATE liens SET expire_le = now() WHERE compte_id = $1', [who.accountId]);
    expect((await follow(path, { mot_de_passe: NEW_PASSWORD })).status).toBe(404);
    expect((await logIn({ email: who.email, mot_de_passe: PASSWORD })).status).toBe(200);
  });

  it('by a link that came by mail confirms the address, and ends the keys of who had made the account before', async () => {
    const who = await person({ confirmed: false });
    const path = await link({ genre: 'mot_de_passe', compte_id: who.accountId, envoye_a: who.email });
    expect((await follow(path, { mot_de_passe: NEW_PASSWORD })).status).toBe(303);
    expect((await stateOf(who.accountId)).confirme).toBe(true);
    expect(await liveKeysOf(who.accountId)).toBe(0);
  });

  it('by one that an operator has handed over does neither', async () => {
    const who = await person({ confirmed: false });
    const path = await link({ genre: 'mot_de_passe', compte_id: who.accountId });
    expect((await follow(path, { mot_de_passe: NEW_PASSWORD })).status).toBe(303);
    expect([(await stateOf(who.accountId)).confirme, await liveKeysOf(who.accountId)]).toEqual([false, 1]);
    expect(await mailsTo(who.email)).toEqual([]);
  });
});

describe('a change of address', () => {
  const ask = ({ headers }: Person, email: string, mot_de_passe = PASSWORD) =>
    vitrine.ask({ method: 'POST', path: '/api/compte/adresse', headers, body: { email, mot_de_passe } });

  it('takes the password, whose failures are counted, and answers the same for the address of another account', async () => {
    const [who, other] = [await person(), await person()];
    const wrong = await ask(who, freshAddress(), 'faux');
    expect([wrong.status, wrong.json().error]).toEqual([403, 'mot_de_passe_incorrect']);
    expect((await ask(who, freshAddress())).json().error).toBe('preuve_requise');
    await proveByMail(vitrine, who);
    const [free, taken] = [await ask(who, freshAddress()), await ask(who, other.email)];
    expect([free.status, free.text]).toEqual([200, taken.text]);
    expect(await mailsTo(other.email)).toEqual(['adresse']);
    expect((await ask(who, 'a@exemple.fr\nBcc: b@exemple.fr')).status).toBe(400);
    expect((await ask(who, who.email)).json().error).toBe('invalid_input');
    expect((await ask(who, freshAddress())).status).toBe(429);
  });

  it('a second one takes the place of the first', async () => {
    const [who, first, second] = [await person(), freshAddress(), freshAddress()];
    await proveByMail(vitrine, who);
    await ask(who, first);
    const path = await link({ genre: 'adresse', compte_id: who.accountId, envoye_a: first });
    await ask(who, second);
    expect([await mailsTo(first), await mailsTo(second)]).toEqual([[], ['adresse']]);
    expect((await vitrine.ask({ path })).status).toBe(404);
  });

  it('is made by the link and a session: authors of versions follow, links of the former address end, its reader is told', async () => {
    const [who, next] = [await person(), freshAddress()];
    await write(who);
    const former = await link({ genre: 'mot_de_passe', compte_id: who.accountId, envoye_a: who.email });
    const path = await link({ genre: 'adresse', compte_id: who.accountId, envoye_a: next });
    expect((await follow(path)).status).toBe(401);
    const answer = await follow(path, {}, who.headers);
    expect([answer.status, answer.headers.location]).toEqual([303, '/studio/compte']);
    expect(await stateOf(who.accountId)).toMatchObject({ email: next, confirme: true });
    expect(await mailsTo(who.email)).toEqual(['adresse_changee']);
    expect(await sql('SELECT auteur FROM versions WHERE site_id = $1', [who.siteId])).toEqual([{ auteur: next }]);
    expect((await vitrine.ask({ path: former })).status).toBe(404);
    expect((await logIn({ email: next, mot_de_passe: PASSWORD })).status).toBe(200);
    expect((await logIn({ email: who.email, mot_de_passe: PASSWORD })).status).toBe(401);
  });

  it('to an address that another account owns by then: told in words, and nothing changes', async () => {
    const [who, other] = [await person(), await person()];
    const path = await link({ genre: 'adresse', compte_id: who.accountId, envoye_a: other.email });
    for (const answer of [await vitrine.ask({ path }), await follow(path, {}, who.headers)]) {
      expect([answer.status, alertOf(answer)]).toEqual([409, expect.stringContaining('Un autre compte')]);
    }
    expect((await stateOf(who.accountId)).email).toBe(who.email);
  });

  it('of two accounts to one address at once: one gets it', async () => {
    const [one, two, next] = [await person(), await person(), freshAddress()];
    const paths = await Promise.all(
      [one, two].map(({ accountId }) => link({ genre: 'adresse', compte_id: accountId, envoye_a: next })),
    );
    const answers = await Promise.all([
      follow(paths[0] ?? '', {}, one.headers),
      follow(paths[1] ?? '', {}, two.headers),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409]);
  });

  /** Gives an account another address, with the password alone. @returns the link that its former reader gets */
  const move = async ({ accountId, headers }: Person, from: string, to: string): Promise<string> => {
    const [{ since }] = await sql('SELECT now() AS since');
    await follow(await link({ genre: 'adresse', compte_id: accountId, envoye_a: to }), {}, headers);
    return link({ genre: 'annulation', compte_id: accountId, envoye_a: from, email: to }, since);
  };

  it('is undone from the former address, after further changes too: nobody signs in with the old password any more', async () => {
    const [who, second, third] = [await person(), freshAddress(), freshAddress()];
    const back = await move(who, who.email, second);
    const later = await move(who, second, third);
    expect((await stateOf(who.accountId)).email).toBe(third);
    const answer = await follow(back);
    expect([answer.status, answer.headers.location]).toEqual([303, expect.stringMatching(/^\/mot-de-passe\?jeton=/)]);
    expect(await stateOf(who.accountId)).toMatchObject({ email: who.email, confirme: true });
    expect([await sessionsOf(who.accountId), await liveKeysOf(who.accountId)]).toEqual([0, 1]);
    expect((await logIn({ email: who.email, mot_de_passe: PASSWORD })).status).toBe(401);
    for (const used of [back, later]) {
      for (const again of [await vitrine.ask({ path: used }), await follow(used)]) {
        expect([again.status, again.text]).toEqual([200, expect.stringContaining('C’est fait')]);
      }
    }
    expect((await stateOf(who.accountId)).email).toBe(who.email);
    expect((await follow(String(answer.headers.location), { mot_de_passe: NEW_PASSWORD })).status).toBe(303);
    expect((await logIn({ email: who.email, mot_de_passe: NEW_PASSWORD })).status).toBe(200);
  });

  /** Writes a message that waits. @returns the link in it that undoes */
  const linkOf = async (mail: TakenMail): Promise<string> => {
    const pools = openPools(vitrine.databaseUrl, 'vitrine_service');
    const written = await inTransaction(pools, (client) =>
      writeLetter(client, mail, { address: 'http://v.test', sitesDomain: 'v.test' }),
    );
    await pools.end();
    const [, path = ''] = /http:\/\/v\.test(\/ancienne-adresse\?jeton=[\w-]+)/.exec(JSON.stringify(written)) ?? [];
    return path;
  };

  it('is undone with all later ones, however late its mail leaves', async () => {
    const [who, second, third] = [await person(), freshAddress(), freshAddress()];
    await sql('UPDATE comptes SET email = $2, confirme_le = now() WHERE id = $1', [who.accountId, third]);
    const told = async (to: string, next: string, hours: number) => {
      const [row] = await sql(
        `INSERT INTO courriels (genre, destinataire, compte_id, donnees, cree_le, a_envoyer_le)
         VALUES ('adresse_changee', $1, $2, $3, now() - make_interval(hours => $4), NULL) RETURNING *`,
        [to, who.accountId, JSON.stringify({ nouvelle: next }), hours],
      );
      return row as TakenMail;
    };
    const [slow, fast] = [await told(who.email, second, 2), await told(second, third, 1)];
    const later = await linkOf(fast);
    const back = await linkOf(slow);
    expect((await follow(back)).status).toBe(303);
    expect((await follow(later)).text).toContain('C’est fait');
    expect((await stateOf(who.accountId)).email).toBe(who.email);
  });

  it('of which one is undone: the address of before rests on what it did, so that no reader of one that was left with a proof gets the account', async () => {
    const [who, second, third] = [await person(), freshAddress(), freshAddress()];
    const change = async (to: string, appui_le: string | null, from: string): Promise<string> => {
      const path = await link({ genre: 'adresse', compte_id: who.accountId, envoye_a: to, appui_le });
      expect((await follow(path, {}, who.headers)).status).toBe(303);
      const [mail] = await sql(
        "UPDATE courriels SET a_envoyer_le = NULL WHERE genre = 'adresse_changee' AND destinataire = $1 RETURNING *",
        [from],
      );
      return linkOf(mail as TakenMail);
    };
    const former = await change(second, '-infinity', who.email);
    const back = await change(third, null, second);
    expect((await follow(back)).status).toBe(303);
    expect((await stateOf(who.accountId)).email).toBe(second);
    await follow(former);
    expect((await stateOf(who.accountId)).email).toBe(second);
  });

  it('of an account that does not own its address takes no versions from who owns it', async () => {
    const [owner, impostor, next] = [await person(), await person({ confirmed: false }), freshAddress()];
    await sql('UPDATE comptes SET email = $2 WHERE id = $1', [impostor.accountId, owner.email]);
    await sql('INSERT INTO membres (site_id, compte_id, role) VALUES ($1, $2, $3)', [
      ...[owner.siteId, impostor.accountId, 'editeur'],
    ]);
    await write(owner);
    const path = await link({ genre: 'adresse', compte_id: impostor.accountId, envoye_a: next });
    expect((await follow(path, {}, impostor.headers)).status).toBe(303);
    expect(await sql('SELECT DISTINCT auteur FROM versions WHERE site_id = $1', [owner.siteId])).toEqual([
      { auteur: owner.email },
    ]);
  });

  it('who has the address of a change alone undoes no earlier one', async () => {
    const [who, second, third] = [await person(), freshAddress(), freshAddress()];
    const [first, later] = [await move(who, who.email, second), await move(who, second, third)];
    await follow(later);
    expect((await stateOf(who.accountId)).email).toBe(second);
    expect((await follow(first)).status).toBe(303);
    expect((await stateOf(who.accountId)).email).toBe(who.email);
  });
});

describe('a sign-in', () => {
  const credentials = ({ email }: Person) => ({ email, mot_de_passe: PASSWORD });
  const messagesOf = ({ email }: Person) =>
    sql("SELECT donnees FROM courriels WHERE destinataire = $1 AND genre = 'navigateur'", [email]);

  it('from a browser that never signed in is told by mail, in words of ours, once an hour', async () => {
    const who = await person();
    const hostile = 'Mozilla/5.0 (X11; Linux x86_64) <b>Bcc: x</b> Firefox/145.0';
    const opened = await logIn(credentials(who), { 'user-agent': hostile });
    const browser = cookieNamed(opened, 'vitrine_navigateur');
    await Promise.all([1, 2, 3].map(() => logIn(credentials(who))));
    expect(await messagesOf(who)).toEqual([
      { donnees: { navigateur: 'Firefox sous Linux', le: expect.stringMatching(/^\d{4}-.*Z$/) } },
    ]);
    await sql('DELETE FROM tentatives');
    await logIn(credentials(who), { cookie: browser });
    expect(await messagesOf(who)).toHaveLength(1);
    await logIn(credentials(who));
    expect(await messagesOf(who)).toHaveLength(2);
  });

  it('of an account whose address is not confirmed is told to nobody; nor one of a wrong password', async () => {
    const [who, other] = [await person({ confirmed: false }), await person()];
    await logIn(credentials(who));
    await logIn({ ...credentials(other), mot_de_passe: 'faux' });
    expect([await messagesOf(who), await messagesOf(other)]).toEqual([[], []]);
  });

  it('with an address that several accounts have is that of its owner; the others act by their session', async () => {
    const [owner, other] = [await person(), await person({ confirmed: false })];
    await sql('UPDATE comptes SET email = $2, mot_de_passe = mot_de_passe WHERE id = $1', [
      other.accountId,
      owner.email,
    ]);
    const body = { actuel: PASSWORD, nouveau: NEW_PASSWORD };
    const answer = await vitrine.ask({
      method: 'POST',
      path: '/api/compte/mot-de-passe',
      headers: other.headers,
      body,
    });
    expect(answer.status).toBe(200);
    expect((await logIn({ email: owner.email, mot_de_passe: PASSWORD })).status).toBe(200);
    expect((await logIn({ email: owner.email, mot_de_passe: NEW_PASSWORD })).status).toBe(401);
    // Its password is its own, and its guesses are not those of the owner: neither count resets the other.
    const place = sha256(`${owner.email} 127.0.0.1`);
    await sql(
      "INSERT INTO tentatives (genre, empreinte, nombre) VALUES ('adresse', $1, 9) ON CONFLICT (genre, empreinte) DO UPDATE SET nombre = 9",
      [place],
    );
    await vitrine.ask({
      ...{ method: 'POST', path: '/api/compte/mot-de-passe', headers: other.headers },
      body: { actuel: NEW_PASSWORD, nouveau: PASSWORD },
    });
    expect(await sql('SELECT nombre FROM tentatives WHERE empreinte = $1', [place])).toEqual([{ nombre: 9 }]);
  });
});
