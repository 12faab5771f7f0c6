import type { Command } from 'commander';
import { OPERATOR } from '../../journal/doers.ts';
import { record } from '../../journal/record.ts';
import { BILLING_STATES, type BillingState, insertSite } from '../../storage/sites.ts';
import { transaction } from '../../storage/transaction.ts';
import { findAccount, onSites } from './database.ts';
import { addSiteDeletionCommand } from './deletion.ts';
import { addSiteOfflineCommands } from './offline.ts';
import { JSON_OPTION, type Printing, print } from './print.ts';
import { addSiteDomainCommand } from './site-domains.ts';
import { addSiteMemberCommand } from './site-members.ts';
import { addSiteNamesCommand, takenSlug } from './site-names.ts';
import { addSiteSettingsCommand } from './site-settings.ts';
import { addSiteStateCommand } from './site-state.ts';
import { choice, email, nameOf, slug } from './values.ts';

/** `vitrine admin site …` */
export function addSiteCommands(admin: Command): void {
  const site = admin.command('site').description('sites');
  site
    .command('creer')
    .description('crée un site')
    .requiredOption('--compte <E>', 'adresse électronique de son propriétaire', email)
    .requiredOption('--slug <S>', 'nom dans l’adresse', slug)
    .requiredOption('--nom <N>', 'nom', nameOf('un site'))
    .addOption(choice('--etat <E>', 'état de facturation', BILLING_STATES, 'actif'))
    .option(...JSON_OPTION)
    .action(async (options: { compte: string; slug: string; nom: string; etat: BillingState } & Printing) => {
      const created = await onSites(async (client) => {
        const { id: ownerId } = await findAccount(client, options.compte);
        return transaction(client, async () => {
          const site = await insertSite(client, {
            ...{ slug: options.slug, name: options.nom, state: options.etat, ownerId },
          });
          const details = { nom: options.nom };
          if (site) await record(client, { siteId: site.id, act: 'site_cree', by: OPERATOR, details });
          return site;
        });
      });
      if (!created) throw takenSlug(options.slug);
      print(options, created, `Site ${created.slug} créé (${created.id}).`);
    });
  addSiteNamesCommand(site);
  addSiteStateCommand(site);
  addSiteOfflineCommands(site);
  addSiteDeletionCommand(site);
  addSiteDomainCommand(site);
  addSiteMemberCommand(site);
  addSiteSettingsCommand(site);
}
