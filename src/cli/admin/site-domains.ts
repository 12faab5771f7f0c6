import type { Command } from 'commander';
import { readConfig } from '../../config.ts';
import { hostNameOf, isPlatformHost } from '../../sites/custom-domain.ts';
import { deleteDomain, insertDomain, listDomains } from '../../storage/domains.ts';
import { CommandRefusal } from '../command-refusal.ts';
import { findSite, onSites } from './database.ts';
import { JSON_OPTION, type Printing, print } from './print.ts';

/** `vitrine admin site domaine …`: takes effect at the next request, which reads the table. */
export function addSiteDomainCommand(site: Command): void {
  site
    .command('domaine <slug>')
    .description('ajoute ou retire un nom de domaine')
    .option('--ajouter <HOST>', 'nom à ajouter', domain)
    .option('--retirer <HOST>', 'nom à retirer', domain)
    .option(...JSON_OPTION)
    .action(async (slug: string, options: { ajouter?: string; retirer?: string } & Printing) => {
      const { ajouter: added, retirer: removed } = options;
      if ((added === undefined) === (removed === undefined)) {
        throw new CommandRefusal('Donnez --ajouter ou --retirer, l’un des deux.');
      }
      if (added !== undefined) refusePlatformHost(added);
      const domaines = await onSites(async (client) => {
        const siteId = await findSite(client, slug);
        if (added !== undefined && !(await insertDomain(client, siteId, added))) {
          throw new CommandRefusal(`Le domaine ${added} est déjà celui d’un autre site.`);
        }
        if (removed !== undefined && !(await deleteDomain(client, siteId, removed))) {
          throw new CommandRefusal(`Le site ${slug} n’a pas le domaine ${removed}.`);
        }
        return listDomains(client, siteId);
      });
      print(options, { slug, domaines }, `Domaines du site ${slug} : ${domaines.join(', ') || 'aucun'}.`);
    });
}

function domain(value: string): string {
  const host = hostNameOf(value);
  if (host === null) throw new CommandRefusal(`« ${value} » n’est pas un nom de domaine.`);
  return host;
}

function refusePlatformHost(host: string): void {
  const { sitesDomain, baseUrl } = readConfig(process.env);
  if (isPlatformHost(host, { sitesDomain, platformHost: baseUrl && new URL(baseUrl).hostname })) {
    throw new CommandRefusal(`${host} est une adresse de la plateforme elle-même.`);
  }
}
