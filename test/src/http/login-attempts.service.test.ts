import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { query } from '../../support/database.ts';
import type { Answer } from '../../support/http.ts';
import { cookieNamed, loginRequests, setCookie, sha256 } from '../../support/login.ts';
import { BEHIND_EDGE, createTenant, sharedProgram, type Tenant, type TestProgram } from '../../support/program.ts';
import { givePassword, signIn } from '../../support/sign-in.ts';

let vitrine: TestProgram;
let tenant: Tenant;
let credentials: { email: string; mot_de_passe: string };

beforeAll(async () => {
  vitrine = await sharedProgram(BEHIND_EDGE);
  tenant = await createTenant(vitrine.databaseUrl);
  credentials = await givePassword(vitrine.databaseUrl, tenant.accountId);
});
afterAll(() => vitrine.close());
beforeEach(() => run('DELETE FROM tentatives'));

const run = (text: string, values: unknown[] = []) => query(vitrine.databaseUrl, text, values);
const { logIn, logInByForm } = loginRequests(() => vitrine);

const HERE = '192.0.2.1';
const ELSEWHERE = '192.0.2.2';
/** What a request has whose client is at an address, and whose browser has a cookie. */
const from = (address: string, cookie?: string) => ({ 'x-forwarded-for': address, ...(cookie && { cookie }) });
const fail = (email = credentials.email, headers: Record<string, string> = from(HERE)) =>
  logIn({ email, mot_de_passe: 'faux' }, headers);
/** Failures that were counted before. */
const count = (kind: string, what: string, times: number) =>
  run(
    `INSERT INTO tentatives (genre, empreinte, nombre) VALUES ($1, $2, $3)
     ON CONFLICT (genre, empreinte) DO UPDATE SET nombre = $3`,
    [kind, sha256(what), times],
  );
const failedAt = (address: string, times: number, email = credentials.email) =>
  count('adresse', `${email} ${address}`, times);
const endWindow = () => run("UPDATE tentatives SET debut = now() - interval '15 minutes'");
const counted = async (kind: string, what: string): Promise<number | undefined> =>
  (await run('SELECT nombre FROM tentatives WHERE genre = $1 AND empreinte = $2', [kind, sha256(what)])).rows[0]
    ?.nombre;
const browserOf = (answer: Answer): string => cookieNamed(answer, 'vitrine_navigateur');

describe('login attempts', () => {
  it('ten failures of one account from one address: then 429 from there, also with the right password, until the window ends', async () => {
    await failedAt(HERE, 9);
    expect((await fail()).status).toBe(401);
    const refused = await logIn(credentials, from(HERE));
    expect([refused.status, refused.json()]).toEqual([429, { error: 'trop_de_tentatives' }]);
    expect(setCookie(refused)).toBe('');
    const page = await logInByForm(credentials, from(HERE));
    expect(page.status).toBe(429);
    expect(page.text).toContain('<p role="alert" tabindex="-1">Trop de tentatives de connexion.');
    expect((await logIn(credentials, from(ELSEWHERE))).status).toBe(200);
    await endWindow();
    expect((await logIn(credentials, from(HERE))).status).toBe(200);
  });

  it('of IPv6, from one network of 64 bits', async () => {
    await failedAt('2001:db8:0:0::/64', 10);
    expect((await logIn(credentials, from('2001:db8::5'))).status).toBe(429);
    expect((await logIn(credentials, from('2001:db8:0:1::5'))).status).toBe(200);
  });

  it('of an account that does not exist: the same', async () => {
    await failedAt(HERE, 9, 'personne@exemple.fr');
    expect((await fail('personne@exemple.fr')).status).toBe(401);
    expect((await fail('Personne@exemple.fr')).status).toBe(429);
  });

  it('hold under parallel requests', async () => {
    const statuses = await Promise.all(Array.from({ length: 25 }, async () => (await fail()).status));
    expect(statuses.filter((status) => status === 401).length).toBe(10);
    expect(statuses.filter((status) => status === 429).length).toBe(15);
  });

  it('a success resets the count of its place, and counts nowhere', async () => {
    await failedAt(HERE, 9);
    await failedAt(ELSEWHERE, 9);
    await count('compte', credentials.email, 50);
    expect((await logIn(credentials, from(HERE))).status).toBe(200);
    expect(await counted('adresse', `${credentials.email} ${HERE}`)).toBeUndefined();
    expect(await counted('adresse', `${credentials.email} ${ELSEWHERE}`)).toBe(9);
    expect(await counted('compte', credentials.email)).toBe(50);
  });

  it('any number of failures from one address refuses no other account there', async () => {
    await count('adresse', HERE, 49);
    await failedAt(HERE, 10, 'personne@exemple.fr');
    expect((await fail('personne@exemple.fr')).status).toBe(429);
    expect((await logIn(credentials, from(HERE))).status).toBe(200);
    expect(await counted('adresse', HERE)).toBe(49);
  });

  it('behind a trusted proxy alone, the address is the one that the proxy tells', async () => {
    const other = await sharedProgram();
    await failedAt('127.0.0.1', 10);
    expect((await logIn(credentials, from(HERE), other)).status).toBe(429);
    expect((await logIn(credentials, from(`127.0.0.1, ${HERE}`))).status).toBe(200);
    await other.close();
  });

  it('are stored without the address of a person or of a computer', async () => {
    await fail();
    const { rows } = await run('SELECT genre, empreinte FROM tentatives ORDER BY genre DESC, empreinte');
    const addresses = [sha256(HERE), sha256(`${credentials.email} ${HERE}`)].sort();
    expect(rows).toEqual([
      { genre: 'compte', empreinte: sha256(credentials.email) },
      ...addresses.map((empreinte) => ({ genre: 'adresse', empreinte })),
    ]);
  });
});

