import type { Command } from 'commander';
import { readConfig } from '../../config.ts';
import { hostNameOf } from '../../sites/custom-domain.ts';
import { type InspectedSite, inspectSite } from '../../sites/inspected-site.ts';
import {
  codeText,
  failureText,
  healthText,
  offlineText,
  quarantineText,
  reasonsOf,
  stateText,
  type Telling,
} from '../../sites/site-words.ts';
import { liftQuarantines } from '../../storage/quarantines.ts';
import type { Queryable } from '../../storage/statement.ts';
import { byteText, numberText, secondsText } from '../../text/quantities.ts';
import { CommandRefusal } from '../command-refusal.ts';
import { visible } from '../terminal.ts';
import { findSite, onSites } from './database.ts';
import { factLines } from './fact-lines.ts';
import { JSON_OPTION, type Printing, print } from './print.ts';
import { domainsText } from './site-domains.ts';

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

async function readSite(db: Queryable, named: string): Promise<InspectedSite> {
  const shown = await inspectSite(db, nameOf(named));
  if (!shown) throw new CommandRefusal(`Aucun site ne s’appelle ${visible(named)}.`);
  return shown;
}

/** The slug or host that a word names: of an address under the sites' domain the slug. */
function nameOf(named: string): string {
  const url = URL.parse(named.includes('://') ? named : `http://${named}`);
  const host = (url && hostNameOf(url.hostname)) ?? named.toLowerCase();
  const under = `.${readConfig(process.env).sitesDomain}`;
  return host.endsWith(under) ? host.slice(0, -under.length) : host;
}

function factsOf(shown: InspectedSite): (readonly [string, string])[] {
  const { slug, id, nom, membres, domaines, theme, usage } = shown;
  const marks = [shown.masque && 'masqué aux moteurs de recherche', shown.protege && 'protégé par un code'];
  const others = membres.filter(({ role }) => role !== 'proprietaire');
  return [
    ['site', `${slug} « ${visible(nom)} » ${id}`],
    ...(shown.anciens_slugs.length > 0 ? [['avant', shown.anciens_slugs.join(', ')] as const] : []),
    ['état', [stateText(shown), ...marks.filter(Boolean)].join(', ')],
    ...reasonsOf(shown).map(([whose, reason]) => ['hors ligne', offlineText(whose, reason, TELLING)] as const),
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
    ['santé', healthText(shown, TELLING)],
    ...shown.quarantaines.map(
      (quarantine) => ['quarantaines', quarantineText(quarantine, theme?.id, TELLING)] as const,
    ),
    ...shown.echecs.map((failure) => ['échecs', failureText(failure, TELLING)] as const),
    [
      'depuis un jour',
      `${numberText(usage.pages)} pages, ${secondsText(usage.ms)} de processeur, ${byteText(usage.octets)} envoyés`,
    ],
  ];
}

/** With seconds, because quarantines are short. */
function time(instant: string): string {
  return new Date(instant).toLocaleString('fr', { dateStyle: 'short', timeStyle: 'medium' });
}

const TELLING: Telling = { time, text: visible };
