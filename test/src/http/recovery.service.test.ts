import type { ClientBase } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeLink } from '../../../src/accounts/links.ts';
import { makeCode } from '../../../src/accounts/proof/mailed-code.ts';
import { writeLetter } from '../../../src/mail/write-letter.ts';
import type { TakenMail } from '../../../src/storage/mail-queue.ts';
import { inTransaction } from '../../../src/storage/transaction.ts';
import { onDatabase, openPools, query } from '../../support/database.ts';
import type { Answer } from '../../support/http.ts';
import { FORM, loginRequests, sha256 } from '../../support/login.ts';
import { oneTimeCode } from '../../support/one-time-code.ts';
import { createTenant, startTestProgram, type TestProgram } from '../../support/program.ts';
import { addApplication, addPasskey, askSecurity, proveByMail } from '../../support/second-factor.ts';
import { givePassword, PASSWORD, type SignedIn, signIn } from '../../support/sign-in.ts';

const ORIGIN = 'http://localhost';
/** No server takes the mail: it waits. */
const MAIL = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'vitrine@exemple.fr', BASE_URL: ORIGIN };
const NEW_PASSWORD = 'un autre mot de passe';

let vitrine: TestProgram;
beforeAll(async () => {
  vitrine = await startTestProgram(MAIL);
});
afterAll(() => vitrine.close());
beforeEach(() => sql('DELETE FROM tentatives'));

const sql = async (text: string, values: unknown[] = []) => (await query(vitrine.databaseUrl, text, values)).rows;
const { logIn } = loginRequests(() => vitrine);
const refusal = ({ status, text }: Answer) => [status, JSON.parse(text).error];

/** An owner of a site, whose password an intruder knows, too. */
async function robbed() {
  const tenant = await createTenant(vitrine.databaseUrl);
  const owner = await signIn(vitrine, tenant);
  const { email } = await givePassword(vitrine.databaseUrl, tenant.accountId);
  return { ...tenant, email, owner, intruder: await signIn(vitrine, tenant) };
}
const act = (who: SignedIn, method: string, path: string, body?: unknown) =>
  vitrine.ask({ method, path, body, headers: who.headers });
const invite = (who: SignedIn, role: string, email = 'complice@exemple.fr') =>
  act(who, 'POST', '/api/invitations', { email, role });
/** Does something, and gives the link that its message has. */
async function withLink<T>(accountId: string, email: string, work: () => Promise<T>): Promise<readonly [T, string]> {
  const [{ since }] = await sql('SELECT now() AS since');
  const done = await work();
  const made = { genre: 'annulation', compte_id: accountId, envoye_a: email } as const;
  return [done, await onDatabase(vitrine.databaseUrl, (client) => makeLink(client, made, since))];
}
const press = (link: string, fields: Record<string, string> = {}) => {
  const [path = '', search] = link.split('?');
  const body = new URLSearchParams({ ...Object.fromEntries(new URLSearchParams(search)), ...fields }).toString();
  return vitrine.ask({ method: 'POST', path, body, headers: { 'sec-fetch-site': 'same-origin', ...FORM } });
};

/** While an account owns no address, nothing stronger than its password can be asked for. */
async function withoutMailbox(accountId: string, work: () => Promise<void>): Promise<void> {
  const [{ confirme_le }] = await sql('SELECT confirme_le::text FROM comptes WHERE id = $1', [accountId]);
  await sql('UPDATE comptes SET confirme_le = NULL WHERE id = $1', [accountId]);
  await work();
  await sql('UPDATE comptes SET confirme_le = $2 WHERE id = $1', [accountId, confirme_le]);
}
/** Whether an account, and sites, wait for their deletion. */
const goesAt = async (accountId: string, ...siteIds: string[]) => {
  const waits = 'efface_le IS NOT NULL AS waits';
  const [account] = await sql(`SELECT ${waits} FROM comptes WHERE id = $1`, [accountId]);
  const sites = await Promise.all(siteIds.map((id) => sql(`SELECT ${waits} FROM sites WHERE id = $1`, [id])));
  return [account, ...sites.map(([site]) => site)].map((row) => row?.waits);
};

