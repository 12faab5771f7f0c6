/** Accounts that people make themselves, at the level of HTTP: what mail says is tested with its sender. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeLink } from '../../../src/accounts/links.ts';
import { onDatabase, query } from '../../support/database.ts';
import { htmlFaults } from '../../support/html-faults.ts';
import type { Answer } from '../../support/http.ts';
import { cookieNamed, FORM, sha256 } from '../../support/login.ts';
import { createTenant, startTestProgram, type Tenant, type TestProgram } from '../../support/program.ts';
import { signIn } from '../../support/sign-in.ts';

const PASSWORD = 'une phrase de passe';
/** Nothing listens there: what waits stays. */
const MAIL = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'vitrine@exemple.fr', BASE_URL: 'http://vitrine.exemple.fr' };

let open: TestProgram;
let closed: TestProgram;
beforeAll(async () => {
  open = await startTestProgram({ ...MAIL, BASE_URL: 'http://localhost', INSCRIPTION: 'ouverte', TRUST_PROXY: 'true' });
  closed = await startTestProgram({ TRUST_PROXY: 'true' }, { databaseUrl: open.databaseUrl });
});
afterAll(async () => {
  await closed.close();
  await open.close();
});
beforeEach(() => sql('DELETE FROM tentatives'));

const sql = async (text: string, values: unknown[] = []) => (await query(open.databaseUrl, text, values)).rows;
const form = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}, at = open) =>
  at.ask({
    method: 'POST',
    path,
    body: new URLSearchParams(fields).toString(),
    headers: { 'sec-fetch-site': 'same-origin', ...FORM, ...headers },
  });
let people = 0;
const fresh = () => `personne${++people}@exemple.fr`;
const signUp = (email: string, more: Record<string, string> = {}, headers = {}, at = open) =>
  form('/inscription', { email, mot_de_passe: PASSWORD, ...more }, headers, at);
const accountsOf = (email: string) =>
  sql('SELECT id, confirme_le IS NOT NULL AS confirme FROM comptes WHERE email = $1 ORDER BY cree_le', [email]);
const mailsTo = async (email: string) =>
  (await sql('SELECT genre FROM courriels WHERE destinataire = $1 ORDER BY cree_le', [email])).map(
    ({ genre }) => genre,
  );
const sessionOf = (answer: Answer) => cookieNamed(answer, 'vitrine_session');
const alertOf = ({ text }: Answer) => /<p role="alert" tabindex="-1">([^<]+)<\/p>/.exec(text)?.[1];
const opens = async (cookie: string) => (await open.ask({ path: '/api/compte', headers: { cookie } })).status === 200;

