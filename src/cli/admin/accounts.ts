import type { Command } from 'commander';
import { hashPassword } from '../../accounts/password.ts';
import { type AccountType, insertAccount } from '../../storage/accounts.ts';
import { CommandRefusal } from '../command-refusal.ts';
import { onSecrets } from './database.ts';
import { addAccountOfflineCommands } from './offline.ts';
import { JSON_OPTION, type Printing, print } from './print.ts';
import { choice, email, password } from './values.ts';

/** `vitrine admin compte …` */
export function addAccountCommands(admin: Command): void {
  const account = admin.command('compte').description('comptes');
  account
    .command('creer')
    .description('crée un compte')
    .requiredOption('--email <E>', 'adresse électronique', email)
    .requiredOption('--mot-de-passe <P>', 'mot de passe', password)
    .addOption(choice('--type <T>', 'type de compte', ['client', 'partenaire', 'agence'], 'client'))
    .option(...JSON_OPTION)
    .action(async (options: { email: string; motDePasse: string; type: AccountType } & Printing) => {
      const passwordHash = await hashPassword(options.motDePasse);
      const created = await onSecrets((client) => insertAccount(client, { ...options, passwordHash }));
      if (!created) throw new CommandRefusal(`Un compte existe déjà pour ${options.email}.`);
      print(options, created, `Compte ${created.email} créé (${created.id}).`);
    });
  addAccountOfflineCommands(account);
}
