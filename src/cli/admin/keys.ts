import type { Command } from 'commander';
import { generateKey } from '../../accounts/api-key.ts';
import { recordEnd } from '../../accounts/keys.ts';
import { OPERATOR } from '../../journal/doers.ts';
import { recordInSitesOf } from '../../journal/record.ts';
import { FOR_GOOD } from '../../storage/backing.ts';
import { insertKey, type KeyScope, revokeKey } from '../../storage/keys.ts';
import { transaction } from '../../storage/transaction.ts';
import { CommandRefusal } from '../command-refusal.ts';
import { findAccount, onSecrets } from './database.ts';
import { JSON_OPTION, type Printing, print } from './print.ts';
import { choice, email, futureDate, nameOf, uuid } from './values.ts';

/** `vitrine admin cle …` */
export function addKeyCommands(admin: Command): void {
  const key = admin.command('cle').description('clés d’API');
  key
    .command('creer')
    .description('crée une clé d’API, montrée une seule fois')
    .requiredOption('--compte <E>', 'adresse électronique du compte', email)
    .option('--nom <N>', 'nom', nameOf('une clé'))
    .addOption(choice('--portee <P>', 'portée', ['lecture', 'themes', 'atelier'], 'themes'))
    .option('--expire <ISO>', 'date d’expiration', futureDate)
    .option(...JSON_OPTION)
    .action(async (options: { compte: string; nom?: string; portee: KeyScope; expire?: string } & Printing) => {
      const { key: cle, fingerprint, prefix } = generateKey();
      const id = await onSecrets(async (client) => {
        const account = await findAccount(client, options.compte);
        if (options.portee === 'atelier' && account.type === 'client') {
          throw new CommandRefusal('La portée atelier est réservée aux partenaires et à l’agence.');
        }
        const name = options.nom ?? null;
        return transaction(client, async () => {
          const made = await insertKey(client, {
            ...{ accountId: account.id, name, fingerprint, prefix },
            ...{ scope: options.portee, expiresAt: options.expire ?? null, backing: FOR_GOOD },
          });
          const details = { nom: name ?? prefix, id: made };
          await recordInSitesOf(client, account.id, { act: 'cle_creee', by: OPERATOR, details });
          return made;
        });
      });
      print(options, { id, cle, prefixe: prefix }, `Clé ${id}, montrée cette seule fois :\n${cle}`);
    });
  key
    .command('revoquer <id>')
    .description('révoque une clé')
    .option(...JSON_OPTION)
    .action(async (id: string, options: Printing) => {
      const revoked = await onSecrets((client) =>
        transaction(client, async () => {
          const ended = await revokeKey(client, uuid(id));
          if (ended?.wasLive) await recordEnd(client, ended, OPERATOR);
          return ended;
        }),
      );
      if (!revoked) throw new CommandRefusal(`Aucune clé n’a l’identifiant ${id}.`);
      print(options, { id }, `Clé ${id} révoquée.`);
    });
}
