import type { Command } from 'commander';
import { endChangesOfAddress, giveAddress } from '../../accounts/change-of-address.ts';
import { makeLink } from '../../accounts/links.ts';
import { hashPassword } from '../../accounts/password.ts';
import { readConfig } from '../../config.ts';
import {
  type AccountType,
  insertAccount,
  listAccountsOfAddress,
  lockAccount,
  ownAddress,
  updatePasswordHash,
} from '../../storage/accounts.ts';
import { FOR_GOOD } from '../../storage/backing.ts';
import { deleteLinksOfAccount } from '../../storage/links.ts';
import { dropMail, enqueueMail, enqueueWhere } from '../../storage/mails.ts';
import { deleteAllSessions } from '../../storage/sessions.ts';
import { isTaken, transaction } from '../../storage/transaction.ts';
import { CommandRefusal } from '../command-refusal.ts';
import { localTime } from '../commands/table.ts';
import { addAccountSecurityCommands } from './account-security.ts';
import { findAccount, onSecrets } from './database.ts';
import { addAccountDeletionCommand } from './deletion.ts';
import { addAccountOfflineCommands } from './offline.ts';
import { JSON_OPTION, type Printing, print } from './print.ts';
import { SECRET_WORDS, secretOf } from './secrets.ts';
import { accountName, choice, email, password } from './values.ts';

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
      const known = accountName(address);
      const passwordHash = await hashPassword(await secretOf(options.motDePasse, PASSWORD));
      const isMailed = readConfig(process.env).mail !== null;
      const { email: of, sessions } = await onSecrets(async (client) => {
        const { id, email: to, isConfirmed } = await findAccount(client, known);
        return transaction(client, async () => {
          // The statement locks the account: a login with the old password that is in progress opens no session afterwards.
          await updatePasswordHash(client, id, passwordHash);
          await endChangesOfAddress(client, id);
          if (isMailed && isConfirmed) await enqueueMail(client, { kind: 'mot_de_passe_change', to, accountId: id });
          return { email: to, sessions: await deleteAllSessions(client, id) };
        });
      });
      const ended = sessions === 0 ? '' : ` Sessions terminées : ${sessions}.`;
      print(options, { email: of, sessions }, `Le mot de passe de ${of} est changé.${ended}`);
    });
  account
    .command('montrer <email>')
    .description('montre les comptes d’une adresse, ou celui d’un identifiant')
    .option(...JSON_OPTION)
    .action(async (address: string, options: Printing) => {
      const known = accountName(address);
      const found = await onSecrets(async (client) => {
        const accounts = known.includes('@')
          ? await listAccountsOfAddress(client, known)
          : [await findAccount(client, known)];
        if (accounts.length === 0) throw new CommandRefusal(`Aucun compte n’a l’adresse ${known}.`);
        return accounts.map(({ isConfirmed, ...rest }) => ({ ...rest, confirme: isConfirmed }));
      });
      const lines = found.map(
        ({ id, email: of, type, confirme, efface_le }) =>
          `${of}  ${type}  ${confirme ? 'confirmé' : 'non confirmé'}  ${id}${efface_le === null ? '' : `  s’efface le ${localTime(efface_le)}`}`,
      );
      print(options, { comptes: found }, lines.join('\n'));
    });
  account
    .command('confirmer <email>')
    .description('confirme l’adresse d’un compte, sans le lien du message')
    .option(...JSON_OPTION)
    .action(async (address: string, options: Printing) => {
      const known = accountName(address);
      const confirmed = await onSecrets(async (client) => {
        const { id, email: of } = await findAccount(client, known);
        try {
          await transaction(client, async () => {
            await ownAddress(client, id, of, FOR_GOOD);
            await deleteLinksOfAccount(client, id, ['confirmation']);
            await dropMail(client, id, ['inscription']);
          });
        } catch (error) {
          if (isTaken(error)) throw new CommandRefusal(`Un autre compte a confirmé l’adresse ${of}.`);
          throw error;
        }
        return { id, email: of };
      });
      print(options, confirmed, `L’adresse de ${confirmed.email} est confirmée.`);
    });
  account
    .command('adresse <email> <nouvelle>')
    .description('donne au compte une autre adresse, qui compte comme confirmée')
    .option(...JSON_OPTION)
    .action(async (address: string, next: string, options: Printing) => {
      const [known, to] = [accountName(address), email(next)];
      const enqueue = enqueueWhere(readConfig(process.env).mail !== null);
      const changed = await onSecrets(async (client) => {
        const { id } = await findAccount(client, known);
        try {
          return await transaction(client, async () => {
            const held = await lockAccount(client, id);
            if (!held) throw new CommandRefusal(`Le compte ${known} a été supprimé entre-temps.`);
            if (held.email === to) throw new CommandRefusal(`Ce compte a déjà l’adresse ${to}.`);
            await giveAddress(client, held, { next: to, backing: FOR_GOOD }, enqueue);
            return { id, email: to, avant: held.email };
          });
        } catch (error) {
          if (isTaken(error)) throw new CommandRefusal(`Un autre compte a confirmé l’adresse ${to}.`);
          throw error;
        }
      });
      print(options, changed, `Le compte ${changed.avant} a désormais l’adresse ${to}.`);
    });
  account
    .command('lien <email>')
    .description(
      'donne un lien par lequel la personne choisit un nouveau mot de passe : une fois, dans les trente minutes',
    )
    .option(...JSON_OPTION)
    .action(async (address: string, options: Printing) => {
      const known = accountName(address);
      const { baseUrl } = readConfig(process.env);
      const made = await onSecrets(async (client) => {
        const { id, email: of } = await findAccount(client, known);
        return { email: of, chemin: await makeLink(client, { genre: 'mot_de_passe', compte_id: id }) };
      });
      const link = `${baseUrl ?? ''}${made.chemin}`;
      const where = baseUrl === undefined ? ', derrière l’adresse de cette installation' : '';
      print(
        options,
        { email: made.email, lien: link },
        `${link}\nÀ remettre à ${made.email}${where} : ce lien sert une fois, dans les trente minutes.`,
      );
    });
  addAccountSecurityCommands(account);
  addAccountOfflineCommands(account);
  addAccountDeletionCommand(account);
}

const PASSWORD = {
  question: 'Quel mot de passe ?',
  instead: '« --mot-de-passe - » le lit sur l’entrée standard.',
  read: password,
};