describe('an account that is guessed from many places', () => {
  /** A hundred failures within an hour, and so many who wait that nobody else may. */
  const crowd = async (kind: string, what: string, failures: number) => {
    await count(kind, what, failures);
    await run("INSERT INTO tentatives (genre, empreinte, debut) VALUES ($1, $2, now() + interval '1 hour')", [
      kind,
      sha256(`tour ${sha256(what)}`),
    ]);
  };
  const besiege = () => crowd('compte', credentials.email, 100);

  it('keeps strangers waiting; when too many wait, 503 with Retry-After, and it counts nowhere', async () => {
    await besiege();
    for (const answer of [await logIn(credentials, from(HERE)), await fail(credentials.email, from(ELSEWHERE))]) {
      expect([answer.status, answer.json().error, answer.headers['retry-after']]).toEqual([503, 'indisponible', '2']);
    }
    expect(await counted('compte', credentials.email)).toBe(100);
    expect(await counted('adresse', `${credentials.email} ${HERE}`)).toBe(0);
  });

  it('keeps a browser that has signed in to it waiting never, wherever it is', async () => {
    const browser = browserOf(await logIn(credentials, from(HERE)));
    await besiege();
    expect((await logIn(credentials, from(ELSEWHERE, browser))).status).toBe(200);
    expect((await fail(credentials.email, from(ELSEWHERE, browser))).status).toBe(401);
  });

  it('nor a browser that has signed in at the place of who guesses; its own failures are limited alike', async () => {
    const browser = browserOf(await logIn(credentials, from(HERE)));
    await failedAt(HERE, 10);
    expect((await logIn(credentials, from(HERE))).status).toBe(429);
    await failedAt(browser.slice(browser.indexOf('=') + 1), 9);
    expect((await fail(credentials.email, from(ELSEWHERE, browser))).status).toBe(401);
    expect((await logIn(credentials, from(HERE, browser))).status).toBe(429);
    expect((await logIn(credentials, from(ELSEWHERE))).status).toBe(200);
  });

  it('an address from which many are guessed keeps strangers waiting, and no browser that is known', async () => {
    const browser = browserOf(await logIn(credentials, from(HERE)));
    await crowd('adresse', HERE, 50);
    expect((await logIn(credentials, from(HERE))).status).toBe(503);
    expect((await logIn(credentials, from(ELSEWHERE))).status).toBe(200);
    expect((await logIn(credentials, from(HERE, browser))).status).toBe(200);
  });

  it('a browser is known to each account that it signed in to, and to no other', async () => {
    const other = await givePassword(vitrine.databaseUrl, (await createTenant(vitrine.databaseUrl)).accountId);
    const browser = browserOf(await logIn(other, from(HERE)));
    await besiege();
    expect((await logIn(credentials, from(HERE, browser))).status).toBe(503);
    await run('DELETE FROM tentatives');
    const both = browserOf(await logIn(credentials, from(HERE, browser)));
    await besiege();
    await crowd('compte', other.email, 100);
    for (const who of [credentials, other]) expect((await logIn(who, from(HERE, both))).status).toBe(200);
  });

  it('a new password makes strangers of all browsers but the one that has set it', async () => {
    const owner = await createTenant(vitrine.databaseUrl);
    const before = await givePassword(vitrine.databaseUrl, owner.accountId);
    const [here, there] = [await logIn(before, from(HERE)), await logIn(before, from(ELSEWHERE))].map(browserOf);
    const session = await signIn(vitrine, owner);
    const changed = await vitrine.ask({
      method: 'POST',
      path: '/api/compte/mot-de-passe',
      headers: { ...session.headers, cookie: `${session.cookie}; ${here}` },
      body: { actuel: before.mot_de_passe, nouveau: 'une phrase toute neuve' },
    });
    expect(changed.status).toBe(200);
    await crowd('compte', before.email, 100);
    const after = { ...before, mot_de_passe: 'une phrase toute neuve' };
    for (const browser of [here, there]) expect((await logIn(after, from(HERE, browser))).status).toBe(503);
    expect((await logIn(after, from(HERE, browserOf(changed)))).status).toBe(200);
  });

  it('a browser shows it by a cookie for this host alone, which no script reads, for a year', async () => {
    const cookies = (await logIn(credentials, { ...from(HERE), 'x-forwarded-proto': 'https' })).headers['set-cookie'];
    expect(cookies?.[1]).toMatch(
      /^__Host-vitrine_navigateur=\d{10}\.[\w-]{43}; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax; Secure$/,
    );
    expect((await fail()).headers['set-cookie']).toBeUndefined();
  });
});
