/** `vitrine admin compte|site|domaine|cle lister`: what there is, a page at a time. */
import { type Command, Option } from 'commander';
import { stateText } from '../../sites/site-words.ts';
import type { AccountType } from '../../storage/accounts.ts';
import {
  busiestSites,
  KEY_STATES,
  type KeyState,
  type ListedSite,
  listAccounts,
  listAllDomains,
  listAllKeys,
  listSites,
  type Page,
  publishedThemes,
  type SiteFilter,
} from '../../storage/operator-lists.ts';
import { quarantinedSites } from '../../storage/quarantines.ts';
import { BILLING_STATES, type BillingState } from '../../storage/sites.ts';
import type { Queryable } from '../../storage/statement.ts';
import { usageOf } from '../../storage/usage.ts';
import { byteText, secondsText } from '../../text/quantities.ts';
import { columnsOf } from '../columns.ts';
import { localTime, table } from '../commands/table.ts';
import { visible } from '../terminal.ts';
import { onSecrets, onSites } from './database.ts';
import { JSON_OPTION, type Printing, print } from './print.ts';
import { choice, email, uuid, wholeNumber } from './values.ts';

const PAGE = 100;
const LONGEST_PAGE = 1_000;

interface ListOptions extends Printing {
  readonly limite: number;
  readonly apres?: string;
  readonly contient?: string;
}

/** Adds `lister` to each of the groups. */
export function addListCommands(admin: Command): void {
  addAccountList(groupOf(admin, 'compte', 'comptes'));
  addSiteList(groupOf(admin, 'site', 'sites'));
  addDomainList(groupOf(admin, 'domaine', 'noms de domaine des sites'));
  addKeyList(groupOf(admin, 'cle', 'clés d’API'));
}

const groupOf = (admin: Command, name: string, description: string): Command =>
  admin.commands.find((command) => command.name() === name) ?? admin.command(name).description(description);

/** @param next what the next page comes after */
function listCommand(group: Command, description: string, part: string, next: string): Command {
  return group
    .command('lister')
    .description(description)
    .option('--contient <texte>', `seulement ceux dont ${part} contient ce texte`)
    .option('--limite <N>', 'nombre de lignes', wholeNumber(1, LONGEST_PAGE), PAGE)
    .option('--apres <dernier>', `la suite, après ${next} de la dernière ligne`)
    .option(...JSON_OPTION);
}

const partOf = ({ contient }: ListOptions): string | null => contient ?? null;
const pageOf = ({ apres, limite }: ListOptions): Page => ({ after: apres ?? null, limit: limite + 1 });

interface List<Row> {
  /** Field of the answer for programs. */
  readonly name: string;
  readonly read: readonly Row[];
  /** What `--apres` takes for this row. */
  readonly nameOf: (row: Row) => string;
  readonly headings: readonly string[];
  /** Columns that a narrow terminal shortens. */
  readonly cut?: readonly number[];
  readonly cellsOf: (row: Row) => readonly string[];
}

/** Prints one page of a list. One row more than the page was read, which tells whether there is a next page. */
function printPage<Row>(options: ListOptions, { name, read, nameOf, headings, cut = [], cellsOf }: List<Row>): void {
  const rows = read.slice(0, options.limite);
  const last = read.length > rows.length ? rows.at(-1) : undefined;
  const next = last === undefined ? null : nameOf(last);
  const fit = { columns: columnsOf(process.stdout), shortened: cut };
  const lines = rows.length === 0 ? ['Aucune ligne.'] : table([headings, ...rows.map(cellsOf)], fit);
  // In a narrow terminal the headings stand in the rows.
  if (lines[0] === '') lines.shift();
  if (next !== null) lines.push('', `La suite : --apres ${next}`);
  print(options, { [name]: rows, suite: next }, lines.join('\n'));
}

function addAccountList(group: Command): void {
  listCommand(group, 'liste les comptes', 'l’adresse', 'l’adresse')
    .addOption(choice('--type <T>', 'seulement de ce type', ['client', 'partenaire', 'agence']))
    .action(async (options: ListOptions & { type?: AccountType }) => {
      const filter = { part: partOf(options), type: options.type ?? null };
      printPage(options, {
        name: 'comptes',
        read: await onSites((client) => listAccounts(client, filter, pageOf(options))),
        nameOf: (row) => (row.confirme ? row.email : row.id),
        headings: ['adresse', 'type', 'confirmé', 'sites', 'clés', 'créé'],
        cellsOf: (row) => [
          visible(row.email),
          row.type,
          row.confirme ? 'oui' : 'non',
          String(row.sites),
          String(row.cles_valides),
          localTime(row.cree_le),
        ],
      });
    });
}

interface SiteListOptions extends ListOptions {
  readonly compte?: string;
  readonly etat?: BillingState;
  readonly suspendu?: true;
  readonly aActiver?: true;
  readonly horsLigne?: true;
  readonly quarantaine?: true;
  readonly par: 'nom' | 'usage';
}

