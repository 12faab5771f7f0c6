/** `vitrine admin …`: what the HTTP API does not offer (docs/operations.md, The operator's commands). */
import type { Command } from 'commander';
import { addAccountCommands } from './admin/accounts.ts';
import { addDatabaseCommands } from './admin/base.ts';
import { addKeyCommands } from './admin/keys.ts';
import { addListCommands } from './admin/lists.ts';
import { addMailCommands } from './admin/mails.ts';
import { addMediaCommands } from './admin/medias.ts';
import { addSiteShowCommands } from './admin/site-show.ts';
import { addSiteCommands } from './admin/sites.ts';
import { addVerifyCommand } from './admin/verify.ts';
import { columnsOf } from './columns.ts';
import { wrapped } from './wrap.ts';

const MORE = `
Dans l’ordre : « verifier » et « base migrer » avant le premier démarrage ; puis, à côté du service, « compte creer », « site creer », « cle creer ».

Elles lisent les variables du service : DATABASE_URL, SERVICE_DATABASE_URL, DATA_DIR, MEDIA_URL, SMTP_URL, MAIL_FROM, BASE_URL. « vitrine-admin … » les lance avec celles de son unité (deploy/README.md).
Sans DATABASE_URL, elles travaillent sur la base que DATA_DIR a déjà ; elles n’en créent pas.`;

/** Adds `admin` and its commands. */
export function addAdminCommands(program: Command): void {
  const admin = program
    .command('admin')
    .description('commandes de l’exploitant')
    .addHelpText('after', () => wrapped(MORE, columnsOf(process.stdout)));
  addVerifyCommand(admin);
  addAccountCommands(admin);
  addSiteCommands(admin);
  addKeyCommands(admin);
  addDatabaseCommands(admin);
  addMediaCommands(admin);
  addMailCommands(admin);
  addListCommands(admin);
  addSiteShowCommands(admin);
}