describe('who has only the password of an account with a confirmed address', () => {
  it.each([
    ['a passkey', (who: SignedIn) => askSecurity(vitrine, who, 'POST', '/passkeys/defi')],
    ['an application', (who: SignedIn) => askSecurity(vitrine, who, 'POST', '/generateur')],
    ['a key', (who: SignedIn) => act(who, 'POST', '/api/cles', { nom: 'CI', portee: 'themes' })],
    ['an owner', (who: SignedIn) => invite(who, 'proprietaire')],
    [
      'end of the account',
      (who: SignedIn, { slug }: { slug: string }) =>
        act(who, 'DELETE', '/api/compte', { mot_de_passe: PASSWORD, sites: [slug] }),
    ],
    [
      'another address',
      (who: SignedIn) => act(who, 'POST', '/api/compte/adresse', { email: 'a@exemple.fr', mot_de_passe: PASSWORD }),
    ],
  ] as const)('adds no %s: a code that comes by mail is asked for, and then it is done', async (_, add) => {
    const { intruder, owner, ...tenant } = await robbed();
    expect(refusal(await add(intruder, tenant))).toEqual([403, 'preuve_requise']);
    expect((await askSecurity(vitrine, intruder, 'POST', '/preuve', { mot_de_passe: PASSWORD })).status).toBe(200);
    expect(refusal(await add(intruder, tenant))).toEqual([403, 'preuve_requise']);
    await proveByMail(vitrine, owner);
    expect(refusal(await add(intruder, tenant))).toEqual([403, 'preuve_requise']);
    expect([200, 201]).toContain((await add(owner, tenant)).status);
  });

  it('guesses no code: five attempts, then another code has to be sent, to five an hour', async () => {
    const { intruder } = await robbed();
    for (let sent = 0; sent < 5; sent++) {
      expect((await askSecurity(vitrine, intruder, 'POST', '/preuve/courriel')).status).toBe(200);
    }
    expect(refusal(await askSecurity(vitrine, intruder, 'POST', '/preuve/courriel'))).toEqual([
      429,
      'trop_de_tentatives',
    ]);
    expect(await sql("SELECT FROM courriels WHERE genre = 'code' AND donnees->>'lien' IS NOT NULL")).toHaveLength(1);
  });

  it('makes no member an owner, and hands no site over', async () => {
    const { intruder, siteId } = await robbed();
    const accomplice = await createTenant(vitrine.databaseUrl);
    await sql("INSERT INTO membres (site_id, compte_id, role) VALUES ($1, $2, 'editeur')", [
      siteId,
      accomplice.accountId,
    ]);
    const compte = accomplice.accountId;
    expect(refusal(await act(intruder, 'PATCH', '/api/membres', { compte, role: 'proprietaire' }))).toEqual([
      403,
      'preuve_requise',
    ]);
    expect(refusal(await act(intruder, 'POST', '/api/membres/transmission', { compte }))).toEqual([
      403,
      'preuve_requise',
    ]);
  });
});

describe('an owner who leaves a site to others', () => {
  it.each([
    ['DELETE', (compte: string) => [`/api/membres?compte=${compte}`] as const],
    ['PATCH', (compte: string) => ['/api/membres', { compte, role: 'editeur' }] as const],
  ])('proves that, by %s, and no link brings the owner back', async (method, asked) => {
    const { owner, accountId, email, siteId, slug } = await robbed();
    const buyer = await createTenant(vitrine.databaseUrl);
    await sql("INSERT INTO membres (site_id, compte_id, role) VALUES ($1, $2, 'proprietaire')", [
      siteId,
      buyer.accountId,
    ]);
    const [path, body] = asked(accountId);
    const headers = { ...owner.headers, 'x-service-site-cible': slug };
    const leave = () => vitrine.ask({ method, path, body, headers });
    const [, link] = await withLink(accountId, email, async () => {
      expect(refusal(await leave())).toEqual([403, 'preuve_requise']);
      await proveByMail(vitrine, owner);
      expect((await leave()).status).toBe(200);
    });
    expect((await press(link)).status).toBe(303);
    expect(await sql("SELECT compte_id FROM membres WHERE site_id = $1 AND role = 'proprietaire'", [siteId])).toEqual([
      { compte_id: buyer.accountId },
    ]);
  });
});

