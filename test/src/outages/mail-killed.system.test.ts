import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase, query } from '../../support/database.ts';
import { readMessage } from '../../support/mail-message.ts';
import { type ServerProcess, startReadyServer } from '../../support/server-process.ts';
import { type SmtpServer, startSmtpServer } from '../../support/smtp-server.ts';
import { until } from '../../support/until.ts';

const INSTANCES = 3;
const MESSAGES = 30;

let databaseUrl: string;
let mails: SmtpServer;
let instances: ServerProcess[] = [];

beforeAll(async () => {
  databaseUrl = await freshDatabase();
  mails = await startSmtpServer();
  const environment = {
    DATABASE_URL: databaseUrl,
    SERVICE_DATABASE_URL: databaseUrl,
    SMTP_URL: mails.url,
    MAIL_FROM: 'vitrine <bonjour@vitrine.test>',
    BASE_URL: 'http://plateforme.test',
    RENDER_WORKERS: '1',
  };
  instances = await Promise.all(Array.from({ length: INSTANCES }, () => startReadyServer(environment)));
});
afterAll(async () => {
  await Promise.all(instances.map((instance) => instance.end('SIGKILL')));
  await mails?.close();
});

it('three instances send, one is killed between its message and the answer: none is lost, and only that one comes twice', async () => {
  mails.behave({ taken: 'silence' });
  await query(
    databaseUrl,
    `INSERT INTO courriels (genre, destinataire) SELECT 'compte_supprime', 'lea' || n || '@exemple.fr' FROM generate_series(1, $1) n`,
    [MESSAGES],
  );
  await until('each instance waits for an answer', () => mails.received.length === INSTANCES);
  await instances[0]?.end('SIGKILL');
  mails.behave({});
  mails.answerSilent('250 pris');
  await until('one message is left', async () => {
    const { rows } = await query(databaseUrl, 'SELECT pris_jusqua IS NOT NULL AS pris FROM courriels');
    expect(rows).toEqual([{ pris: true }]);
  });
  // Its lease is over.
  await query(databaseUrl, 'UPDATE courriels SET pris_jusqua = now()');
  await until('nothing waits', async () => (await query(databaseUrl, 'SELECT FROM courriels')).rowCount === 0, 90_000);

  const ids = mails.received.map(({ raw }) => readMessage(raw).header('message-id'));
  const receivers = mails.received.map(({ to }) => to.join());
  expect(new Set(receivers).size).toBe(MESSAGES);
  expect(new Set(ids).size).toBe(MESSAGES);
  expect(ids).toHaveLength(MESSAGES + 1);
});
