import type { Command } from 'commander';
import { readConfig } from '../../config.ts';
import { hostNameOf } from '../../sites/custom-domain.ts';
import { findDomains } from '../../storage/domains.ts';
import { type KnownFailure, listFailures } from '../../storage/failures.ts';
import { DELETED_BY_OWNER, type OfflineReason, OWNERS_OWN } from '../../storage/offline-sites.ts';
import { countOwnFiles, findShownSite, listRoles, publishedThemes } from '../../storage/operator-lists.ts';
import {
  type KnownQuarantine,
  liftQuarantines,
  listQuarantines,
  type QuarantineCause,
} from '../../storage/quarantines.ts';
import { formerSlugs } from '../../storage/slugs.ts';
import type { Queryable } from '../../storage/statement.ts';
import { usageOf } from '../../storage/usage.ts';
import { CommandRefusal } from '../command-refusal.ts';
import { localTime } from '../commands/table.ts';
import { visible } from '../terminal.ts';
import { findSite, onSites } from './database.ts';
import { factLines } from './fact-lines.ts';
import { JSON_OPTION, type Printing, print } from './print.ts';
import { byteText, numberText, secondsText, stateText } from './seen-texts.ts';
import { domainsText } from './site-domains.ts';

/** Failures that are shown, the last first. */
const SHOWN_FAILURES = 20;

/** `vitrine admin site montrer …` and `lever-quarantaine`: why a site is not shown, and what it uses. */
export function addSiteShowCommands(admin: Command): void {
  const site = admin.commands.find((command) => command.name() === 'site') ?? admin.command('site');
  site
    .command('montrer <site>')
    .description(
      'montre un site : états, thème, quarantaines, échecs, usage ; par son nom court, son adresse ou son identifiant',
    )
    .option(...JSON_OPTION)
    .action(async (named: string, options: Printing) => {
      const shown = await onSites((client) => readSite(client, named));
      print(options, shown, factLines(factsOf(shown)).join('\n'));
    });
  site
    .command('lever-quarantaine <slug>')
    .description('rend ses pages à un site dont un thème est en quarantaine ; s’il recommence, il y retourne')
    .option(...JSON_OPTION)
    .action(async (slug: string, options: Printing) => {
      const instances = await onSites(async (client) => liftQuarantines(client, await findSite(client, slug)));
      if (instances.length === 0) throw new CommandRefusal(`Aucun thème du site ${slug} n’est en quarantaine.`);
      const sentence = `Quarantaine levée : ${instances.join(', ')} le verra dans quelques secondes.`;
      print(options, { slug, instances }, sentence);
    });
}

type Shown = Awaited<ReturnType<typeof readSite>>;

async function readSite(db: Queryable, named: string) {
  const site = await findShownSite(db, nameOf(named));
  if (!site) throw new CommandRefusal(`Aucun site ne s’appelle ${visible(named)}.`);
  const { id } = site;
  const theme = (await publishedThemes(db, [id])).get(id) ?? null;
  const [members, domains] = [await listRoles(db, id), await findDomains(db, id)];
  const [quarantines, failures] = [await listQuarantines(db, id), await listFailures(db, id, SHOWN_FAILURES)];
  const usage = (await usageOf(db, [id])).get(id) ?? { pages: 0, ms: 0, octets: 0 };
  // A quarantine or a failure of an older version of the published theme is over.
  const isPresent = ({ theme_id, version }: KnownQuarantine | KnownFailure) =>
    theme_id !== theme?.id || version === theme.maj_le;
  const quarantaines = quarantines.map((quarantine) => ({
    theme: quarantine.theme_id,
    version: quarantine.version,
    ...{ raison: quarantine.raison, instance: quarantine.instance },
    ...{ depuis: quarantine.depuis, jusqua: quarantine.jusqua, levee_le: quarantine.levee_le },
    en_cours: quarantine.en_cours && isPresent(quarantine),
  }));
  return {
    ...site,
    anciens_slugs: await formerSlugs(db, id),
    membres: members,
    domaines: domains.hosts,
    domaine_principal: domains.main,
    theme: theme && {
      ...{ id: theme.id, nom: theme.nom, version: theme.version, origine: theme.origine, maj_le: theme.maj_le },
      fichiers_propres: await countOwnFiles(db, id, theme.id),
    },
    quarantaine: quarantaines.some(({ en_cours, theme: of }) => en_cours && of === theme?.id),
    quarantaines,
    echecs: failures.map((failure) => ({
      ...{ theme: failure.theme_id, lieu: failure.lieu, ligne: failure.ligne, colonne: failure.colonne },
      ...{ message: failure.message, nombre: failure.nombre },
      ...{ premier_le: failure.premier_le, dernier_le: failure.dernier_le },
      /** Whether the failure is one of the version that visitors get now. */
      actuel: failure.theme_id === theme?.id && isPresent(failure),
    })),
    usage,
  };
}

/** The slug or host that a word names: of an address under the sites' domain the slug. */
function nameOf(named: string): string {
  const url = URL.parse(named.includes('://') ? named : `http://${named}`);
  const host = (url && hostNameOf(url.hostname)) ?? named.toLowerCase();
  const under = `.${readConfig(process.env).sitesDomain}`;
  return host.endsWith(under) ? host.slice(0, -under.length) : host;
}

