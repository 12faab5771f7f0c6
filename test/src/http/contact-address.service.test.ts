import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeLink } from '../../../src/accounts/links.ts';
import { type ContactSite, encoded, publishContactSite } from '../../support/contact.ts';
import { onDatabase, query } from '../../support/database.ts';
import { htmlFaults } from '../../support/html-faults.ts';
import type { Answer } from '../../support/http.ts';
import { FORM } from '../../support/login.ts';
import { linkIn } from '../../support/mail-message.ts';
import { startMailServer, type TestMailServer } from '../../support/mail-server.ts';
import { createTenant, startTestProgram, type TestProgram } from '../../support/program.ts';
import { addApplication, proveByMail } from '../../support/second-factor.ts';
import { type SignedIn, signIn } from '../../support/sign-in.ts';
import { until } from '../../support/until.ts';

const ORIGIN = 'http://localhost';
const PATH = '/adresse-de-contact';
const MESSAGE = 'Gagnez https://mechant.fr/cadeau';

let mails: TestMailServer;
let vitrine: TestProgram;
let site: ContactSite;
let owner: SignedIn;
let email: string;
let addresses = 0;
const fresh = () => `victime${++addresses}@exemple.fr`;

beforeAll(async () => {
  mails = await startMailServer(ORIGIN);
  vitrine = await startTestProgram({ TRUST_PROXY: 'true', ...mails.environment });
});
afterAll(async () => {
  await vitrine?.close();
  await mails?.close();
});
beforeEach(async () => {
  await sql('DELETE FROM tentatives');
  site = await publishContactSite(vitrine);
  owner = await signIn(vitrine, site);
  [{ email }] = (await sql('SELECT email FROM comptes WHERE id = $1', [site.accountId])) as [{ email: string }];
});

const sql = async (text: string, values: unknown[] = []) => (await query(vitrine.databaseUrl, text, values)).rows;
const outcome = ({ status, text }: Answer) => [status, JSON.parse(text).error];
const give = (address: string, who: SignedIn | { readonly key: string } = owner, more: object = {}) =>
  vitrine.ask({
    ...{ method: 'PATCH', path: '/api/parametres/contact', body: { valeurs: { email: address, ...more } } },
    ...('key' in who ? { key: who.key, besideSession: true } : { headers: who.headers }),
  });
const setting = async () =>
  (await sql("SELECT valeurs FROM parametres WHERE site_id = $1 AND onglet = 'contact'", [site.siteId]))[0]?.valeurs;
const noted = () =>
  sql(
    `SELECT courriel, avant, par, appui_le IS NULL AS faible, confirme_le IS NOT NULL AS confirme
     FROM contacts WHERE site_id = $1 ORDER BY donne_le`,
    [site.siteId],
  );
const press = (path: string, secret: string) =>
  vitrine.ask({
    method: 'POST',
    path,
    body: encoded({ jeton: secret }),
    headers: { 'sec-fetch-site': 'same-origin', ...FORM },
  });
const settingsPage = async () =>
  (await vitrine.ask({ path: `/studio/${site.slug}/reglages/contact`, headers: owner.headers })).text;
const secretIn = async (address: string): Promise<string> =>
  linkIn(await mails.messageTo(address, 'Recevoir les messages'), PATH).split('jeton=')[1] ?? '';
/** Sends a message by the form of the site, and waits until it is told. @returns who was told */
async function told(): Promise<string[]> {
  const before = (await mails.messagesTo()).length;
  await sql("DELETE FROM courriels WHERE site_id = $1 AND genre = 'demandes'", [site.siteId]);
  await site.send(encoded({ message: MESSAGE }));
  return until('somebody is told', async () => {
    const messages = (await mails.messagesTo()).slice(before).filter(({ text }) => text.includes(MESSAGE));
    return messages.length > 0 ? messages.flatMap(({ envelopeTo }) => envelopeTo) : null;
  });
}