describe('an account with a second factor', () => {
  it('loses it to nobody who has the password and a session that has shown the factor long ago', async () => {
    const { owner, accountId } = await robbed();
    const secret = await addApplication(vitrine, owner, accountId);
    await sql("UPDATE sessions SET preuve_forte_le = preuve_forte_le - interval '11 minutes'");
    expect((await askSecurity(vitrine, owner, 'POST', '/preuve', { mot_de_passe: PASSWORD })).status).toBe(200);
    expect(refusal(await askSecurity(vitrine, owner, 'DELETE', '/generateur'))).toEqual([403, 'preuve_requise']);
    expect(refusal(await act(owner, 'POST', '/api/cles', { nom: 'CI', portee: 'themes' }))).toEqual([
      403,
      'preuve_requise',
    ]);
    expect((await askSecurity(vitrine, owner, 'POST', '/preuve', { code: oneTimeCode(secret) })).status).toBe(200);
    expect((await act(owner, 'POST', '/api/cles', { nom: 'CI', portee: 'themes' })).status).toBe(201);
  });
});

describe('who has an unlocked session and the mailbox of an account with a second factor', () => {
  it('proves nothing by a code that comes by mail, and takes no factor away', async () => {
    const { owner, accountId } = await robbed();
    await addApplication(vitrine, owner, accountId);
    await sql("UPDATE sessions SET preuve_forte_le = preuve_forte_le - interval '11 minutes'");
    expect(refusal(await askSecurity(vitrine, owner, 'POST', '/preuve/courriel'))).toEqual([403, 'preuve_requise']);
    const bond = sha256(owner.cookie.slice(owner.cookie.indexOf('=') + 1));
    // Asked for before there was a factor.
    const code = await onDatabase(vitrine.databaseUrl, (client) =>
      makeCode(client as unknown as ClientBase, accountId, bond),
    );
    const body = { code_courriel: code };
    expect(refusal(await askSecurity(vitrine, owner, 'POST', '/preuve', body))).toEqual([
      403,
      'second_facteur_incorrect',
    ]);
    expect(refusal(await askSecurity(vitrine, owner, 'DELETE', '/generateur'))).toEqual([403, 'preuve_requise']);
  });
});

