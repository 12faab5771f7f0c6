import type { Command } from 'commander';
import { generateKey } from '../../accounts/api-key.ts';
import { insertKey, type KeyScope, revokeKey } from '../../storage/keys.ts';
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
        return insertKey(client, {
          accountId: account.id,
          name: options.nom ?? null,
          fingerprint,
          prefix,
          scope: options.portee,
          expiresAt: options.expire ?? null,
        });
      });
      print(options, { id, cle, prefixe: prefix }, `Clé ${id}, montrée cette seule fois :\n${cle}`);
    });
  key
    .command('revoquer <id>')
    .description('révoque une clé')
    .option(...JSON_OPTION)
    .action(async (id: string, options: Printing) => {
      const revoked = await onSecrets((client) => revokeKey(client, uuid(id)));
      if (!revoked) throw new CommandRefusal(`Aucune clé n’a l’identifiant ${id}.`);
      print(options, { id }, `Clé ${id} révoquée.`);
    });
}
