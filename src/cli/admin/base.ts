import type { Command } from 'commander';
import type { Client } from 'pg';
import { prepareDatabase } from '../../storage/database.ts';
import { distribute } from '../../storage/distribution.ts';
import { findRoleObstacle } from '../../storage/role-check.ts';
import { readSchemaVersion } from '../../storage/schema-version.ts';
import { CommandRefusal } from '../command-refusal.ts';
import { onAnyVersion, onSites } from './database.ts';
import { JSON_OPTION, type Printing, print } from './print.ts';
import { wholeNumber } from './values.ts';

/** As many as Citus makes by itself. */
const SHARDS = 32;

const NO_EXTENSION = 'L’extension citus n’est pas dans cette base : créez-la d’abord (deploy/citus/README.md).';

/** `vitrine admin base …` */
export function addDatabaseCommands(admin: Command): void {
  const base = admin.command('base').description('base de données');
  base
    .command('migrer')
    .description(
      'met la base à la version de ce programme, et donne aux rôles leurs droits ; un démarrage le fait aussi',
    )
    .option(...JSON_OPTION)
    .action(async (options: Printing) => {
      const { version, applied, note } = await onAnyVersion(bringUpToDate);
      const what = applied === 0 ? 'était déjà' : 'est maintenant';
      print(options, { version, migrations: applied }, `La base ${what} à la version ${version}.`);
      if (note !== null) process.stderr.write(`${note}\n`);
    });
  base
    .command('distribuer')
    .description('répartit les sites sur les nœuds de Citus ; ce qui est déjà réparti le reste')
    .option('--fragments <N>', 'nombre de parts, la première fois', wholeNumber(1, 1024), SHARDS)
    .option(...JSON_OPTION)
    .action(async (options: { fragments: number } & Printing) => {
      const isDone = await onSites((client) => distribute(client, options.fragments));
      if (!isDone) throw new CommandRefusal(NO_EXTENSION);
      print(options, { ok: true }, 'La base est répartie par site.');
    });
}

/** @returns besides: what keeps a start from working as the role of public pages, as a sentence */
async function bringUpToDate(client: Client): Promise<{ version: number; applied: number; note: string | null }> {
  const { applied, rolesReady } = await prepareDatabase(client);
  const { present: version } = await readSchemaVersion(client);
  const question = { role: 'vitrine_public', variable: 'DATABASE_URL', rolesReady } as const;
  return { version, applied, note: await findRoleObstacle(client, question) };
}