function addSiteList(group: Command): void {
  listCommand(group, 'liste les sites, avec ce qu’ils ont utilisé depuis un jour', 'le nom', 'le nom court')
    .option('--compte <E>', 'seulement ceux de ce compte', email)
    .addOption(choice('--etat <E>', 'seulement à cet état de facturation', BILLING_STATES))
    .option('--suspendu', 'seulement les sites suspendus')
    .option('--a-activer', 'seulement ceux qui attendent leur premier paiement')
    .option('--hors-ligne', 'seulement ceux qui sont hors ligne')
    .option('--quarantaine', 'seulement ceux dont le thème publié est en quarantaine')
    .addOption(
      new Option('--par <ordre>', 'ordre : par nom, ou par temps de processeur, le plus grand d’abord')
        .choices(['nom', 'usage'])
        .default('nom')
        .conflicts(['apres']),
    )
    .action(async (options: SiteListOptions) => {
      printPage(options, {
        name: 'sites',
        read: await onSites((client) => readSites(client, options)),
        nameOf: (row) => row.slug,
        headings: ['site', 'nom', 'état', 'propriétaires', 'thème', 'pages', 'processeur', 'envoyé'],
        cut: [1, 3, 4],
        cellsOf: (row) => [
          row.slug,
          visible(row.nom),
          stateText(row) + (row.quarantaine ? ', en quarantaine' : ''),
          row.proprietaires.map(visible).join(' '),
          row.theme ? visible(`${row.theme.nom} ${row.theme.version}`) : '–',
          String(row.usage.pages),
          secondsText(row.usage.ms),
          byteText(row.usage.octets),
        ],
      });
    });
}

async function readSites(db: Queryable, options: SiteListOptions) {
  const filter: SiteFilter = {
    account: options.compte ?? null,
    state: options.etat ?? null,
    suspended: options.suspendu ?? null,
    toActivate: options.aActiver ?? null,
    offline: options.horsLigne ?? null,
    part: partOf(options),
    ids: options.quarantaine ? await quarantinedSites(db, null) : null,
  };
  let sites: readonly ListedSite[];
  if (options.par === 'usage') {
    const ids = await busiestSites(db, filter, options.limite);
    const found = await listSites(db, { ...filter, ids }, { after: null, limit: ids.length });
    sites = found.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
  } else sites = await listSites(db, filter, pageOf(options));
  const ids = sites.map(({ id }) => id);
  const themes = await publishedThemes(db, ids);
  const usages = await usageOf(db, ids);
  const quarantined = new Set(await quarantinedSites(db, ids));
  return sites.map((site) => {
    const theme = themes.get(site.id);
    return {
      ...site,
      theme: theme ? { id: theme.id, nom: theme.nom, version: theme.version, origine: theme.origine } : null,
      quarantaine: quarantined.has(site.id),
      usage: usages.get(site.id) ?? { pages: 0, ms: 0, octets: 0 },
    };
  });
}

function addDomainList(group: Command): void {
  listCommand(group, 'liste les noms de domaine des sites', 'le nom', 'le nom')
    .option('--site <slug>', 'seulement ceux de ce site')
    .option('--compte <E>', 'seulement ceux des sites de ce compte', email)
    .action(async (options: ListOptions & { site?: string; compte?: string }) => {
      const filter = { slug: options.site ?? null, account: options.compte ?? null, part: partOf(options) };
      printPage(options, {
        name: 'domaines',
        read: await onSites((client) => listAllDomains(client, filter, pageOf(options))),
        nameOf: (row) => row.hote,
        headings: ['domaine', 'site'],
        cellsOf: (row) => [row.hote, row.slug],
      });
    });
}

function addKeyList(group: Command): void {
  listCommand(group, 'liste les clés, sans leur secret', 'le nom ou le début', 'l’identifiant')
    .option('--compte <E>', 'seulement celles de ce compte', email)
    .addOption(choice('--etat <E>', 'seulement celles-ci', KEY_STATES))
    .action(async (options: ListOptions & { compte?: string; etat?: KeyState }) => {
      if (options.apres !== undefined) uuid(options.apres);
      const filter = { account: options.compte ?? null, state: options.etat ?? null, part: partOf(options) };
      printPage(options, {
        name: 'cles',
        read: await onSecrets((client) => listAllKeys(client, filter, pageOf(options))),
        nameOf: (row) => row.id,
        headings: ['identifiant', 'début', 'nom', 'compte', 'portée', 'état', 'dernier usage', 'expire'],
        cut: [2, 3],
        cellsOf: (row) => [
          row.id,
          row.prefixe,
          visible(row.nom ?? '–'),
          visible(row.email),
          row.portee,
          KEY_WORDS[row.etat],
          row.derniere_utilisation === null ? 'jamais' : localTime(row.derniere_utilisation),
          row.expire_le === null ? '–' : localTime(row.expire_le),
        ],
      });
    });
}

const KEY_WORDS: Readonly<Record<KeyState, string>> = { valide: 'valide', expiree: 'expirée', revoquee: 'révoquée' };
