import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { askReader } from '../../../src/mail/contact.ts';
import { writeLetter } from '../../../src/mail/write-letter.ts';
import { insertAccount } from '../../../src/storage/accounts.ts';
import { withConnection } from '../../../src/storage/database.ts';
import type { TakenMail } from '../../../src/storage/mail-queue.ts';
import { enqueueMail } from '../../../src/storage/mails.ts';
import { inTransaction } from '../../../src/storage/transaction.ts';
import { type ContactSite, encoded, publishContactSite } from '../../support/contact.ts';
import { openPools, query } from '../../support/database.ts';
import { startMailServer, type TestMailServer } from '../../support/mail-server.ts';
import { createTenant, startTestProgram, type TestProgram } from '../../support/program.ts';
import { until } from '../../support/until.ts';

let mails: TestMailServer;
let vitrine: TestProgram;
let site: ContactSite;
let contact: string;
let sites = 0;

beforeAll(async () => {
  mails = await startMailServer();
  vitrine = await startTestProgram({ TRUST_PROXY: 'true', ...mails.environment });
});
afterAll(async () => {
  await vitrine?.close();
  await mails?.close();
});
beforeEach(async () => {
  site = await publishContactSite(vitrine);
  contact = `contact${++sites}@exemple.fr`;
});

const sql = async (text: string, values: unknown[] = []) => (await query(vitrine.databaseUrl, text, values)).rows;

/** The contact address of the site, whose reader has agreed. */
const setContact = async () => {
  await writeContact(contact);
  await sql('INSERT INTO contacts (site_id, courriel, confirme_le) VALUES ($1, $2, now())', [site.siteId, contact]);
};

const writeContact = (address: string) =>
  sql(
    `INSERT INTO parametres (site_id, onglet, valeurs) VALUES ($1, 'contact', $2)
     ON CONFLICT (site_id, onglet) DO UPDATE SET valeurs = excluded.valeurs`,
    [site.siteId, JSON.stringify({ email: address })],
  );

/** The message about the requests of the site, as it waits. */
const waiting = async () =>
  (
    await query(vitrine.databaseUrl, 'SELECT id, a_envoyer_le > now() AS plus_tard FROM courriels WHERE site_id = $1', [
      site.siteId,
    ])
  ).rows;

const rested = () =>
  until('the message waits for more requests', async () =>
    expect(await waiting()).toMatchObject([{ plus_tard: true }]),
  );

const makeDue = () =>
  query(vitrine.databaseUrl, 'UPDATE courriels SET a_envoyer_le = now() WHERE site_id = $1', [site.siteId]);

it('a request is told to the contact address of the site, and an answer goes to the visitor', async () => {
  await setContact();
  await site.send(encoded({ nom: 'Léa <b>', courriel: 'Lea@Visiteuse.fr', message: 'Bonjour,\nà bientôt' }));
  const message = await mails.messageTo(contact);
  expect(message.header('subject')).toMatch(/^Une demande sur le site « Site \d+ »$/);
  expect(message.header('reply-to')).toBe('lea@visiteuse.fr');
  expect(message.text).toContain('nom : Léa <b>');
  expect(message.text).toContain('message : \n  Bonjour,\n  à bientôt');
  expect(message.text).toContain(`http://plateforme.test/studio/${site.slug}/demandes`);
  expect(message.html).toContain('Léa &lt;b&gt;');
  await rested();
});

it('many requests, at once, are told in digests, each once; at most one message of a site waits', async () => {
  await setContact();
  await Promise.all(Array.from({ length: 12 }, (_, n) => site.send(encoded({ message: `demande-${n}-` }))));
  await rested();
  await Promise.all(Array.from({ length: 30 }, (_, n) => site.send(encoded({ message: `demande-${n + 12}-` }))));
  expect(await waiting()).toHaveLength(1);
  await makeDue();
  const told = await until('all requests are told', async () => {
    const messages = await mails.messagesTo(contact);
    const counts = messages.map((message) => Number(/^\d+/.exec(message.header('subject'))?.[0] ?? 1));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(42);
    return messages;
  });
  expect(told.length).toBeLessThanOrEqual(4);
  const texts = told.map(({ text }) => text).join('');
  const shown = [...texts.matchAll(/demande-\d+-/g)].map(([word]) => word);
  expect(new Set(shown).size).toBe(shown.length);
  expect(told.at(-1)?.header('reply-to')).toBe('');
  expect(texts).toMatch(/\d+ autres demandes sont dans le studio|Une autre demande/);
  await rested();
  await makeDue();
  await until('nothing waits without a new request', async () => expect(await waiting()).toEqual([]));
});

