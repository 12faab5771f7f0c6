/** `vitrine admin site supprimer` and `vitrine admin compte supprimer`: archive, question, then everything goes. */
import type { Command } from 'commander';
import type { Client } from 'pg';
import { ChangedMeanwhile, type Deleted, deleteAccount, deleteSite } from '../../accounts/deletion.ts';
import { readConfig } from '../../config.ts';
import { readDemoSites } from '../../demo/demo-site.ts';
import { listMemberships, type Membership } from '../../storage/members.ts';
import { CommandRefusal } from '../command-refusal.ts';
import { declined } from '../commands/pull.ts';
import { processTerminal } from '../terminal.ts';
import { type Written, withArchive } from './archive-file.ts';
import { findAccount, findSite, onSites } from './database.ts';
import { JSON_OPTION, type Printing, print } from './print.ts';
import { onStore } from './store.ts';
import { accountName, email } from './values.ts';

interface Deleting extends Printing {
  readonly archive?: string;
  readonly oui?: true;
}

export function addSiteDeletionCommand(site: Command): void {
  deleting(
    site.command('supprimer <slug>').description('supprime un site et tout ce qu’il a, après en avoir écrit l’archive'),
  ).action(async (slug: string, options: Deleting) => {
    const archive = options.archive ?? archiveName('site', slug);
    assertNoWitness([slug]);
    const demo = await demoSentence([slug]);
    const siteId = await onSites((client) => findSite(client, slug));
    await confirm(
      options,
      `Supprimer le site ${slug}, avec ses thèmes, ses textes, ses images, ses demandes et ses domaines, après en avoir écrit l’archive ${archive} ?${demo}`,
    );
    const { written, result } = await withArchive(archive, (write) =>
      onStore((store) =>
        onSites((client) => deleteSite(client, siteId, { write, store }).catch(toldOf(`Le site ${slug}`))),
      ),
    );
    print(
      options,
      { slug, ...written, ...leftFields(result) },
      `Le site ${slug} est supprimé. ${archiveSentence(written)}${leftSentence(result)}${demo}`,
    );
  });
}

interface AccountDeletion extends Deleting {
  readonly transfererA?: string;
  readonly avecSesSites?: true;
}

export function addAccountDeletionCommand(account: Command): void {
  deleting(
    account
      .command('supprimer <email>')
      .description('supprime un compte, ses clés et ses sessions, après en avoir écrit l’archive'),
  )
    .option('--transferer-a <E>', 'compte auquel vont les sites dont il est le seul propriétaire', email)
    .option('--avec-ses-sites', 'supprime ces sites avec lui')
    .action(async (address: string, options: AccountDeletion) => {
      const { transfererA: heirAddress, avecSesSites: withSites = false } = options;
      const known = accountName(address);
      if (heirAddress !== undefined && withSites) {
        throw new CommandRefusal('Donnez --transferer-a ou --avec-ses-sites, pas les deux.');
      }
      if (heirAddress === known) throw new CommandRefusal('--transferer-a nomme le compte à supprimer lui-même.');
      const plan = await onSites(async (client) => {
        const { id, email: of } = await findAccount(client, known);
        const heir = heirAddress === undefined ? null : await findAccount(client, heirAddress);
        return { id, of, heir, byOperator: true, memberships: await listMemberships(client, id) };
      });
      if (plan.heir?.id === plan.id) throw new CommandRefusal('--transferer-a nomme le compte à supprimer lui-même.');
      const alone = slugsOf(plan.memberships, true);
      const shared = slugsOf(plan.memberships, false);
      if (alone.length > 0 && !plan.heir && !withSites) {
        throw new CommandRefusal(
          `${known} est le seul propriétaire de ${alone.join(', ')} : « --transferer-a <email> » les donne à un autre compte, « --avec-ses-sites » les supprime.`,
        );
      }
      const deleted = plan.heir ? [] : alone;
      assertNoWitness(deleted);
      const archive = options.archive ?? archiveName('compte', known);
      const sentences = [
        ...(deleted.length > 0 ? [`avec ses sites ${deleted.join(', ')}`] : []),
        ...(plan.heir && alone.length > 0 ? [`${alone.join(', ')} allant à ${heirAddress}`] : []),
        `après en avoir écrit l’archive ${archive} ?`,
      ];
      const demo = await demoSentence(deleted);
      await confirm(options, `Supprimer le compte ${known}, ${sentences.join(', ')}${demo}`);
      const { written, result } = await withArchive(archive, (write) =>
        onStore((store) =>
          onSites((client: Client) =>
            deleteAccount(client, plan, plan, { write, store }).catch(toldOf(`Le compte ${known}`)),
          ),
        ),
      );
      const transferred = plan.heir ? alone : [];
      print(
        options,
        {
          ...{ email: known, ...written, supprimes: deleted, transferes: transferred, quittes: shared },
          ...leftFields(result),
        },
        [
          `Le compte ${known} est supprimé. ${archiveSentence(written)}${leftSentence(result)}${demo}`,
          ...(deleted.length > 0 ? [`Sites supprimés avec lui : ${deleted.join(', ')}.`] : []),
          ...(transferred.length > 0 ? [`Sites de ${heirAddress} désormais : ${transferred.join(', ')}.`] : []),
        ].join('\n'),
      );
    });
}

