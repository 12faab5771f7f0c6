import type { Command } from 'commander';
import { nameSite } from '../../accounts/site-names.ts';
import { Refusal } from '../../errors.ts';
import { OPERATOR } from '../../journal/doers.ts';
import { lockSite, touchContent } from '../../storage/content.ts';
import { transaction } from '../../storage/transaction.ts';
import { CommandRefusal } from '../command-refusal.ts';
import { findSite, onSites } from './database.ts';
import { JSON_OPTION, type Printing, print } from './print.ts';
import { nameOf, slug as slugWord } from './values.ts';

/** `vitrine admin site renommer …`: takes effect at the next request, which reads the site's row. */
export function addSiteNamesCommand(site: Command): void {
  site
    .command('renommer <slug>')
    .description('change le nom d’un site, ou son nom dans l’adresse ; l’ancienne adresse mène à la nouvelle')
    .option('--nom <N>', 'nom', nameOf('un site'))
    .option('--slug <S>', 'nom dans l’adresse', slugWord)
    .option(...JSON_OPTION)
    .action(async (named: string, options: { nom?: string; slug?: string } & Printing) => {
      const { nom: name, slug } = options;
      if (name === undefined && slug === undefined) throw new CommandRefusal('Donnez --nom ou --slug.');
      await onSites(async (client) => {
        const siteId = await findSite(client, named);
        await transaction(client, async () => {
          await lockSite(client, siteId);
          await nameSite(client, siteId, { name, slug }, { by: OPERATOR, hosts: null }).catch((error) => {
            throw error instanceof Refusal && slug !== undefined ? takenSlug(slug) : error;
          });
          await touchContent(client, siteId);
        });
      });
      const present = slug ?? named;
      const sentences = [
        ...(name === undefined ? [] : [`Le site ${present} s’appelle « ${name} ».`]),
        ...(slug === undefined || slug === named
          ? []
          : [`Le site ${named} est à l’adresse ${slug}, où l’ancienne mène.`]),
      ];
      print(
        options,
        { slug: present, ...(name !== undefined && { nom: name }) },
        sentences.join('\n') || 'Rien n’a changé.',
      );
    });
}

/** A slug that a site has, or had and keeps. */
export const takenSlug = (slug: string): CommandRefusal =>
  new CommandRefusal(`Un site s’appelle déjà ${slug}, ou s’appelait ainsi : l’adresse mène à lui.`);
