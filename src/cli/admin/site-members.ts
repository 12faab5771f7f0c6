import type { Command } from 'commander';
import { changeMember } from '../../accounts/members.ts';
import { OPERATOR } from '../../journal/doers.ts';
import { MEMBER_ROLES, type MemberRole } from '../../storage/accounts.ts';
import { FOR_GOOD } from '../../storage/backing.ts';
import { transaction } from '../../storage/transaction.ts';
import { CommandRefusal } from '../command-refusal.ts';
import { findAccount, findSite, onSites } from './database.ts';
import { JSON_OPTION, type Printing, print } from './print.ts';
import { choice, email } from './values.ts';

/** `vitrine admin site membre …`: takes effect at the next request, for all keys of the account. */
export function addSiteMemberCommand(site: Command): void {
  site
    .command('membre <slug>')
    .description('donne un rôle à un compte sur un site, ou l’en retire')
    .requiredOption('--compte <E>', 'adresse électronique du compte', email)
    .addOption(choice('--role <R>', 'rôle', MEMBER_ROLES))
    .option('--retirer', 'retire le compte du site')
    .option(...JSON_OPTION)
    .action(async (slug: string, options: { compte: string; role?: MemberRole; retirer?: true } & Printing) => {
      const { compte: address, role = null, retirer: removed = false } = options;
      if ((role === null) !== removed) throw new CommandRefusal('Donnez --role ou --retirer, l’un des deux.');
      const outcome = await onSites(async (client) => {
        const siteId = await findSite(client, slug);
        const account = await findAccount(client, address);
        return transaction(client, () => changeMember(client, siteId, account.id, role, OPERATOR, FOR_GOOD));
      });
      if (outcome === 'no-member') throw new CommandRefusal(`${address} n’est pas membre du site ${slug}.`);
      if (outcome === 'last-owner') {
        throw new CommandRefusal(
          `${address} est le dernier propriétaire du site ${slug} : nommez-en d’abord un autre.`,
        );
      }
      const sentence = role
        ? `${address} est ${role} du site ${slug}.`
        : `${address} n’est plus membre du site ${slug}.`;
      print(options, { slug, email: address, role }, sentence);
    });
}
