import type { Command } from 'commander';
import { hashPassword } from '../../accounts/password.ts';
import { type AccountType, insertAccount, updatePasswordHash } from '../../storage/accounts.ts';
import { deleteAllSessions } from '../../storage/sessions.ts';
import { transaction } from '../../storage/transaction.ts';
import { CommandRefusal } from '../command-refusal.ts';
import { findAccount, onSecrets } from './database.ts';
import { addAccountDeletionCommand } from './deletion.ts';
import { addAccountOfflineCommands } from './offline.ts';
import { JSON_OPTION, type Printing, print } from './print.ts';
import { SECRET_WORDS, secretOf } from './secrets.ts';
import { choice, email, password } from './values.ts';

/** `vitrine admin compte …` */
export function addAccountCommands(admin: Command): void {
  const account = admin.command('compte').description('comptes');
  account
    .command('creer')
    .description('crée un compte')
    .requiredOption('--email <E>', 'adresse électronique', email)
    .option('--mot-de-passe <P>', `mot de passe ; ${SECRET_WORDS} ; demandé au terminal sinon`)
    .addOption(choice('--type <T>', 'type de compte', ['client', 'partenaire', 'agence'], 'client'))
    .option(...JSON_OPTION)
    .action(async (options: { email: string; motDePasse?: string; type: AccountType } & Printing) => {
      const passwordHash = await hashPassword(await secretOf(options.motDePasse, PASSWORD));
      const created = await onSecrets((client) => insertAccount(client, { ...options, passwordHash }));
      if (!created) throw new CommandRefusal(`Un compte existe déjà pour ${options.email}.`);
      print(options, created, `Compte ${created.email} créé (${created.id}).`);
    });
  account
    .command('mot-de-passe <email>')
    .description('donne au compte un autre mot de passe et met fin à ses sessions')
    .option('--mot-de-passe <P>', `le nouveau ; ${SECRET_WORDS} ; demandé au terminal sinon`)
    .option(...JSON_OPTION)
    .action(async (address: string, options: { motDePasse?: string } & Printing) => {
      const known = email(address);
      const passwordHash = await hashPassword(await secretOf(options.motDePasse, PASSWORD));
      const sessions = await onSecrets(async (client) => {
        const { id } = await findAccount(client, known);
        return transaction(client, async () => {
          // The statement locks the account: a login with the old password that is in progress opens no session afterwards.
          await updatePasswordHash(client, id, passwordHash);
          return deleteAllSessions(client, id);
        });
      });
      const ended = sessions === 0 ? '' : ` Sessions terminées : ${sessions}.`;
      print(options, { email: known, sessions }, `Le mot de passe de ${known} est changé.${ended}`);
    });
  addAccountOfflineCommands(account);
  addAccountDeletionCommand(account);
}

const PASSWORD = {
  question: 'Quel mot de passe ?',
  instead: '« --mot-de-passe - » le lit sur l’entrée standard.',
  read: password,
};
