import type { Command } from 'commander';
import { distribute, type Obstacle } from '../../storage/distribution.ts';
import { CommandRefusal } from '../command-refusal.ts';
import { onSites } from './database.ts';
import { JSON_OPTION, type Printing, print } from './print.ts';
import { wholeNumber } from './values.ts';

/** As many as Citus makes by itself. */
const SHARDS = 32;

const WHY: Readonly<Record<Obstacle, string>> = {
  'no-extension': 'L’extension citus n’est pas dans cette base : créez-la d’abord (deploy/citus/README.md).',
  'old-form':
    'Les fichiers de cette base ont encore leur forme d’avant : lancez vitrine et attendez qu’il les ait tous déplacés.',
};

/** `vitrine admin base …` */
export function addDatabaseCommands(admin: Command): void {
  const base = admin.command('base').description('base de données');
  base
    .command('distribuer')
    .description('répartit les sites sur les nœuds de Citus ; ce qui est déjà réparti le reste')
    .option('--fragments <N>', 'nombre de parts, la première fois', wholeNumber(1, 1024), SHARDS)
    .option(...JSON_OPTION)
    .action(async (options: { fragments: number } & Printing) => {
      const obstacle = await onSites((client) => distribute(client, options.fragments));
      if (obstacle) throw new CommandRefusal(WHY[obstacle]);
      print(options, { ok: true }, 'La base est répartie par site.');
    });
}