const archiveSentence = ({ archive, medias }: Written): string =>
  `Son archive est ${archive}${medias === undefined ? '' : `, avec les fichiers de ${medias}`}.`;

const leftSentence = ({ hasFilesLeft }: Deleted): string =>
  hasFilesLeft ? ' Des images n’ont pas pu être enlevées de leur dépôt : le service les enlèvera.' : '';

const leftFields = ({ hasFilesLeft }: Deleted): { fichiers_restants?: true } =>
  hasFilesLeft ? { fichiers_restants: true } : {};

const deleting = (command: Command): Command =>
  command
    .option('--archive <fichier>', 'où écrire l’archive, par-dessus aucun autre fichier')
    .option('--oui', 'répond oui à la question')
    .option(...JSON_OPTION);

async function confirm({ json, oui }: Deleting, question: string): Promise<void> {
  const terminal = processTerminal({ json: json === true, yes: oui === true });
  if (!(await terminal.confirm(question))) throw declined();
}

const slugsOf = (memberships: readonly Membership[], isAlone: boolean): string[] =>
  memberships.filter(({ seul }) => seul === isAlone).map(({ slug }) => slug);

/** As `site-chez-lea-2026-11-26.json`. */
const archiveName = (kind: string, name: string): string =>
  `${kind}-${name.replace(/[^a-z0-9._-]+/gi, '-')}-${new Date().toISOString().slice(0, 10)}.json`;

/** Refuses the site that `SANTE_SITE_TEMOIN` names: the health checks of all instances ask for it. */
function assertNoWitness(slugs: readonly string[]): void {
  const { witnessSite } = readConfig(process.env);
  if (witnessSite !== undefined && slugs.includes(witnessSite)) {
    throw new CommandRefusal(
      `${witnessSite} est le site témoin de la santé du service : nommez-en d’abord un autre dans SANTE_SITE_TEMOIN.`,
    );
  }
}

/** A sentence for the deletion of demo sites: when the demo comes back. */
async function demoSentence(slugs: readonly string[]): Promise<string> {
  if (slugs.length === 0 || readConfig(process.env).databaseUrl !== undefined) return '';
  const demos = new Set((await readDemoSites()).map(({ site }) => site.slug));
  return slugs.some((slug) => demos.has(slug))
    ? ' C’est la démonstration : le catalogue n’y mènera plus, et elle ne revient que dans une base sans aucun compte.'
    : '';
}

const toldOf =
  (what: string) =>
  (error: unknown): never => {
    if (!(error instanceof ChangedMeanwhile)) throw error;
    throw new CommandRefusal(
      `${what} ou ses propriétaires ont changé entre-temps : rien n’a été supprimé, recommencez.`,
    );
  };