it('without a contact address the owners are told who have confirmed theirs; without such an owner nobody is', async () => {
  const { email } = (await query(vitrine.databaseUrl, 'SELECT email FROM comptes WHERE id = $1', [site.accountId]))
    .rows[0];
  const unconfirmed = `autre${sites}@exemple.fr`;
  await withConnection('DATABASE_URL', vitrine.databaseUrl, async (client) => {
    const other = await insertAccount(client, { email: unconfirmed, passwordHash: '-', type: 'client' });
    await client.query('UPDATE comptes SET confirme_le = NULL WHERE id = $1', [other?.id]);
    await client.query("INSERT INTO membres (site_id, compte_id, role) VALUES ($1, $2, 'proprietaire')", [
      site.siteId,
      other?.id,
    ]);
  });
  await site.send(encoded({ message: 'Bonjour' }));
  const message = await mails.messageTo(email);
  expect(message.header('to')).toBe(email);
  expect(await mails.messagesTo(unconfirmed)).toEqual([]);

  await rested();
  await query(vitrine.databaseUrl, 'UPDATE comptes SET confirme_le = NULL WHERE id = $1', [site.accountId]);
  await setContact();
  await site.send(encoded({ message: 'Encore' }));
  await makeDue();
  await until('nothing waits', async () => expect(await waiting()).toEqual([]));
  expect(await mails.messagesTo(contact)).toEqual([]);
  expect(await site.received()).toHaveLength(2);
});

it('an address that nobody has noted, as of a release before, is asked once, and the owners get the messages meanwhile', async () => {
  const [{ email }] = await sql('SELECT email FROM comptes WHERE id = $1', [site.accountId]);
  await writeContact(contact);
  await site.send(encoded({ message: 'Un devis ?' }));
  expect((await mails.messageTo(email)).text).toContain('Un devis ?');
  const asked = await mails.messageTo(contact, 'Recevoir les messages');
  expect(asked.text).not.toContain('Un devis ?');
  await rested();
  await site.send(encoded({ message: 'Encore' }));
  await makeDue();
  await until('the owner is told again', async () => expect(await mails.messagesTo(email)).toHaveLength(2));
  await rested();
  expect(await mails.messagesTo(contact)).toHaveLength(1);
});

it('an address is asked once, by however many at once', async () => {
  await writeContact(contact);
  const pools = openPools(vitrine.databaseUrl, 'vitrine_service');
  const ask = () => inTransaction(pools, (client) => askReader(client, enqueueMail, site.siteId, contact));
  await Promise.all([ask(), ask(), ask(), ask()]);
  await pools.end();
  await mails.messageTo(contact, 'Recevoir les messages');
  await until('nothing waits', async () => expect(await waiting()).toEqual([]));
  expect(await mails.messagesTo(contact)).toHaveLength(1);
});

it('the confirmed address of any member gets the messages, and no other account’s', async () => {
  const [member, stranger] = [await createTenant(vitrine.databaseUrl), await createTenant(vitrine.databaseUrl)];
  await sql("INSERT INTO membres (site_id, compte_id, role) VALUES ($1, $2, 'lecteur')", [
    site.siteId,
    member.accountId,
  ]);
  const addressOf = async (id: string) => (await sql('SELECT email FROM comptes WHERE id = $1', [id]))[0].email;
  await writeContact(await addressOf(member.accountId));
  await site.send(encoded({ message: 'Bonjour' }));
  expect((await mails.messageTo(await addressOf(member.accountId))).text).toContain('Bonjour');
  await rested();
  await writeContact(await addressOf(stranger.accountId));
  await site.send(encoded({ message: 'Encore' }));
  await makeDue();
  expect((await mails.messageTo(await addressOf(site.accountId))).text).toContain('Encore');
  expect((await mails.messageTo(await addressOf(stranger.accountId))).text).not.toContain('Encore');
});

it('a site asks three addresses a day, and an address is asked twice, by whatever sites', async () => {
  const pools = openPools(vitrine.databaseUrl, 'vitrine_service');
  const ask = async (siteId: string, address: string) => {
    await sql(
      "INSERT INTO parametres (site_id, onglet, valeurs) VALUES ($1, 'contact', $2) ON CONFLICT (site_id, onglet) DO UPDATE SET valeurs = excluded.valeurs",
      [siteId, JSON.stringify({ email: address })],
    );
    await sql('INSERT INTO contacts (site_id, courriel) VALUES ($1, $2)', [siteId, address]);
    // Due never: the sender of the program leaves the message alone.
    const [row] = await sql(
      `INSERT INTO courriels (genre, destinataire, site_id, essais, a_envoyer_le) VALUES ('contact', $2, $1, 1, NULL) RETURNING *`,
      [siteId, address],
    );
    const platform = { address: 'http://v.test', sitesDomain: 'v.test' };
    const written = await inTransaction(pools, (client) => writeLetter(client, row as TakenMail, platform));
    const [{ lien }] = await sql('SELECT lien FROM contacts WHERE site_id = $1 AND courriel = $2', [siteId, address]);
    expect(lien !== null).toBe(written.kind === 'letter');
    return written.kind === 'nothing' ? written.limit : written.kind;
  };
  const others = [await createTenant(vitrine.databaseUrl), await createTenant(vitrine.databaseUrl)];
  const asked = [];
  for (const n of [1, 2, 3, 4]) asked.push(await ask(site.siteId, `inconnu${n}@exemple.fr`));
  for (const other of others) asked.push(await ask(other.siteId, 'inconnu1@exemple.fr'));
  await pools.end();
  expect(asked).toEqual(['letter', 'letter', 'letter', 'compte', 'letter', 'destinataire']);
});
