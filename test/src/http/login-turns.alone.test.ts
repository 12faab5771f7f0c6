import { afterAll, beforeAll, expect, it } from 'vitest';
import { hash } from '../../../src/accounts/argon2.ts';
import { USUAL_COSTS } from '../../../src/accounts/password-costs.ts';
import { query } from '../../support/database.ts';
import { cookieNamed, loginRequests, sha256 } from '../../support/login.ts';
import { createTenant, startTestProgram, type TestProgram } from '../../support/program.ts';
import { givePassword, PASSWORD } from '../../support/sign-in.ts';

let vitrine: TestProgram;
beforeAll(async () => {
  vitrine = await startTestProgram();
});
afterAll(() => vitrine.close());

const run = (text: string, values: unknown[] = []) => query(vitrine.databaseUrl, text, values);
const { logIn } = loginRequests(() => vitrine);
const fail = (email: string) => logIn({ email, mot_de_passe: 'faux' });

it('login attempts, more than can wait for their turn: 503 indisponible, and they do not count as failures', async () => {
  // A comparison with it takes a quarter of the usual time, which is still much longer than a request takes.
  const cheap = await hash(PASSWORD, { ...USUAL_COSTS, memory: 2 ** 14 });
  const emails = Array.from({ length: 100 }, (_, n) => `personne${n}@exemple.fr`);
  await run("INSERT INTO comptes (email, mot_de_passe, type) SELECT unnest($1::text[]), $2, 'client'", [emails, cheap]);
  await run("INSERT INTO tentatives (genre, empreinte, nombre) VALUES ('adresse', $1, -100)", [sha256('127.0.0.1')]);
  const answers = await Promise.all(emails.map((email) => fail(email)));
  const refused = answers.filter(({ status }) => status === 503);
  expect(refused.length).toBeGreaterThan(0);
  expect([refused[0]?.json().error, refused[0]?.headers['retry-after']]).toEqual(['indisponible', '2']);
  const { rows } = await run("SELECT sum(nombre)::integer AS v FROM tentatives WHERE genre = 'compte'");
  expect(rows[0].v).toBe(answers.filter(({ status }) => status === 401).length);
});

it('of an account that is guessed from many places: a stranger waits for a turn, the owner’s browser does not', async () => {
  const { accountId } = await createTenant(vitrine.databaseUrl);
  const credentials = await givePassword(vitrine.databaseUrl, accountId);
  const cookie = cookieNamed(await logIn(credentials), 'vitrine_navigateur');
  await run(
    "INSERT INTO tentatives (genre, empreinte, nombre) VALUES ('compte', $1, 100) ON CONFLICT (genre, empreinte) DO UPDATE SET nombre = 100",
    [sha256(credentials.email)],
  );
  const order: string[] = [];
  const enter = async (who: string, headers: Record<string, string> = {}) => {
    expect((await logIn(credentials, headers)).status).toBe(200);
    order.push(who);
  };
  await Promise.all([enter('stranger'), enter('owner', { cookie })]);
  expect(order).toEqual(['owner', 'stranger']);
});
