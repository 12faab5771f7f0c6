import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MailSender } from '../../../src/mail/sender.ts';
import { smtpServer } from '../../../src/mail/smtp.ts';
import { enqueueMail } from '../../../src/storage/mails.ts';
import type { RolePools } from '../../../src/storage/role-pools.ts';
import { freshDatabase, openPools } from '../../support/database.ts';
import { readMessage } from '../../support/mail-message.ts';
import { type Manners, type SmtpServer, startSmtpServer } from '../../support/smtp-server.ts';

const SECRET = 'très secret/%';
const to = 'lea@exemple.fr';

let db: RolePools;
let server: SmtpServer;

beforeAll(async () => {
  db = openPools(await freshDatabase(), 'vitrine_service');
});
afterAll(() => db.end());
beforeEach(async () => {
  server = await startSmtpServer();
  await db.query('DELETE FROM courriels');
});
afterEach(() => server.close());

/** One step of a sender, with one message waiting. @returns what the row says afterwards; null when it is gone */
async function send(manners: Partial<Manners>, url = server.url) {
  server.behave(manners);
  const options = {
    from: 'bonjour@vitrine.test',
    platform: { address: 'http://plateforme.test', sitesDomain: 'sites.test' },
    log: { warn: () => undefined },
  };
  await enqueueMail(db, { kind: 'compte_supprime', to });
  const { did } = await new MailSender({ ...options, db, server: smtpServer(url) }).step();
  const { rows } = await db.query(
    'SELECT raison, essais, a_envoyer_le IS NULL AS fini, pris_jusqua FROM courriels WHERE destinataire = $1',
    [to],
  );
  const [row = { raison: null }] = rows;
  return { did, ...row } as { readonly did: string; readonly raison: string };
}

const signedIn = () => server.url.replace('//', `//lea:${encodeURIComponent(SECRET)}@`);

it('takes a message with its envelope, and the row goes', async () => {
  expect(await send({})).toEqual({ did: 'sent', raison: null });
  expect(server.received).toMatchObject([{ from: 'bonjour@vitrine.test', to: [to] }]);
  expect(readMessage(server.received[0]?.raw ?? '').header('subject')).toBe('Votre compte est supprimé');
});

describe('a server that refuses', () => {
  it.each([
    [
      'a receiver for good: not tried again',
      { RCPT: '550 5.1.1 inconnu' },
      true,
      1,
      /^le serveur refuse le destinataire : .*550 5.1.1 inconnu/,
    ],
    ['a message for good', { taken: '554 5.7.1 refus' }, true, 1, /^le serveur refuse le message : .*554/],
    [
      'a receiver for now',
      { RCPT: '451 4.7.1 plus tard' },
      false,
      1,
      /^le serveur ne prend pas ce destinataire pour l’instant : .*451/,
    ],
    ['everybody, for now', { greeting: '421 trop de monde' }, false, 0, /421 trop de monde/],
    ['our address', { MAIL: '550 pas vous' }, false, 0, /refuse l’expéditeur MAIL_FROM : .*550/],
  ] as const)('%s', async (_what, manners, fini, essais, reason) => {
    const row = await send(manners);
    expect(row).toMatchObject({ did: 'postponed', fini, essais, pris_jusqua: null });
    expect(row.raison).toMatch(reason);
    expect(row.raison.length).toBeLessThanOrEqual(300);
  });

  it('a password: the reason names SMTP_URL and repeats no password', async () => {
    const plain = Buffer.from(`\0lea\0${SECRET}`).toString('base64');
    const row = await send({ extensions: ['AUTH PLAIN'], AUTH: `535 5.7.8 ${SECRET} ${plain}` }, signedIn());
    expect(row).toMatchObject({ did: 'postponed', fini: false, essais: 0 });
    expect(row.raison).toMatch(/^127\.0\.0\.1 refuse le nom ou le mot de passe de SMTP_URL : 535 5\.7\.8/);
    expect(row.raison).not.toContain('secret');
    expect(row.raison).not.toContain(plain);
  });

  it('an encrypted connection', async () => {
    const row = await send({ extensions: ['STARTTLS'], STARTTLS: '454 pas maintenant' });
    expect(row).toMatchObject({ did: 'postponed', fini: false, essais: 0 });
    expect(row.raison).toMatch(/^pas de liaison chiffrée avec 127\.0\.0\.1/);
  });
});

it('a password is sent to another machine over an encrypted connection alone', async () => {
  const refused = smtpServer(signedIn().replace('127.0.0.1', '127-0-0-1.example'));
  await expect(refused.open()).rejects.toThrow(/127-0-0-1\.example/);
});

describe('a server that dies', () => {
  it.each([
    ['at once', { greeting: 'death' }, 0],
    ['before the message', { DATA: 'death' }, 0],
    [
      'after the message, before its answer: the message is sent again, with the same Message-ID',
      { taken: 'death' },
      1,
    ],
  ] as const)('%s', async (_what, manners, copies) => {
    const row = await send(manners);
    expect(row).toMatchObject({ did: 'postponed', fini: false });
    expect(row.raison).toMatch(/n’est pas joint, ou a coupé la liaison/);
    expect(server.received).toHaveLength(copies);
  });

  it('is not there', async () => {
    await server.close();
    const row = await send({});
    expect(row).toMatchObject({ did: 'postponed', fini: false, essais: 0 });
    expect(row.raison).toMatch(/n’est pas joint.*ECONNREFUSED/);
    server = await startSmtpServer();
  });
});