function factsOf(shown: Shown): (readonly [string, string])[] {
  const { slug, id, nom, membres, domaines, theme, usage } = shown;
  const marks = [shown.masque && 'masqué aux moteurs de recherche', shown.protege && 'protégé par un code'];
  const others = membres.filter(({ role }) => role !== 'proprietaire');
  return [
    ['site', `${slug} « ${visible(nom)} » ${id}`],
    ...(shown.anciens_slugs.length > 0 ? [['avant', shown.anciens_slugs.join(', ')] as const] : []),
    ['état', [stateText(shown), ...marks.filter(Boolean)].join(', ')],
    ...reasonsOf(shown).map(([whose, reason]) => ['hors ligne', offlineText(whose, reason)] as const),
    ...(shown.efface_le === null ? [] : [['effacé', `${time(shown.efface_le)}, si personne ne le garde`] as const]),
    ['propriétaires', shown.proprietaires.map(visible).join(', ') || 'aucun'],
    ...(others.length > 0
      ? [['membres', others.map(({ email, role }) => `${visible(email)} (${role})`).join(', ')] as const]
      : []),
    ['domaines', domainsText(domaines, shown.domaine_principal)],
    [
      'thème',
      theme ? `${visible(theme.nom)} ${visible(theme.version)}, ${codeText(theme)}, ${theme.id}` : 'aucun thème publié',
    ],
    ['santé', healthText(shown)],
    ...shown.quarantaines.map((quarantine) => ['quarantaines', quarantineText(quarantine, theme?.id)] as const),
    ...shown.echecs.map((failure) => ['échecs', failureText(failure)] as const),
    [
      'depuis un jour',
      `${numberText(usage.pages)} pages, ${secondsText(usage.ms)} de processeur, ${byteText(usage.octets)} envoyés`,
    ],
  ];
}

function codeText({ origine, fichiers_propres: own }: NonNullable<Shown['theme']>): string {
  if (origine === null) return 'code du site';
  if (own === null) return `venu du catalogue (${origine})`;
  if (own === 0) return `code du catalogue (${origine})`;
  return `venu du catalogue (${origine}), ${own} ${own === 1 ? 'fichier changé' : 'fichiers changés'}`;
}

const reasonsOf = ({ hors_ligne: off }: Shown) => Object.entries(off ?? {});

/** Who has taken a site off, by the cause; the others are accounts. */
const WHOSE: Readonly<Record<string, string>> = {
  site: '',
  [OWNERS_OWN]: ', par son propriétaire',
  [DELETED_BY_OWNER]: ', supprimé par son propriétaire',
};

const offlineText = (whose: string, { genre, motif, le }: OfflineReason): string =>
  [
    `depuis ${time(le)}`,
    genre === 'loi' ? ', la loi le demande' : '',
    WHOSE[whose] ?? ', avec tous les sites d’un compte',
    ` : ${visible(motif)}`,
  ].join('');

function healthText(shown: Shown): string {
  const { theme, quarantaines, echecs } = shown;
  const reasons = reasonsOf(shown).map(([, { genre }]) => genre);
  if (reasons.length > 0) return `hors ligne : ses visiteurs reçoivent ${reasons.includes('loi') ? 451 : 503}`;
  if (!theme) return 'sans thème publié';
  const ending = quarantaines.filter(({ en_cours, theme: of }) => en_cours && of === theme.id);
  const [last] = ending;
  if (last) return `en quarantaine jusqu’à ${time(last.jusqua)} : ses pages sont refusées (503)`;
  const present = echecs.filter(({ actuel }) => actuel);
  if (present.some(({ lieu }) => lieu in NO_PAGE || lieu.startsWith('layout/')))
    return 'des pages n’ont pas pu être rendues (503)';
  return present.length > 0 ? 'des sections échouent ; les pages sont rendues sans elles' : 'rien à signaler';
}

const CAUSES: Readonly<Record<QuarantineCause, string>> = {
  limites: 'ses pages dépassent les limites',
  processus: 'ses pages arrêtent leur processus',
};

function quarantineText(
  { theme, raison, instance, depuis, jusqua, levee_le, en_cours }: Shown['quarantaines'][number],
  published: string | undefined,
): string {
  const what = theme === published ? 'le thème publié' : 'un aperçu, une répétition ou un profil, ou un thème d’avant';
  const end =
    levee_le !== null ? `levée à la main ${time(levee_le)}` : en_cours ? `jusqu’à ${time(jusqua)}` : 'terminée';
  return `${what}, dans ${instance} : ${CAUSES[raison]}, depuis ${time(depuis)}, ${end}`;
}

/** Sentences for failures that have no file: there was no page. */
const NO_PAGE: Readonly<Record<string, string>> = {
  temps: 'une page dépasse le temps de rendu',
  objets: 'une page dépasse le nombre d’objets',
  sortie: 'une page est trop longue',
  arret: 'une page arrête son processus',
};

function failureText({
  lieu,
  ligne,
  colonne,
  message,
  nombre,
  premier_le,
  dernier_le,
  actuel,
}: Shown['echecs'][number]): string {
  const what =
    NO_PAGE[lieu] ??
    `${[visible(lieu), ligne, colonne].filter((part) => part !== null).join(':')} : ${visible(message)}`;
  const when = `${numberText(nombre)} fois depuis ${localTime(premier_le)}, la dernière ${time(dernier_le)}`;
  return `${what} (${when}${actuel ? '' : ', dans un état d’avant'})`;
}

/** With seconds, because quarantines are short. */
function time(instant: string): string {
  return new Date(instant).toLocaleString('fr', { dateStyle: 'short', timeStyle: 'medium' });
}
