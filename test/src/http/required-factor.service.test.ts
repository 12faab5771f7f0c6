import { afterAll, beforeAll, expect, it } from 'vitest';
import { query } from '../../support/database.ts';
import { createTenant, startTestProgram, type Tenant, type TestProgram } from '../../support/program.ts';
import { addApplication, askSecurity } from '../../support/second-factor.ts';
import { type SignedIn, signIn } from '../../support/sign-in.ts';

let owners: TestProgram;
let everybody: TestProgram;
let owner: Tenant;
let reader: Tenant;

beforeAll(async () => {
  owners = await startTestProgram({ REQUIRE_SECOND_FACTOR: 'proprietaires' });
  const { databaseUrl } = owners;
  everybody = await startTestProgram({ REQUIRE_SECOND_FACTOR: 'tous' }, { databaseUrl });
  [owner, reader] = [await createTenant(databaseUrl), await createTenant(databaseUrl)];
  await query(databaseUrl, "UPDATE membres SET role = 'lecteur' WHERE compte_id = $1", [reader.accountId]);
});
afterAll(async () => {
  await everybody.close();
  await owners.close();
});

/** What somebody may do: write with the session, read a site, read the account, open a page, read with the key. */
async function state(vitrine: TestProgram, { key }: Tenant, { headers }: SignedIn) {
  const body = { nom: 'essai' };
  const made = await vitrine.ask({ method: 'POST', path: '/api/cles', body, headers });
  const site = await vitrine.ask({ path: '/api/themes', headers });
  const read = await vitrine.ask({ path: '/api/compte', headers });
  const page = await vitrine.ask({ path: '/studio', headers });
  const byKey = await vitrine.ask({ path: '/api/themes', key });
  return [
    made.status === 201 ? 201 : made.json().error,
    site.status === 200 ? 200 : site.json().error,
    read.status,
    page.headers.location ?? page.status,
    byKey.status,
  ];
}
const LED = ['second_facteur_exige', 'second_facteur_exige', 200, '/studio/securite', 200];
const FREE = [201, 200, 200, 200, 200];

it('an account that the rule concerns is led to “Sécurité”, and neither reads nor writes a site before it has a factor; others and keys go on', async () => {
  const sessions = { owner: await signIn(owners, owner), reader: await signIn(owners, reader) };
  expect(await state(owners, owner, sessions.owner)).toEqual(LED);
  expect(await state(owners, reader, sessions.reader)).toEqual(FREE);
  expect(await state(everybody, reader, sessions.reader)).toEqual(LED);
  const shown = async (vitrine: TestProgram, who: SignedIn) =>
    (await askSecurity(vitrine, who, 'GET', '')).json().exige;
  expect(await shown(owners, sessions.owner)).toBe(true);
  expect(await shown(owners, sessions.reader)).toBe(false);
  expect(await shown(everybody, sessions.reader)).toBe(true);

  await addApplication(owners, sessions.owner, owner.accountId);
  expect(await state(owners, owner, sessions.owner)).toEqual(FREE);
  expect(await state(everybody, owner, sessions.owner)).toEqual(FREE);
  // Who takes the last factor away is led there again.
  expect((await askSecurity(owners, sessions.owner, 'DELETE', '/generateur')).status).toBe(200);
  expect(await state(owners, owner, sessions.owner)).toEqual(LED);
});
