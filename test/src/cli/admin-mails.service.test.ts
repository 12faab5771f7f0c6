import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase, query } from '../../support/database.ts';
import { startMailServer, type TestMailServer } from '../../support/mail-server.ts';
import { expectRefusal, printedByAdmin, runAdmin } from '../../support/operator.ts';
import { type SmtpServer, startSmtpServer } from '../../support/smtp-server.ts';

/** `vitrine admin courriel …` */

let url: string;
let mails: TestMailServer;
let bad: SmtpServer;
beforeAll(async () => {
  url = await freshDatabase();
  [mails, bad] = await Promise.all([startMailServer(), startSmtpServer()]);
});
afterAll(async () => {
  await mails?.close();
  await bad?.close();
});

const insert = async (raison: string, fini: boolean): Promise<string> => {
  const { rows } = await query(
    url,
    `INSERT INTO courriels (genre, destinataire, essais, raison, a_envoyer_le)
     VALUES ('oubli', 'lea@exemple.fr', 3, $1, CASE WHEN $2 THEN NULL ELSE now() + interval '1 hour' END) RETURNING id`,
    [raison, fini],
  );
  return rows[0].id;
};

it('lists what waits and what was given up, with the reason; tries it again; deletes it', async () => {
  expect(await printedByAdmin(url, ['courriel', 'lister'])).toBe('Aucun courriel n’attend.\n');
  const waits = await insert('le serveur ne répond pas', false);
  const over = await insert('550 inconnu', true);
  const { courriels, total } = JSON.parse(await printedByAdmin(url, ['courriel', 'lister', '--json']));
  expect(total).toBe(2);
  expect(courriels).toMatchObject([
    { id: over, raison: '550 inconnu', a_envoyer_le: null, essais: 3 },
    { id: waits, raison: 'le serveur ne répond pas', destinataire: 'lea@exemple.fr' },
  ]);
  expect(await printedByAdmin(url, ['courriel', 'lister'])).toContain('550 inconnu');

  expect(await printedByAdmin(url, ['courriel', 'renvoyer', over])).toBe('À envoyer de nouveau : 1.\n');
  expect(await printedByAdmin(url, ['courriel', 'renvoyer', '--tous'])).toBe('À envoyer de nouveau : 2.\n');
  const { rows } = await query(url, 'SELECT count(*)::int AS n FROM courriels WHERE a_envoyer_le <= now()');
  expect(rows).toEqual([{ n: 2 }]);

  expect(await printedByAdmin(url, ['courriel', 'supprimer', over])).toBe(`Le courriel ${over} est supprimé.\n`);
  expectRefusal(await runAdmin(url, ['courriel', 'supprimer', over]), `Aucun courriel ${over} n’attend.`);
  expectRefusal(await runAdmin(url, ['courriel', 'renvoyer']), 'Donnez un identifiant, ou --tous.');
});

it('sends a test message, and says what the server answers', async () => {
  const words = ['courriel', 'essayer', 'moi@exemple.fr'];
  expect(await printedByAdmin(url, words, mails.environment)).toMatch(
    /^Le serveur a pris le message pour moi@exemple\.fr : 250 /,
  );
  expect((await mails.messageTo('moi@exemple.fr')).header('subject')).toBe('Message d’essai');
  bad.behave({ RCPT: '550 inconnu' });
  const refused = await runAdmin(url, words, { ...mails.environment, SMTP_URL: bad.url });
  expect(refused.err).toMatch(/Le message n’est pas parti : le serveur refuse le destinataire : .*550 inconnu/);
  expectRefusal(await runAdmin(url, words), 'SMTP_URL n’est pas donnée : ce service n’envoie pas de courriel.');
});
