import { afterAll, beforeAll, expect, it } from 'vitest';
import { insertAccount } from '../../../src/storage/accounts.ts';
import { withConnection } from '../../../src/storage/database.ts';
import { enqueueMail } from '../../../src/storage/mails.ts';
import { query } from '../../support/database.ts';
import { linkIn } from '../../support/mail-message.ts';
import { startMailServer, type TestMailServer } from '../../support/mail-server.ts';
import { startTestProgram, type TestProgram } from '../../support/program.ts';
import { until } from '../../support/until.ts';

let mails: TestMailServer;
let vitrine: TestProgram;

beforeAll(async () => {
  mails = await startMailServer();
  vitrine = await startTestProgram(mails.environment);
});

afterAll(async () => {
  await vitrine?.close();
  await mails?.close();
});

const nothingWaits = () =>
  until('no message waits', async () => {
    const { rows } = await query(vitrine.databaseUrl, 'SELECT genre, raison FROM courriels');
    expect(rows).toEqual([]);
  });

it('a message waits in the database until a mail server has taken it', async () => {
  const email = 'lea@exemple.fr';
  await withConnection('DATABASE_URL', vitrine.databaseUrl, async (client) => {
    await insertAccount(client, { email, passwordHash: '-', type: 'client' });
    await enqueueMail(client, { kind: 'oubli', to: email });
    await enqueueMail(client, { kind: 'oubli', to: 'personne@exemple.fr' });
  });
  const message = await mails.messageTo(email, 'mot de passe');
  await nothingWaits();
  expect(linkIn(message, '/mot-de-passe')).toMatch(/^\/mot-de-passe\?jeton=[\w-]{43}$/);
  expect(message.header('from')).toBe('vitrine <bonjour@vitrine.test>');
  expect(message.header('to')).toBe(email);
  expect(message.header('auto-submitted')).toBe('auto-generated');
  expect(message.header('message-id')).toMatch(/^<[0-9a-f-]{36}@vitrine\.test>$/);
  expect(message.html).toContain('Choisir un mot de passe');
  expect(message.html).not.toMatch(/<img|src=/);
  expect(await mails.messagesTo('personne@exemple.fr')).toEqual([]);
});

/** An account of an address, without a confirmation of it. */
async function unconfirmed(email: string): Promise<string> {
  const { rows } = await query(
    vitrine.databaseUrl,
    "INSERT INTO comptes (email, mot_de_passe, confirme_le) VALUES ($1, '-', NULL) RETURNING id",
    [email],
  );
  return rows[0].id;
}

it('a sign-up gets a link, and with an address that another account owns a way to that account', async () => {
  const [fresh, known] = ['nouvelle@exemple.fr', 'connue@exemple.fr'];
  await withConnection('DATABASE_URL', vitrine.databaseUrl, async (client) => {
    await insertAccount(client, { email: known, passwordHash: '-', type: 'client' });
    for (const to of [fresh, known]) {
      await enqueueMail(client, { kind: 'inscription', to, accountId: await unconfirmed(to) });
    }
  });
  expect(linkIn(await mails.messageTo(fresh), '/confirmation')).toMatch(/\?jeton=/);
  const message = await mails.messageTo(known);
  expect(message.header('subject')).toBe('Vous avez déjà un compte');
  expect([linkIn(message, '/connexion'), linkIn(message, '/oubli')]).toEqual(['/connexion', '/oubli']);
  expect(message.text).not.toContain('jeton');
  await nothingWaits();
});

it('an address gets twenty messages of a kind a day; what is beyond goes, and other kinds still come', async () => {
  const email = 'souvent@exemple.fr';
  await withConnection('DATABASE_URL', vitrine.databaseUrl, async (client) => {
    const account = await insertAccount(client, { email, passwordHash: '-', type: 'client' });
    for (let n = 0; n < 25; n++) await enqueueMail(client, { kind: 'oubli', to: email });
    await enqueueMail(client, { kind: 'mot_de_passe_change', to: email, accountId: account?.id ?? '' });
  });
  await mails.messageTo(email, 'Votre mot de passe a changé');
  await nothingWaits();
  expect(await mails.messagesTo(email)).toHaveLength(21);
});
