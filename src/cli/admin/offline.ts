import type { Command } from 'commander';
import type { Client } from 'pg';
import { closeSite, keepDeletedSite, reopenSite } from '../../accounts/operator-acts.ts';
import { readConfig } from '../../config.ts';
import { Refusal } from '../../errors.ts';
import { OPERATOR } from '../../journal/doers.ts';
import { recordInAll } from '../../journal/record.ts';
import {
  bringAccountBack,
  DELETED_BY_OWNER,
  type OfflineReason,
  type OwnersCause,
  takeAccountOff,
} from '../../storage/offline-sites.ts';
import { transaction } from '../../storage/transaction.ts';
import { CommandRefusal } from '../command-refusal.ts';
import { printSentence } from '../terminal.ts';
import { findAccount, findSite, onSites } from './database.ts';
import { JSON_OPTION, type Printing, print } from './print.ts';
import { email, reason } from './values.ts';

interface TakingOff extends Printing {
  readonly motif: string;
  readonly loi?: true;
}

/** `vitrine admin site hors-ligne …` and `en-ligne`: take effect at the next request, which reads the site's row. */
export function addSiteOfflineCommands(site: Command): void {
  taking(
    site.command('hors-ligne <slug>').description('ferme un site à ses visiteurs ; ses membres y travaillent encore'),
  ).action(async (slug: string, options: TakingOff) => {
    const why = reasonOf(options);
    const asked = { kind: why.genre, words: why.motif };
    await onSite(slug, (client, siteId) => closeSite(client, siteId, asked, OPERATOR));
    warnOfWitness([slug]);
    print(options, { slug, hors_ligne: why.genre, motif: why.motif }, `Le site ${slug} est hors ligne${byLaw(why)}.`);
  });
  site
    .command('en-ligne <slug>')
    .description('rouvre un site, quelle que soit la raison pour laquelle un opérateur l’a mis hors ligne')
    .option(...JSON_OPTION)
    .action(async (slug: string, options: Printing) => {
      const left = await onSite(slug, (client, siteId) => reopenSite(client, siteId, OPERATOR));
      print(options, { slug, hors_ligne: left.length > 0 ? left : null }, backSentence(slug, left));
    });
  site
    .command('garder <slug>')
    .description('garde un site que son propriétaire a supprimé et qui n’est pas encore effacé')
    .option(...JSON_OPTION)
    .action(async (slug: string, options: Printing) => {
      await onSite(slug, (client, siteId) => keepDeletedSite(client, siteId, OPERATOR)).catch((error) => {
        throw error instanceof Refusal ? new CommandRefusal(`Le site ${slug} n’attend pas d’être supprimé.`) : error;
      });
      print(options, { slug, efface_le: null }, `Le site ${slug} est gardé.`);
    });
}

/** Does something with a site in a transaction. @throws CommandRefusal when no site has this slug */
const onSite = <T>(slug: string, work: (client: Client, siteId: string) => Promise<T>): Promise<T> =>
  onSites(async (client) => {
    const siteId = await findSite(client, slug);
    return transaction(client, () => work(client, siteId));
  });

/** The same of all sites that an account owns. */
export function addAccountOfflineCommands(account: Command): void {
  taking(
    account
      .command('hors-ligne <email>')
      .description('ferme à leurs visiteurs tous les sites dont le compte est propriétaire'),
  ).action(async (address: string, options: TakingOff) => {
    const why = reasonOf(options);
    const sites = await onSites(async (client) => {
      const { id } = await findAccount(client, email(address));
      return transaction(client, async () => {
        const off = await takeAccountOff(client, id, why);
        const entry = { act: 'site_ferme', by: OPERATOR, details: { motif: why.motif } } as const;
        await recordInAll(client, idsOf(off), entry);
        return off.map(({ slug }) => slug);
      });
    });
    warnOfWitness(sites);
    const result = { email: email(address), hors_ligne: why.genre, motif: why.motif, sites };
    print(options, result, sites.length > 0 ? `Hors ligne${byLaw(why)} : ${sites.join(', ')}.` : NO_SITE);
  });
  account
    .command('en-ligne <email>')
    .description('rouvre ces sites, sauf ceux qui sont hors ligne pour une autre raison')
    .option(...JSON_OPTION)
    .action(async (address: string, options: Printing) => {
      const back = await onSites(async (client) => {
        const { id } = await findAccount(client, email(address));
        return transaction(client, async () => {
          const sites = await bringAccountBack(client, id);
          await recordInAll(client, idsOf(sites), { act: 'site_rouvert', by: OPERATOR, details: {} });
          return sites;
        });
      });
      const named = (stays: boolean) => back.filter(({ reste }) => reste === stays).map(({ slug }) => slug);
      const [sites, restent] = [named(false), named(true)];
      const sentences = [
        sites.length > 0 ? `En ligne : ${sites.join(', ')}.` : 'Aucun site n’est revenu en ligne.',
        ...(restent.length > 0 ? [`Encore hors ligne, pour une autre raison : ${restent.join(', ')}.`] : []),
      ];
      print(options, { email: email(address), sites, restent }, sentences.join('\n'));
    });
}

const idsOf = (sites: readonly { readonly id: string }[]): string[] => sites.map(({ id }) => id);

function backSentence(slug: string, left: readonly OwnersCause[]): string {
  if (left.length === 0) return `Le site ${slug} est en ligne.`;
  const why = left.includes(DELETED_BY_OWNER)
    ? `son propriétaire l’a supprimé (« vitrine admin site garder ${slug} » le garde)`
    : 'son propriétaire l’a fermé, et lui seul le rouvre';
  return `Les raisons des opérateurs sont levées. Le site ${slug} reste hors ligne : ${why}.`;
}

function warnOfWitness(slugs: readonly string[]): void {
  const { witnessSite } = readConfig(process.env);
  if (witnessSite === undefined || !slugs.includes(witnessSite)) return;
  printSentence(process.stderr, `${witnessSite} est le site témoin de la santé du service, qui est donc « hs ».`);
}

const NO_SITE = 'Ce compte n’est propriétaire d’aucun site : rien n’a changé.';

const taking = (command: Command): Command =>
  command
    .requiredOption('--motif <M>', 'raison, que les membres du site lisent', reason)
    .option('--loi', 'la loi le demande : les visiteurs reçoivent 451 au lieu de 503')
    .option(...JSON_OPTION);

const reasonOf = ({ motif, loi }: TakingOff): OfflineReason => ({
  genre: loi ? 'loi' : 'decision',
  motif,
  le: new Date().toISOString(),
});

const byLaw = ({ genre }: OfflineReason): string => (genre === 'loi' ? ' pour une raison légale' : '');