describe('a contact address that is nobody’s who works on the site', () => {
  it('gets no word of visitors before its reader has agreed by the button of a page: the owners do', async () => {
    const victim = fresh();
    await proveByMail(vitrine, owner);
    expect((await give(victim)).status).toBe(200);
    expect(await told()).toEqual([email]);
    expect(await settingsPage()).toContain('Cette adresse n’a pas encore confirmé');
    const asked = await mails.messageTo(victim);
    expect(asked.header('subject')).toBe('Recevoir les messages d’un site');
    expect(asked.text).toContain(`http://${site.slug}.localhost`);
    const secret = await secretIn(victim);
    for (const _ of [1, 2]) {
      const page = await vitrine.ask({ path: `${PATH}?jeton=${secret}` });
      expect([page.status, page.text]).toEqual([200, expect.stringContaining('Recevoir les messages')]);
      expect(page.headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' });
      expect(await htmlFaults(page.text)).toEqual([]);
    }
    expect(await told()).toEqual([email]);
    expect((await press(PATH, secret)).text).toContain('C’est fait');
    expect((await press(PATH, secret)).text).toContain('C’est fait');
    expect(await told()).toEqual([victim]);
    expect(await settingsPage()).not.toContain('Cette adresse n’a pas encore confirmé');
    expect(await mails.messagesTo(victim)).toHaveLength(2);
  });

  it('is not agreed to by another page, nor by a link that is none', async () => {
    const victim = fresh();
    await proveByMail(vitrine, owner);
    await give(victim);
    const secret = await secretIn(victim);
    const headers = { 'sec-fetch-site': 'cross-site', ...FORM };
    const body = encoded({ jeton: secret });
    expect((await vitrine.ask({ method: 'POST', path: PATH, body, headers })).status).toBe(403);
    expect((await press(PATH, `${secret}x`)).status).toBe(404);
    expect((await vitrine.ask({ path: PATH })).status).toBe(404);
    expect(await noted()).toMatchObject([{ courriel: victim, confirme: false }]);
  });

  it('keeps the answer of its reader for itself: an address that is given at the same moment is asked, too', async () => {
    const [one, two] = [fresh(), fresh()];
    await proveByMail(vitrine, owner);
    await give(one);
    const secret = await secretIn(one);
    await Promise.all([press(PATH, secret), give(two)]);
    expect(await setting()).toEqual({ email: two });
    expect(await told()).toEqual([email]);
    expect(await noted()).toMatchObject([
      { courriel: one, confirme: true },
      { courriel: two, avant: one, confirme: false },
    ]);
    expect((await press(PATH, await secretIn(two))).status).toBe(200);
    expect(await told()).toEqual([two]);
  });
});

describe('another contact address', () => {
  it('needs a proof in a session, and then stands with what proved it; the same one and none need nothing', async () => {
    const victim = fresh();
    expect(outcome(await give(victim))).toEqual([403, 'preuve_requise']);
    expect([await setting(), await noted()]).toEqual([undefined, []]);
    await proveByMail(vitrine, owner);
    expect((await give(victim)).status).toBe(200);
    const later = await signIn(vitrine, site);
    expect((await give(` ${victim.toUpperCase()} `, later, { telephone: '01 02 03 04 05' })).status).toBe(200);
    expect(await noted()).toEqual([
      { courriel: victim, avant: null, par: site.accountId, faible: false, confirme: false },
    ]);
    expect(outcome(await give(fresh(), later))).toEqual([403, 'preuve_requise']);
    expect(outcome(await give('', later, { courriel: fresh() }))).toEqual([403, 'preuve_requise']);
    await sql("UPDATE contacts SET donne_le = donne_le - interval '32 days' WHERE site_id = $1", [site.siteId]);
    expect((await give('', later)).status).toBe(200);
    expect(outcome(await give(victim, later))).toEqual([403, 'preuve_requise']);
    const next = fresh();
    expect((await give(next)).status).toBe(200);
    expect((await noted()).map(({ courriel }) => courriel)).toEqual([next]);
  });

  it('needs the factor where the account has one', async () => {
    await proveByMail(vitrine, owner);
    await addApplication(vitrine, owner, site.accountId);
    await sql('UPDATE sessions SET preuve_forte_le = NULL WHERE compte_id = $1', [site.accountId]);
    expect(outcome(await give(fresh()))).toEqual([403, 'preuve_requise']);
  });

  it('needs nothing of an account whose address is not confirmed', async () => {
    await sql('UPDATE comptes SET confirme_le = NULL WHERE id = $1', [site.accountId]);
    expect((await give(fresh())).status).toBe(200);
    expect(await noted()).toMatchObject([{ faible: true }]);
  });

  it('rests on the key that gives it, since when that one stands', async () => {
    const [{ depuis }] = await sql(
      "UPDATE cles SET cree_le = cree_le - interval '1 year' WHERE compte_id = $1 RETURNING cree_le AS depuis",
      [site.accountId],
    );
    expect((await give(fresh(), site)).status).toBe(200);
    expect(await sql('SELECT par, appui_le FROM contacts WHERE site_id = $1', [site.siteId])).toEqual([
      { par: site.accountId, appui_le: depuis },
    ]);
  });

  it('is refused together with its settings: a guard that does not hold asks nobody', async () => {
    await proveByMail(vitrine, owner);
    await give('');
    const body = { valeurs: { email: fresh() }, garde: { site: site.siteId, majLe: null } };
    const refused = await vitrine.ask({
      method: 'PATCH',
      path: '/api/parametres/contact',
      body,
      headers: owner.headers,
    });
    expect(outcome(refused)).toEqual([409, 'modifie_entre_temps']);
    expect([
      await noted(),
      await sql("SELECT FROM courriels WHERE genre = 'contact' AND site_id = $1", [site.siteId]),
    ]).toEqual([[], []]);
  });
});

describe('the link of a message about an act', () => {
  /** A link that undoes what came since, for who reads the mail of the account. */
  const undoLink = async (since: string) => {
    const made = { genre: 'annulation', compte_id: site.accountId, envoye_a: email } as const;
    return onDatabase(vitrine.databaseUrl, (client) => makeLink(client, made, since));
  };
  const undone = async (link: string) => press('/ancienne-adresse', link.split('jeton=')[1] ?? '');
  const now = async () => (await sql('SELECT clock_timestamp() AS since'))[0].since as string;
  /** As a release before let anybody do, or an account without a confirmed address. */
  const giveWeakly = async (address: string) => {
    await sql('UPDATE comptes SET confirme_le = NULL WHERE id = $1', [site.accountId]);
    expect((await give(address, await signIn(vitrine, site))).status).toBe(200);
    await sql("UPDATE comptes SET confirme_le = now() - interval '1 year' WHERE id = $1", [site.accountId]);
  };

  it('gives a site the contact address back that it had, says so before, and ends the link of the other one', async () => {
    const [mine, theirs, second] = [fresh(), fresh(), fresh()];
    await proveByMail(vitrine, owner);
    await give(mine, owner, { telephone: '01 02 03 04 05' });
    const since = await now();
    await giveWeakly(theirs);
    const secret = await secretIn(theirs);
    expect((await press(PATH, secret)).status).toBe(200);
    await giveWeakly(second);
    const version = async () =>
      (await sql('SELECT contenu_maj_le FROM sites WHERE id = $1', [site.siteId]))[0].contenu_maj_le;
    const before = await version();
    const link = await undoLink(since);
    const page = await vitrine.ask({ path: link });
    expect(page.text).toContain(theirs);
    expect(page.text).toContain(second);
    expect(page.text).not.toContain(mine);
    expect((await undone(link)).status).toBe(303);
    expect(await setting()).toEqual({ email: mine });
    expect(await noted()).toMatchObject([{ courriel: mine }]);
    expect((await press(PATH, secret)).status).toBe(404);
    expect(await version()).not.toBe(before);
    expect(await told()).toEqual([email]);
  });

  it('leaves no address that was given twice to hide the one before: the owners get the messages', async () => {
    const [one, two] = [fresh(), fresh()];
    const since = await now();
    for (const address of [one, two, one]) await giveWeakly(address);
    expect((await undone(await undoLink(since))).status).toBe(303);
    expect([await setting(), await noted()]).toEqual([{}, []]);
  });

  it('leaves what was proven, what others gave, and what stands there since', async () => {
    const [mine, theirs] = [fresh(), fresh()];
    await sql("UPDATE comptes SET confirme_le = now() - interval '1 year' WHERE id = $1", [site.accountId]);
    const since = await now();
    await proveByMail(vitrine, owner);
    await give(mine);
    await giveWeakly(theirs);
    const other = await createTenant(vitrine.databaseUrl);
    await sql("INSERT INTO membres (site_id, compte_id, role) VALUES ($1, $2, 'proprietaire')", [
      site.siteId,
      other.accountId,
    ]);
    const colleague = await signIn(vitrine, other);
    await proveByMail(vitrine, colleague);
    const last = fresh();
    const body = { valeurs: { email: last } };
    const headers = { ...colleague.headers, 'x-service-site-cible': site.siteId };
    expect((await vitrine.ask({ method: 'PATCH', path: '/api/parametres/contact', body, headers })).status).toBe(200);
    expect((await undone(await undoLink(since))).status).toBe(303);
    expect(await setting()).toEqual({ email: last });
    expect(await noted()).toMatchObject([{ courriel: mine }, { courriel: last, avant: theirs }]);
  });

  it('ends a change that comes after it, and takes back one that came before, at whatever moment both are asked for', async () => {
    for (let round = 0; round < 5; round++) {
      const mine = fresh();
      await sql('DELETE FROM contacts WHERE site_id = $1', [site.siteId]);
      await sql("DELETE FROM parametres WHERE site_id = $1 AND onglet = 'contact'", [site.siteId]);
      await sql('UPDATE comptes SET confirme_le = NULL WHERE id = $1', [site.accountId]);
      const intruder = await signIn(vitrine, site);
      const link = await undoLink(await now());
      await Promise.all([undone(link), give(mine, intruder)]);
      expect([await noted(), (await setting())?.email]).toEqual([[], undefined]);
    }
  });
});
