import type { Command } from 'commander';
import { tellOfSecurity } from '../../accounts/second-factor/security-mail.ts';
import { readConfig } from '../../config.ts';
import { lockAccount, markOperator } from '../../storage/accounts.ts';
import { enqueueMail } from '../../storage/mails.ts';
import { listPasskeys } from '../../storage/passkeys.ts';
import { countRecoveryCodes, deleteFactors, findGenerator, findWhetherFactor } from '../../storage/second-factors.ts';
import { deleteAllSessions } from '../../storage/sessions.ts';
import { transaction } from '../../storage/transaction.ts';
import { CommandRefusal } from '../command-refusal.ts';
import { findAccount, onSecrets } from './database.ts';
import { JSON_OPTION, type Printing, print } from './print.ts';
import { accountName } from './values.ts';

interface Removing extends Printing {
  readonly retirer?: true;
}

/** `vitrine admin compte second-facteur` and `exploitant`. */
export function addAccountSecurityCommands(account: Command): void {
  account
    .command('second-facteur <email>')
    .description('dit avec quoi un compte se connecte en plus de son mot de passe ; --retirer enlève tout')
    .option('--retirer', 'enlève les clés d’accès, l’application et les codes de secours, et met fin aux sessions')
    .option(...JSON_OPTION)
    .action(async (address: string, options: Removing) => {
      const known = accountName(address);
      await (options.retirer ? removeAll(known, options) : show(known, options));
    });
  account
    .command('exploitant <email>')
    .description('fait d’un compte celui d’un exploitant, qui ouvre /exploitation avec un second facteur')
    .option('--retirer', 'en refait un compte comme les autres')
    .option(...JSON_OPTION)
    .action(async (address: string, options: Removing) => {
      const known = accountName(address);
      const isOperator = options.retirer !== true;
      const { email, hasFactor } = await onSecrets(async (client) => {
        const { id, email: of } = await findAccount(client, known);
        const hasFactor = await findWhetherFactor(client, id);
        if (isOperator && !hasFactor) throw lacksFactor(of);
        await markOperator(client, id, isOperator);
        return { email: of, hasFactor };
      });
      const sentence = isOperator
        ? `${email} est exploitant de ce service.`
        : `${email} n’est plus exploitant de ce service.`;
      print(options, { email, exploitant: isOperator, second_facteur: hasFactor }, sentence);
    });
}

/** A mark counts with the factors alone that stood before it. */
const lacksFactor = (email: string): CommandRefusal =>
  new CommandRefusal(
    `${email} n’a pas de second facteur : qu’il en ajoute un sur la page « Sécurité » de son compte, puis refaites cette commande.`,
  );

async function show(name: string, options: Printing): Promise<void> {
  const state = await onSecrets(async (client) => {
    const { id, email } = await findAccount(client, name);
    const generator = await findGenerator(client, id);
    return {
      email,
      passkeys: (await listPasskeys(client, id)).map(({ nom, cree_le }) => ({ nom, cree_le })),
      application: (generator?.confirme_le ?? null) !== null,
      codes_restants: await countRecoveryCodes(client, id),
    };
  });
  const { email, passkeys, application, codes_restants: codes } = state;
  const ways = [
    ...passkeys.map(({ nom }) => `clé d’accès « ${nom} »`),
    ...(application ? ['une application qui donne des codes'] : []),
    ...(codes > 0 ? [`codes de secours : ${codes}`] : []),
  ];
  print(options, state, ways.length === 0 ? `${email} n’a que son mot de passe.` : `${email} : ${ways.join(', ')}.`);
}

/** For who has lost all devices and codes; whoever asks for it has to be known. */
async function removeAll(name: string, options: Printing): Promise<void> {
  const isMailed = readConfig(process.env).mail !== null;
  const done = await onSecrets(async (client) => {
    const { id, email } = await findAccount(client, name);
    return transaction(client, async () => {
      if (!(await lockAccount(client, id))) throw new CommandRefusal(`Le compte ${name} a été supprimé entre-temps.`);
      const had = await findWhetherFactor(client, id);
      await deleteFactors(client, id);
      if (had) await tellOfSecurity({ isMailed, enqueue: enqueueMail }, client, id, { acte: 'tout_retire' });
      return { email, retire: had, sessions: had ? await deleteAllSessions(client, id) : 0 };
    });
  });
  const ended = done.sessions === 0 ? '' : ` Sessions terminées : ${done.sessions}.`;
  const sentence = done.retire
    ? `${done.email} se connecte de nouveau avec son seul mot de passe.${ended}`
    : `${done.email} n’a pas de second facteur : rien n’est changé.`;
  print(options, done, sentence);
}
