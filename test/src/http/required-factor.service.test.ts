import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeLink } from '../../../src/accounts/links.ts';
import { onDatabase, query } from '../../support/database.ts';
import { FORM } from '../../support/login.ts';
import { createTenant, startTestProgram, type Tenant, type TestProgram } from '../../support/program.ts';
import { addApplication, askSecurity } from '../../support/second-factor.ts';
import { PASSWORD, type SignedIn, signIn } from '../../support/sign-in.ts';

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

it('the page of an invitation refuses a session that lacks the factor, as the API does', async () => {
  const [host, guest] = [await createTenant(owners.databaseUrl), await createTenant(owners.databaseUrl)];
  const [inviting, invited] = [await signIn(owners, host), await signIn(owners, guest)];
  await addApplication(owners, inviting, host.accountId);
  await query(owners.databaseUrl, 'UPDATE comptes SET confirme_le = now() WHERE id = $1', [host.accountId]);
  const body = { email: 'invite@exemple.fr', role: 'editeur' };
  const { headers } = inviting;
  const made = await owners.ask({ method: 'POST', path: '/api/invitations', body, headers });
  const secret = new URLSearchParams(made.json().lien.split('?')[1]).get('jeton') ?? '';
  const byApi = () =>
    owners.ask({
      ...{ method: 'POST', path: '/api/invitations/acceptation', body: { jeton: secret }, headers: invited.headers },
    });
  const byForm = () => send('/invitation', { jeton: secret }, invited);
  const isMember = async () => {
    const { rows } = await query(owners.databaseUrl, 'SELECT role FROM membres WHERE site_id = $1 AND compte_id = $2', [
      host.siteId,
      guest.accountId,
    ]);
    return rows.length === 1;
  };

  expect([(await byApi()).json().error, await isMember()]).toEqual(['second_facteur_exige', false]);
  const page = await byForm();
  expect([page.status, page.text, await isMember()]).toEqual([403, expect.stringContaining('second facteur'), false]);

  await addApplication(owners, invited, guest.accountId);
  expect([(await byForm()).headers.location, await isMember()]).toEqual([`/studio/${host.siteId}`, true]);
});

it('a link of an account takes no such session in place of the password, and others go on with it', async () => {
  const tenant = await createTenant(owners.databaseUrl);
  const who = await signIn(owners, tenant);
  const link = (genre: 'confirmation' | 'annulation') =>
    onDatabase(owners.databaseUrl, async (client) => {
      const link = await makeLink(client, { genre, compte_id: tenant.accountId, envoye_a: email });
      return new URLSearchParams(link.split('?')[1]).get('jeton') ?? '';
    });
  const { rows } = await query(
    owners.databaseUrl,
    'UPDATE comptes SET confirme_le = NULL WHERE id = $1 RETURNING email',
    [tenant.accountId],
  );
  const { email } = rows[0];
  const isConfirmed = async () =>
    (
      await query(owners.databaseUrl, 'SELECT FROM comptes WHERE id = $1 AND confirme_le IS NOT NULL', [
        tenant.accountId,
      ])
    ).rows.length === 1;

  const jeton = await link('confirmation');
  const refused = await send('/confirmation', { jeton }, who);
  expect([refused.status, refused.text, await isConfirmed()]).toEqual([
    403,
    expect.stringContaining('second facteur'),
    false,
  ]);
  expect((await send('/confirmation', { jeton, mot_de_passe: PASSWORD })).status).toBe(303);
  expect(await isConfirmed()).toBe(true);
  expect((await send('/ancienne-adresse', { jeton: await link('annulation') }, who)).status).toBe(303);
});

it('“Sécurité” names the sites of who lacks the factor no more than the API does', async () => {
  const tenant = await createTenant(owners.databaseUrl);
  const who = await signIn(owners, tenant);
  const shown = async () => (await owners.ask({ path: '/studio/securite', headers: who.headers })).text;
  expect(await shown()).not.toContain(tenant.slug);
  await addApplication(owners, who, tenant.accountId);
  expect(await shown()).toContain(tenant.slug);
});

const send = (path: string, fields: Record<string, string>, who?: SignedIn) =>
  owners.ask({
    ...{ method: 'POST', path, body: new URLSearchParams(fields).toString() },
    headers: { ...FORM, 'sec-fetch-site': 'same-origin', ...who?.headers },
  });
