import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { writeLetter } from '../../../src/mail/write-letter.ts';
import { insertAccount } from '../../../src/storage/accounts.ts';
import { withConnection } from '../../../src/storage/database.ts';
import type { TakenMail } from '../../../src/storage/mail-queue.ts';
import { inTransaction } from '../../../src/storage/transaction.ts';
import { type ContactSite, encoded, publishContactSite } from '../../support/contact.ts';
import { openPools, query } from '../../support/database.ts';
import { startMailServer, type TestMailServer } from '../../support/mail-server.ts';
import { startTestProgram, type TestProgram } from '../../support/program.ts';
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

const setContact = () =>
  query(vitrine.databaseUrl, "INSERT INTO parametres (site_id, onglet, valeurs) VALUES ($1, 'contact', $2)", [
    site.siteId,
    JSON.stringify({ email: contact }),
  ]);

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

it('a site writes to few contact addresses a day that nobody has proved: further ones get nothing, and its owners are told', async () => {
  const [{ email }] = await sql('SELECT email FROM comptes WHERE id = $1', [site.accountId]);
  const pools = openPools(vitrine.databaseUrl, 'vitrine_service');
  const [row] = await sql(
    `INSERT INTO courriels (genre, destinataire, site_id, donnees, a_envoyer_le)
     VALUES ('demandes', '', $1, jsonb_build_object('depuis', now()), NULL) RETURNING *`,
    [site.siteId],
  );
  await setContact();
  await sql(
    `INSERT INTO demandes (site_id, page, champs, ordre) VALUES ($1, '/', '{"message": "Bonjour"}', '{message}')`,
    [site.siteId],
  );
  const receiverOf = async (address: string) => {
    await sql('UPDATE parametres SET valeurs = $2 WHERE site_id = $1', [
      site.siteId,
      JSON.stringify({ email: address }),
    ]);
    const written = await inTransaction(pools, (client) =>
      writeLetter(client, { ...(row as TakenMail), essais: 0 }, { address: 'http://v.test' }),
    );
    return written.kind === 'letter' ? written.to : written;
  };
  const strangers = [1, 2, 3, 4, 5].map((n) => `inconnu${n}@exemple.fr`);
  const told = [];
  for (const address of [...strangers, 'inconnu1@exemple.fr', 'inconnu4@exemple.fr'])
    told.push(await receiverOf(address));
  await pools.end();
  expect(told.flat()).toEqual([...strangers.slice(0, 3), email, email, 'inconnu1@exemple.fr', email]);
});
