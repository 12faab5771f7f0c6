/** `vitrine admin …`: what the HTTP API does not offer (decisions, Operator command). */
import type { Command } from 'commander';
import { addAccountCommands } from './admin/accounts.ts';
import { addDatabaseCommands } from './admin/base.ts';
import { addKeyCommands } from './admin/keys.ts';
import { addSiteCommands } from './admin/sites.ts';

/** Adds `admin` and its commands. */
export function addAdminCommands(program: Command): void {
  const admin = program.command('admin').description('commandes de l’exploitant');
  addAccountCommands(admin);
  addSiteCommands(admin);
  addKeyCommands(admin);
  addDatabaseCommands(admin);
}