describe('the link of a message about an act', () => {
  it('undoes what an intruder has done, and leaves what the owner had', async () => {
    const { owner, intruder, accountId, email, siteId, key } = await robbed();
    await proveByMail(vitrine, owner);
    const device = await addPasskey(vitrine, owner, ORIGIN);
    expect(device).toBeDefined();
    const bob = await createTenant(vitrine.databaseUrl);
    await sql("INSERT INTO membres (site_id, compte_id, role) VALUES ($1, $2, 'proprietaire')", [
      siteId,
      bob.accountId,
    ]);
    // The first factor has ended the other sessions.
    expect((await act(intruder, 'GET', '/api/compte')).status).toBe(401);
    // As a release before opens one.
    await sql('DELETE FROM passkeys WHERE compte_id = $1', [accountId]);
    const again = await signIn(vitrine, { accountId });
    const [, link] = await withLink(accountId, email, async () => {
      expect((await invite(again, 'editeur')).status).toBe(201);
      expect((await act(again, 'DELETE', `/api/membres?compte=${bob.accountId}`)).status).toBe(200);
    });
    const page = await vitrine.ask({ path: link });
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('les rôles et les invitations')]);
    const done = await press(link);
    expect([done.status, done.headers.location]).toEqual([303, expect.stringMatching(/^\/mot-de-passe\?jeton=/)]);
    expect(
      await sql('SELECT role FROM membres WHERE site_id = $1 AND compte_id = $2', [siteId, bob.accountId]),
    ).toEqual([{ role: 'proprietaire' }]);
    expect(await sql('SELECT FROM invitations WHERE site_id = $1', [siteId])).toEqual([]);
    expect((await logIn({ email, mot_de_passe: PASSWORD })).status).toBe(401);
    expect((await act(again, 'GET', '/api/compte')).status).toBe(401);
    expect((await vitrine.ask({ path: '/api/themes', key })).status).toBe(200);
    await press(String(done.headers.location), { mot_de_passe: NEW_PASSWORD });
    expect((await logIn({ email, mot_de_passe: NEW_PASSWORD })).status).toBe(200);
  });

  it.each(['has handed over', 'was taken off'])('brings nobody back to a site that its account %s', async (how) => {
    const { owner, accountId, email, siteId, slug } = await robbed();
    const [accomplice, buyer] = [await createTenant(vitrine.databaseUrl), await createTenant(vitrine.databaseUrl)];
    for (const { accountId: id } of [accomplice, buyer]) {
      await sql("INSERT INTO membres (site_id, compte_id, role) VALUES ($1, $2, 'proprietaire')", [siteId, id]);
    }
    const bought = await signIn(vitrine, buyer);
    const on = (who: SignedIn, method: string, path: string, body?: unknown) =>
      vitrine.ask({ method, path, body, headers: { ...who.headers, 'x-service-site-cible': slug } });
    const [, link] = await withLink(accountId, email, async () => {
      expect((await on(owner, 'DELETE', `/api/membres?compte=${accomplice.accountId}`)).status).toBe(200);
      if (how === 'was taken off') {
        expect((await on(bought, 'DELETE', `/api/membres?compte=${accountId}`)).status).toBe(200);
        return;
      }
      await proveByMail(vitrine, owner);
      const handOver = '/api/membres/transmission';
      expect((await on(owner, 'POST', handOver, { compte: buyer.accountId })).status).toBe(200);
      expect((await on(bought, 'POST', `${handOver}/acceptation`)).status).toBe(200);
    });
    expect((await press(link)).status).toBe(303);
    expect(await sql("SELECT compte_id FROM membres WHERE site_id = $1 AND role = 'proprietaire'", [siteId])).toEqual([
      { compte_id: buyer.accountId },
    ]);
  });

  it('gives an owner the role back whom an intruder has made less, and then more by an invitation of its own', async () => {
    const { intruder, accountId, email, siteId, slug } = await robbed();
    const other = await createTenant(vitrine.databaseUrl);
    await sql("INSERT INTO membres (site_id, compte_id, role) VALUES ($1, $2, 'proprietaire')", [
      siteId,
      other.accountId,
    ]);
    const headers = { ...intruder.headers, 'x-service-site-cible': slug };
    const on = (method: string, path: string, body: unknown) => vitrine.ask({ method, path, body, headers });
    const [, link] = await withLink(accountId, email, async () => {
      const invited = await on('POST', '/api/invitations', { email: 'complice@exemple.fr', role: 'editeur' });
      const made = { genre: 'invitation', invitation_id: invited.json().id } as const;
      const [, jeton] = (await onDatabase(vitrine.databaseUrl, (client) => makeLink(client, made))).split('=');
      await withoutMailbox(accountId, async () => {
        expect((await on('PATCH', '/api/membres', { compte: accountId, role: 'lecteur' })).status).toBe(200);
      });
      expect((await on('POST', '/api/invitations/acceptation', { jeton })).status).toBe(200);
    });
    expect((await press(link)).status).toBe(303);
    expect(await sql('SELECT role FROM membres WHERE site_id = $1 AND compte_id = $2', [siteId, accountId])).toEqual([
      { role: 'proprietaire' },
    ]);
  });

  it('lets no passkey alone open the account before there is a new password', async () => {
    const { owner, accountId, email } = await robbed();
    const device = await addPasskey(vitrine, owner, ORIGIN);
    const [, link] = await withLink(accountId, email, async () => undefined);
    const headers = { 'sec-fetch-site': 'same-origin' };
    const post = (path: string, body: unknown) => vitrine.ask({ method: 'POST', path, body, headers });
    const enter = async () => {
      const { options } = (await post('/connexion/passkey/defi', {})).json();
      return post('/connexion/passkey', { passkey: device.show(options) });
    };
    const done = await press(link);
    expect(refusal(await enter())).toEqual([403, 'second_facteur_incorrect']);
    await press(String(done.headers.location), { mot_de_passe: NEW_PASSWORD });
    expect((await enter()).status).toBe(200);
  });

  it('ends no older key of an account with an older factor: the mailbox alone ends nothing there but sessions', async () => {
    const { owner, accountId, email, key } = await robbed();
    await proveByMail(vitrine, owner);
    await addApplication(vitrine, owner, accountId);
    const [{ id }] = await sql('SELECT id FROM cles WHERE compte_id = $1', [accountId]);
    const [, link] = await withLink(accountId, email, async () => undefined);
    expect((await vitrine.ask({ path: link })).text).not.toContain(`name="cle-${id}"`);
    expect((await press(link, { [`cle-${id}`]: 'oui' })).status).toBe(303);
    expect((await vitrine.ask({ path: '/api/themes', key })).status).toBe(200);
  });

  it('ends older keys that are ticked, and those alone', async () => {
    const { accountId, email, key } = await robbed();
    const [{ id }] = await sql('SELECT id FROM cles WHERE compte_id = $1', [accountId]);
    const [, link] = await withLink(accountId, email, async () => undefined);
    expect((await vitrine.ask({ path: link })).text).toContain(`name="cle-${id}"`);
    await press(link, { [`cle-${id}`]: 'oui', 'cle-rien': 'oui' });
    expect((await vitrine.ask({ path: '/api/themes', key })).status).toBe(401);
  });

  it('keeps an account that was deleted with the password alone, and the sites that waited because of that', async () => {
    const { intruder, accountId, email, siteId, slug } = await robbed();
    const former = await createTenant(vitrine.databaseUrl);
    await sql('UPDATE membres SET compte_id = $2 WHERE site_id = $1', [former.siteId, accountId]);
    await sql("UPDATE sites SET efface_le = now() + interval '3 days' WHERE id = $1", [former.siteId]);
    const body = { mot_de_passe: PASSWORD, sites: [slug, former.slug] };
    const [, link] = await withLink(accountId, email, async () => {
      await withoutMailbox(accountId, async () => {
        expect((await act(intruder, 'DELETE', '/api/compte', body)).status).toBe(200);
      });
    });
    expect(await goesAt(accountId, siteId, former.siteId)).toEqual([true, true, true]);
    expect((await vitrine.ask({ path: link })).text).toContain('ne seront pas supprimés');
    expect((await press(link)).status).toBe(303);
    expect(await goesAt(accountId, siteId, former.siteId)).toEqual([false, false, true]);
    expect(await sql('SELECT hors_ligne FROM sites WHERE id = $1', [siteId])).toEqual([{ hors_ligne: null }]);
    // A second use does no more.
    await sql('UPDATE comptes SET efface_demande_le = now(), efface_le = now() WHERE id = $1', [accountId]);
    expect((await press(link)).text).toContain('C’est fait');
    expect(await goesAt(accountId, siteId, former.siteId)).toEqual([true, false, true]);
  });

  it('leaves the deletion of an account that was proven by more, or came before it', async () => {
    const strong = await robbed();
    const [, link] = await withLink(strong.accountId, strong.email, async () => {
      await proveByMail(vitrine, strong.owner);
      const body = { mot_de_passe: PASSWORD, sites: [strong.slug] };
      expect((await act(strong.owner, 'DELETE', '/api/compte', body)).status).toBe(200);
    });
    const early = await robbed();
    const body = { mot_de_passe: PASSWORD, sites: [early.slug] };
    await withoutMailbox(early.accountId, async () => {
      expect((await act(early.intruder, 'DELETE', '/api/compte', body)).status).toBe(200);
    });
    const [, later] = await withLink(early.accountId, early.email, async () => undefined);
    for (const [{ accountId, siteId }, path] of [
      [strong, link],
      [early, later],
    ] as const) {
      expect((await vitrine.ask({ path })).text).not.toContain('ne seront pas supprimés');
      expect((await press(path)).status).toBe(303);
      expect(await goesAt(accountId, siteId)).toEqual([true, true]);
    }
  });

  it('keeps a site that the intruder took from the owner, too, once the role is back', async () => {
    const { intruder, accountId, email, siteId, slug } = await robbed();
    const bob = await createTenant(vitrine.databaseUrl);
    const [, link] = await withLink(accountId, email, async () => {
      await withoutMailbox(accountId, async () => {
        expect((await act(intruder, 'DELETE', '/api/compte', { mot_de_passe: PASSWORD, sites: [slug] })).status).toBe(
          200,
        );
        const again = await signIn(vitrine, { accountId });
        await sql("INSERT INTO membres (site_id, compte_id, role) VALUES ($1, $2, 'editeur')", [siteId, bob.accountId]);
        const role = 'proprietaire';
        const give = vitrine.ask({
          ...{ method: 'PATCH', path: '/api/membres', body: { compte: bob.accountId, role } },
          headers: { ...again.headers, 'x-service-site-cible': slug },
        });
        expect((await give).status).toBe(200);
        const leave = vitrine.ask({
          ...{ method: 'DELETE', path: `/api/membres?compte=${accountId}` },
          headers: { ...again.headers, 'x-service-site-cible': slug },
        });
        expect((await leave).status).toBe(200);
      });
    });
    expect((await press(link)).status).toBe(303);
    expect(await sql('SELECT role FROM membres WHERE site_id = $1 AND compte_id = $2', [siteId, accountId])).toEqual([
      { role: 'proprietaire' },
    ]);
    expect(await goesAt(accountId, siteId)).toEqual([false, false]);
  });

  it('comes with the message about the deletion of the account, which says when it goes, until it is kept', async () => {
    const { owner, accountId, email, slug } = await robbed();
    await proveByMail(vitrine, owner);
    const body = { mot_de_passe: PASSWORD, sites: [slug] };
    expect((await act(owner, 'DELETE', '/api/compte', body)).status).toBe(200);
    const [mail] = (await sql(
      "UPDATE courriels SET a_envoyer_le = NULL WHERE genre = 'compte_supprime' AND compte_id = $1 RETURNING *",
      [accountId],
    )) as [TakenMail];
    expect(mail.destinataire).toBe(email);
    const pools = openPools(vitrine.databaseUrl, 'vitrine_service');
    const written = () =>
      inTransaction(pools, (client) => writeLetter(client, mail, { address: ORIGIN, sitesDomain: 'localhost' }));
    const letter = JSON.stringify(await written());
    expect(letter).toContain('Votre compte va être supprimé');
    const [, link = ''] = /http:\/\/localhost(\/ancienne-adresse\?jeton=[\w-]+)/.exec(letter) ?? [];
    expect((await vitrine.ask({ path: link })).text).toContain('Reprendre mon compte');
    const back = await signIn(vitrine, { accountId });
    expect((await act(back, 'DELETE', '/api/compte/suppression')).status).toBe(200);
    expect(await written()).toEqual({ kind: 'nothing' });
    await pools.end();
  });
});
