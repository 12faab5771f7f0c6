import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { query } from '../../support/database.ts';
import { loginRequests, setCookie, sha256 } from '../../support/login.ts';
import { createTenant, startTestProgram, type Tenant, type TestProgram } from '../../support/program.ts';
import { givePassword } from '../../support/sign-in.ts';

let vitrine: TestProgram;
let tenant: Tenant;
let credentials: { email: string; mot_de_passe: string };

beforeAll(async () => {
  vitrine = await startTestProgram();
  tenant = await createTenant(vitrine.databaseUrl);
  credentials = await givePassword(vitrine.databaseUrl, tenant.accountId);
});
afterAll(() => vitrine.close());
beforeEach(() => run('DELETE FROM tentatives'));

const run = (text: string, values: unknown[] = []) => query(vitrine.databaseUrl, text, values);
const { logIn, logInByForm } = loginRequests(() => vitrine);

describe('login attempts', () => {
  const wrong = { mot_de_passe: 'faux' };
  const fail = (email = credentials.email, headers = {}, at = vitrine) => logIn({ email, ...wrong }, headers, at);
  /** One failure, counted as so many. */
  async function failTimes(times: number, email?: string): Promise<void> {
    expect((await fail(email)).status).toBe(401);
    await run("UPDATE tentatives SET nombre = $1 WHERE genre = 'compte'", [times]);
  }
  const endWindow = () => run("UPDATE tentatives SET debut = now() - interval '15 minutes'");

  it('ten failures of one account: then 429 trop_de_tentatives, also with the right password, until the window ends', async () => {
    await failTimes(9);
    expect((await fail()).status).toBe(401);
    const refused = await logIn(credentials);
    expect([refused.status, refused.json()]).toEqual([429, { error: 'trop_de_tentatives' }]);
    expect(setCookie(refused)).toBe('');
    const page = await logInByForm(credentials);
    expect(page.status).toBe(429);
    expect(page.text).toContain('<p role="alert" tabindex="-1">Trop de tentatives de connexion.');
    await endWindow();
    expect((await logIn(credentials)).status).toBe(200);
  });

  it('of an account that does not exist: the same', async () => {
    await failTimes(9, 'personne@exemple.fr');
    expect((await fail('personne@exemple.fr')).status).toBe(401);
    expect((await fail('Personne@exemple.fr')).status).toBe(429);
  });

  it('hold under parallel requests', async () => {
    const statuses = await Promise.all(Array.from({ length: 25 }, async () => (await fail()).status));
    expect(statuses.filter((status) => status === 401).length).toBe(10);
    expect(statuses.filter((status) => status === 429).length).toBe(15);
  });

  it('a success resets the count of its account', async () => {
    await failTimes(9);
    expect((await logIn(credentials)).status).toBe(200);
    for (let n = 1; n <= 2; n++) expect((await fail()).status).toBe(401);
  });

  it('of another account are counted apart', async () => {
    await failTimes(10, 'personne@exemple.fr');
    expect((await fail('personne@exemple.fr')).status).toBe(429);
    expect((await logIn(credentials)).status).toBe(200);
  });

  it('fifty failures from one address: then 429 for every account from there', async () => {
    await fail('personne@exemple.fr');
    await run("UPDATE tentatives SET nombre = 49 WHERE genre = 'adresse'");
    expect((await logIn(credentials)).status).toBe(200);
    expect((await fail('autre@exemple.fr')).status).toBe(401);
    expect((await logIn(credentials)).status).toBe(429);
    await endWindow();
    expect((await logIn(credentials)).status).toBe(200);
  });

  it('behind a trusted proxy, the address is the one that the proxy tells', async () => {
    const other = await startTestProgram({ TRUST_PROXY: 'true' }, vitrine.databaseUrl);
    const address = (last: string) => ({ 'x-forwarded-for': `203.0.113.9, ${last}` });
    await fail('personne@exemple.fr', address('192.0.2.1'), other);
    await run("UPDATE tentatives SET nombre = 50 WHERE genre = 'adresse'");
    expect((await logIn(credentials, address('192.0.2.1'), other)).status).toBe(429);
    expect((await logIn(credentials, address('192.0.2.2'), other)).status).toBe(200);
    await other.close();
  });

  it('are stored without the address of a person or of a computer', async () => {
    await fail();
    const { rows } = await run('SELECT genre, empreinte FROM tentatives ORDER BY genre');
    expect(rows).toEqual([
      { genre: 'adresse', empreinte: sha256('127.0.0.1') },
      { genre: 'compte', empreinte: sha256(credentials.email) },
    ]);
  });
});