describe('a sign-up', () => {
  it('makes an account without a confirmed address, signs the browser in, and lets a message wait', async () => {
    const email = fresh();
    const answer = await signUp(` ${email.toUpperCase()} `);
    expect([answer.status, answer.headers.location]).toEqual([303, '/studio/nouveau']);
    expect(await accountsOf(email)).toEqual([{ id: expect.any(String), confirme: false }]);
    expect(await mailsTo(email)).toEqual(['inscription']);
    const account = await open.ask({ path: '/api/compte', headers: { cookie: sessionOf(answer) } });
    expect(account.json()).toMatchObject({ email, confirmee: false });
    expect(cookieNamed(answer, 'vitrine_navigateur')).not.toBe('');
  });

  it('with an address that has an account answers as any other does, and gives nobody that account', async () => {
    const tenant = await createTenant(open.databaseUrl);
    const [{ email }] = (await sql('SELECT email FROM comptes WHERE id = $1', [tenant.accountId])) as [
      { email: string },
    ];
    const [known, unknown] = [await signUp(email), await signUp(fresh())];
    expect([known.status, known.headers.location, known.text]).toEqual([
      unknown.status,
      unknown.headers.location,
      unknown.text,
    ]);
    const accounts = await accountsOf(email);
    expect(accounts.map(({ confirme }) => confirme)).toEqual([true, false]);
    const { rows } = await query(open.databaseUrl, 'SELECT compte_id FROM sessions WHERE empreinte = $1', [
      sha256(sessionOf(known).split('=')[1] ?? ''),
    ]);
    expect(rows[0].compte_id).toBe(accounts[1]?.id);
  });

  it('in JSON, and with an address of the studio to go on to', async () => {
    const body = { email: fresh(), mot_de_passe: PASSWORD, suite: '/studio/cles' };
    const answer = await open.ask({ method: 'POST', path: '/inscription', body });
    expect([answer.status, answer.json()]).toEqual([200, { ok: true, suite: '/studio/cles' }]);
    const elsewhere = await signUp(fresh(), { suite: '//evil.example' });
    expect(elsewhere.headers.location).toBe('/studio/nouveau');
  });

  it.each([
    ['no address', { email: '' }],
    ['two addresses', { email: 'a@exemple.fr, b@exemple.fr' }],
    ['an address with a line break', { email: 'a@exemple.fr\r\nBcc: b@exemple.fr' }],
    ['a short password', { mot_de_passe: 'neuf cara' }],
    ['a long password', { mot_de_passe: 'a'.repeat(201) }],
    ['blanks for a password', { mot_de_passe: ' '.repeat(12) }],
  ])('with %s: 400, in words, what was typed stays, and nothing is made', async (_what, fields) => {
    const email = fresh();
    const answer = await signUp(email, fields);
    expect([answer.status, alertOf(answer)]).toEqual([400, expect.stringMatching(/\.$/)]);
    expect(answer.text).not.toContain(PASSWORD);
    expect([await accountsOf(email), sessionOf(answer)]).toEqual([[], '']);
  });

  it('from a page of somebody else: 403', async () => {
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }]) {
      expect((await signUp(fresh(), {}, headers)).status).toBe(403);
    }
    const body = new URLSearchParams({ email: fresh(), mot_de_passe: PASSWORD }).toString();
    for (const headers of [{ origin: 'null' }, { origin: 'http://evil.example' }, {}]) {
      for (const path of ['/inscription', '/oubli']) {
        expect((await open.ask({ method: 'POST', path, body, headers: { ...FORM, ...headers } })).status).toBe(403);
      }
    }
  });

  it('is limited by network address, in parallel too', async () => {
    const from = { 'x-forwarded-for': '192.0.2.7' };
    await sql("INSERT INTO tentatives (genre, empreinte, nombre) VALUES ('inscription', $1, 18)", [
      sha256('192.0.2.7'),
    ]);
    const answers = await Promise.all(Array.from({ length: 6 }, () => signUp(fresh(), {}, from)));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 303, 429, 429, 429, 429]);
    expect((await signUp(fresh(), {}, { 'x-forwarded-for': '192.0.2.8' })).status).toBe(303);
  });

  it('and by mail address, known or not, with the same words', async () => {
    const tenant = await createTenant(open.databaseUrl);
    const [{ email: known }] = (await sql('SELECT email FROM comptes WHERE id = $1', [tenant.accountId])) as [
      { email: string },
    ];
    const texts = [];
    for (const email of [known, fresh()]) {
      await sql("INSERT INTO tentatives (genre, empreinte, nombre) VALUES ('inscription', $1, 5)", [sha256(email)]);
      const answer = await signUp(email);
      expect(answer.status).toBe(429);
      texts.push(answer.text.replaceAll(email, '').replace(/nonce="[^"]*"/g, ''));
    }
    expect(texts[0]).toBe(texts[1]);
  });

  it('is a page without faults, which nobody keeps', async () => {
    const page = await open.ask({ path: '/inscription' });
    expect([page.status, page.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(page.text).toContain('id="email"');
    expect(page.text).toContain('id="mot_de_passe"');
    expect(await htmlFaults(page.text)).toEqual([]);
    const { cookie } = await signIn(open, await createTenant(open.databaseUrl));
    const away = await open.ask({ path: '/inscription', headers: { cookie } });
    expect([away.status, away.headers.location]).toEqual([303, '/studio']);
  });

  it('is one way on from the login page, where it is open', async () => {
    expect((await open.ask({ path: '/connexion' })).text).toContain('<a href="/inscription">Créer un compte</a>');
    const page = (await closed.ask({ path: '/connexion' })).text;
    expect(page).not.toContain('Créer un compte');
    expect(page).toContain('<a href="/oubli">Mot de passe oublié ?</a>');
  });
});

describe('where sign-up is closed', () => {
  let tenant: Tenant;
  beforeAll(async () => {
    tenant = await createTenant(open.databaseUrl);
  });

  const invite = async (email: string, sentTo: string | null) => {
    const [{ id }] = (await sql(
      `INSERT INTO invitations (site_id, email, role, expire_le) VALUES ($1, $2, 'editeur', now() + interval '1 day') RETURNING id`,
      [tenant.siteId, email],
    )) as [{ id: string }];
    const path = await onDatabase(open.databaseUrl, (client) =>
      makeLink(client, { genre: 'invitation', invitation_id: id, envoye_a: sentTo }),
    );
    return { path, invitation: path.slice(path.indexOf('=') + 1) };
  };

  it('the page says so calmly, and a form is refused: 403', async () => {
    const page = await closed.ask({ path: '/inscription' });
    expect([page.status, page.text.includes('<form')]).toEqual([200, false]);
    expect(page.text).toContain('un compte se crée sur invitation');
    expect((await signUp(fresh(), {}, {}, closed)).status).toBe(403);
    const json = await closed.ask({
      method: 'POST',
      path: '/inscription',
      body: { email: fresh(), mot_de_passe: PASSWORD },
    });
    expect([json.status, json.json().error]).toEqual([403, 'inscription_fermee']);
  });

  it('an invitation that came by mail opens it for its address, which is confirmed, and stays to be accepted', async () => {
    const email = fresh();
    const { path, invitation } = await invite(email, email);
    const page = await closed.ask({ path: `/inscription?invitation=${invitation}` });
    expect(page.headers['referrer-policy']).toBe('no-referrer');
    expect(page.text).toMatch(new RegExp(`id="email"[^>]* readonly[^>]* value="${email}"`));
    const answer = await signUp('autre@exemple.fr', { invitation }, {}, closed);
    expect([answer.status, answer.headers.location]).toEqual([303, path]);
    expect(await accountsOf(email)).toMatchObject([{ confirme: true }]);
    expect([await accountsOf('autre@exemple.fr'), await mailsTo(email)]).toEqual([[], []]);
    expect(await sql('SELECT FROM liens WHERE empreinte = $1', [sha256(invitation)])).toHaveLength(1);
    const again = await closed.ask({ path: `/inscription?invitation=${invitation}` });
    expect(again.text).toContain(`Il y a déjà un compte pour ${email}`);
    expect(again.text).toContain(`/connexion?suite=${encodeURIComponent(path)}`);
    expect((await signUp(email, { invitation }, {}, closed)).status).toBe(409);
  });

  it('one whose link was copied proves nothing: the address stays to be confirmed', async () => {
    const email = fresh();
    const { invitation } = await invite(email, null);
    expect((await signUp(email, { invitation }, {}, closed)).status).toBe(303);
    expect(await accountsOf(email)).toMatchObject([{ confirme: false }]);
  });

  it('one that is over, or was never made, does not', async () => {
    const { invitation } = await invite(fresh(), null);
    await sql("UPDATE liens SET expire_le = now() WHERE genre = 'invitation'");
    for (const secret of [invitation, 'rien']) {
      const answer = await signUp(fresh(), { invitation: secret }, {}, closed);
      expect([answer.status, alertOf(answer)]).toEqual([404, expect.stringContaining('invitation')]);
      expect(await opens(sessionOf(answer))).toBe(false);
    }
  });
});
