import type { Command } from 'commander';
import { addDomain, chooseMainAddress, removeDomain } from '../../accounts/main-address.ts';
import { readConfig } from '../../config.ts';
import { OPERATOR } from '../../journal/doers.ts';
import { hostNameOf, isPlatformHost } from '../../sites/custom-domain.ts';
import { lockSite } from '../../storage/content.ts';
import { findDomains } from '../../storage/domains.ts';
import { transaction } from '../../storage/transaction.ts';
import { CommandRefusal } from '../command-refusal.ts';
import { findSite, onSites } from './database.ts';
import { JSON_OPTION, type Printing, print } from './print.ts';

/** `vitrine admin site domaine …`: takes effect at the next request, which reads the table. */
export function addSiteDomainCommand(site: Command): void {
  site
    .command('domaine <slug>')
    .description('ajoute ou retire un nom de domaine, ou en fait l’adresse principale du site')
    .option('--ajouter <HOST>', 'nom à ajouter', domain)
    .option('--retirer <HOST>', 'nom à retirer', domain)
    .option('--principal <HOST>', 'nom dont l’adresse principale est faite ; les autres adresses y mènent', domain)
    .option('--sans-principal', 'l’adresse principale est celle du service, <slug>.<SITES_DOMAIN>')
    .option(...JSON_OPTION)
    .action(async (slug: string, options: Options & Printing) => {
      const change = changeOf(options);
      if (!change) {
        throw new CommandRefusal('Donnez --ajouter, --retirer, --principal ou --sans-principal, l’un des quatre.');
      }
      if (change.kind === 'add') refusePlatformHost(change.host);
      const { hosts: domaines, main: principal } = await onSites(async (client) => {
        const siteId = await findSite(client, slug);
        const isDone = await transaction(client, async () => {
          await lockSite(client, siteId);
          if (change.kind === 'add') return addDomain(client, siteId, change.host, OPERATOR);
          if (change.kind === 'remove') return removeDomain(client, siteId, change.host, OPERATOR);
          return chooseMainAddress(client, siteId, change.host, OPERATOR);
        });
        if (!isDone) {
          throw new CommandRefusal(
            change.kind === 'add'
              ? `Le domaine ${change.host} est déjà celui d’un autre site.`
              : `Le site ${slug} n’a pas le domaine ${change.host}.`,
          );
        }
        return findDomains(client, siteId);
      });
      const sentence = `Domaines du site ${slug} : ${domainsText(domaines, principal)}.`;
      print(options, { slug, domaines, principal }, sentence);
    });
}

interface Options {
  readonly ajouter?: string;
  readonly retirer?: string;
  readonly principal?: string;
  readonly sansPrincipal?: true;
}

type Change =
  | { readonly kind: 'add' | 'remove'; readonly host: string }
  | { readonly kind: 'main'; readonly host: string | null };

/** The one change that is asked for; null where none is, or more than one. */
function changeOf({ ajouter, retirer, principal, sansPrincipal }: Options): Change | null {
  const changes: Change[] = [
    ...(ajouter === undefined ? [] : [{ kind: 'add', host: ajouter } as const]),
    ...(retirer === undefined ? [] : [{ kind: 'remove', host: retirer } as const]),
    ...(principal === undefined ? [] : [{ kind: 'main', host: principal } as const]),
    ...(sansPrincipal ? [{ kind: 'main', host: null } as const] : []),
  ];
  const [change, ...more] = changes;
  return change && more.length === 0 ? change : null;
}

/** The domains of a site in words, with the one of its main address. */
export const domainsText = (domains: readonly string[], main: string | null): string =>
  domains.map((host) => (host === main ? `${host} (principal)` : host)).join(', ') || 'aucun';

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
