/** `vitrine admin courriel …`: mail that waits, and whether mail goes out. */
import type { Command } from 'commander';
import { readConfig } from '../../config.ts';
import { composeMail, senderOf } from '../../mail/compose.ts';
import { testLetter } from '../../mail/letters.ts';
import { Refused } from '../../mail/refused.ts';
import { smtpServer } from '../../mail/smtp.ts';
import { deleteMail, type ListedMail, listMail, retryMail } from '../../storage/mail-queue.ts';
import { columnsOf } from '../columns.ts';
import { CommandRefusal } from '../command-refusal.ts';
import { localTime, table } from '../commands/table.ts';
import { visible } from '../terminal.ts';
import { onSecrets } from './database.ts';
import { JSON_OPTION, type Printing, print } from './print.ts';
import { email, uuid, wholeNumber } from './values.ts';

const LISTED = 100;
const LISTED_AT_MOST = 1_000;

export function addMailCommands(admin: Command): void {
  const mail = admin.command('courriel').description('courriels qui attendent');
  mail
    .command('lister')
    .description('liste les courriels qui attendent, et ceux qui ne sont plus essayés, avec le motif')
    .option('--limite <N>', 'nombre de lignes', wholeNumber(1, LISTED_AT_MOST), LISTED)
    .option(...JSON_OPTION)
    .action(async (options: { limite: number } & Printing) => {
      const { mails, count } = await onSecrets((client) => listMail(client, options.limite));
      print(options, { courriels: mails, total: count }, linesOf(mails, count).join('\n'));
    });
  mail
    .command('renvoyer [id]')
    .description('essaie de nouveau un courriel, ou tous ceux qui attendent ou ne sont plus essayés')
    .option('--tous', 'tous')
    .option(...JSON_OPTION)
    .action(async (id: string | undefined, options: { tous?: true } & Printing) => {
      if ((id === undefined) === (options.tous === undefined))
        throw new CommandRefusal('Donnez un identifiant, ou --tous.');
      const known = id === undefined ? null : uuid(id);
      const count = await onSecrets((client) => retryMail(client, known));
      if (count === 0 && known !== null) throw unknownMail(known);
      print(
        options,
        { courriels: count },
        count === 0 ? 'Aucun courriel n’attend.' : `À envoyer de nouveau : ${count}.`,
      );
    });
  mail
    .command('supprimer <id>')
    .description('supprime un courriel qui attend : il ne part pas')
    .option(...JSON_OPTION)
    .action(async (id: string, options: Printing) => {
      const known = uuid(id);
      if (!(await onSecrets((client) => deleteMail(client, known)))) throw unknownMail(known);
      print(options, { id: known }, `Le courriel ${known} est supprimé.`);
    });
  mail
    .command('essayer <adresse>')
    .description('envoie aussitôt un message d’essai par SMTP_URL, et dit ce que le serveur répond')
    .option(...JSON_OPTION)
    .action(async (address: string, options: Printing) => {
      const to = email(address);
      const answer = await sendTest(to);
      print(options, { adresse: to, reponse: answer }, `Le serveur a pris le message pour ${to} : ${answer}`);
    });
}

const unknownMail = (id: string): CommandRefusal => new CommandRefusal(`Aucun courriel ${id} n’attend.`);

function linesOf(mails: readonly ListedMail[], count: number): string[] {
  if (mails.length === 0) return ['Aucun courriel n’attend.'];
  const headings = ['identifiant', 'genre', 'à', 'attend depuis', 'prochain essai', 'essais', 'motif'];
  const rows = mails.map(({ id, genre, destinataire, site, cree_le, a_envoyer_le, essais, raison }) => [
    id,
    genre,
    destinataire === '' ? `site ${site ?? '–'}` : visible(destinataire),
    localTime(cree_le),
    a_envoyer_le === null ? 'aucun' : localTime(a_envoyer_le),
    String(essais),
    visible(raison ?? '–'),
  ]);
  const lines = table([headings, ...rows], { columns: columnsOf(process.stdout), shortened: [2, 6] });
  if (lines[0] === '') lines.shift();
  return count > mails.length ? [...lines, '', `Et ${count - mails.length} de plus.`] : lines;
}

async function sendTest(to: string): Promise<string> {
  const { mail, baseUrl, sitesDomain } = readConfig(process.env);
  if (!mail || baseUrl === undefined)
    throw new CommandRefusal('SMTP_URL n’est pas donnée : ce service n’envoie pas de courriel.');
  const from = senderOf(mail.from);
  const id = `essai.${Date.now()}`;
  const raw = await composeMail(testLetter({ address: baseUrl, sitesDomain }), { id, from, to: [to] });
  try {
    const opened = await smtpServer(mail.url).open();
    return visible(await opened.send({ from: from.address, to: [to] }, raw));
  } catch (error) {
    if (error instanceof Refused) throw new CommandRefusal(`Le message n’est pas parti : ${error.message}.`);
    throw error;
  }
}
