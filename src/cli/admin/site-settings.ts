import type { Command } from 'commander';
import { hashPassword } from '../../accounts/password.ts';
import { changeVisibility } from '../../content/visibility.ts';
import { CommandRefusal } from '../command-refusal.ts';
import { findSite, onSites } from './database.ts';
import { JSON_OPTION, type Printing, print } from './print.ts';
import { SECRET_WORDS, secretOf } from './secrets.ts';
import { accessCode, choice } from './values.ts';

/** `vitrine admin site reglages …`: takes effect at the next request, which reads the site's row. */
export function addSiteSettingsCommand(site: Command): void {
  site
    .command('reglages <slug>')
    .description('masque un site aux moteurs de recherche, le protège par un code')
    .addOption(choice('--masque <M>', 'masqué aux moteurs de recherche', ['on', 'off']))
    .option('--code <CODE>', `code demandé aux visiteurs ; ${SECRET_WORDS}`)
    .option('--sans-code', 'ne demande plus de code')
    .option(...JSON_OPTION)
    .action(async (slug: string, options: { masque?: 'on' | 'off'; code?: string; sansCode?: true } & Printing) => {
      const { masque, code, sansCode = false } = options;
      if (code !== undefined && sansCode) throw new CommandRefusal('Donnez --code ou --sans-code, pas les deux.');
      if (masque === undefined && code === undefined && !sansCode) {
        throw new CommandRefusal('Donnez --masque, --code ou --sans-code.');
      }
      const codeHash = code === undefined ? undefined : await hashPassword(await secretOf(code, CODE));
      await onSites(async (client) => {
        const siteId = await findSite(client, slug);
        await changeVisibility(client, siteId, {
          hidden: masque && masque === 'on',
          codeHash: sansCode ? null : codeHash,
        });
      });
      print(options, { slug }, `Réglages du site ${slug} changés.`);
    });
}

const CODE = {
  question: 'Quel code ?',
  instead: '« --code - » le lit sur l’entrée standard.',
  read: accessCode,
};
