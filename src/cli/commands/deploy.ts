import { basename, resolve } from 'node:path';
import { nameFault } from '../../text/names.ts';
import { NAME_LENGTH } from '../../themes/limits.ts';
import { CommandRefusal, interrupted } from '../command-refusal.ts';
import { DeployConflictRefusal, printDifferences } from '../deploy/conflicts.ts';
import { type Deployment, deployTo } from '../deploy/deploy-site.ts';
import { branchOfJob, draftName, ownNameOf } from '../deploy/draft-name.ts';
import { type Git, type NoGit, openGit } from '../deploy/git.ts';
import { isKeptBy, OWN_OF_EACH_SITE } from '../deploy/keep.ts';
import { printReport, printTable, type SiteOutcome, warnOfProblems } from '../deploy/print.ts';
import { NotPublished } from '../deploy/publish.ts';
import { reportAsJson } from '../deploy/report.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { RemoteRefusal } from '../remote/refusals.ts';
import type { Remote } from '../remote/remote.ts';
import { refusalLines } from '../sync/print.ts';
import { assertSettled } from '../sync/push.ts';
import { visible } from '../terminal.ts';
import { themeFolder } from '../workspace/theme-here.ts';
import { Workspace } from '../workspace/workspace.ts';
import { type Context, openRemote, type RemoteOptions, siteName } from './context.ts';

export interface DeployOptions extends RemoteOptions {
  readonly theme?: string;
  readonly publie?: boolean;
  readonly brouillon?: string;
  /** Several are separated by commas. */
  readonly garder?: readonly string[];
  readonly forcer?: boolean;
  readonly essai?: boolean;
  readonly publier?: boolean;
}

/** `vitrine deployer [dossier]`: makes a draft of a site, or of several, exactly what a folder is. The folder itself is not written into. */
export async function deploy(context: Context, folder: string | undefined, options: DeployOptions): Promise<void> {
  const { terminal, workingFolder } = context;
  assertTogether(options);
  const sites = sitesOf(options.site);
  const remote = await openRemote(context, { ...options, ...(sites[0] !== undefined && { site: sites[0] }) });
  const root = await themeFolder(resolve(workingFolder, folder ?? '.'));
  const { files, ignored } = await new Workspace(root).readFiles();
  for (const { chemin, message } of ignored) terminal.warn(`${chemin} n’est pas déployé : ${message}`);
  assertSettled(files);
  const git = await openGit(root, context.environment);
  if ('reason' in git && git.isFailure) {
    terminal.warn(
      `Git n’a pas pu être interrogé (${git.reason}) : seuls les textes du dernier déploiement sont connus.`,
    );
  }
  const deployment = deploymentOf(context, { root, files, git, isOfMany: sites.length > 1 }, options);
  const tell = (error: unknown) => {
    if (error instanceof DeployConflictRefusal) printDifferences(terminal, error.conflicts);
    if (!(error instanceof RemoteRefusal)) return;
    for (const line of refusalLines(error.files, root, workingFolder)) terminal.warn(line);
  };
  if (sites.length > 1) return deployToAll(context, { remote, sites, deployment, tell });
  try {
    const { site } = await remote.themes();
    const report = await deployTo(remote.onSite(site.id), deployment);
    terminal.result(reportAsJson(report, remote.access.address, deployment.isTrial));
    printReport(terminal, report, remote.access.address, deployment.isTrial);
  } catch (error) {
    tell(error);
    throw error;
  }
}

function assertTogether({ theme, publie, brouillon, publier }: DeployOptions): void {
  const refuse = (sentence: string) => {
    throw new CommandRefusal(sentence, { exit: EXIT.usage });
  };
  if (brouillon !== undefined && (theme !== undefined || publie)) {
    refuse('--brouillon ne va pas avec --theme ni --publie : donnez l’un ou l’autre.');
  }
  if (publie && publier) refuse('--publie déploie dans le thème publié : --publier n’a plus rien à publier.');
}

/** The sites that `--site` names; none where the account's first one is meant. */
function sitesOf(option: string | undefined): readonly string[] {
  if (option === undefined) return [];
  const sites = [...new Set(option.split(',').map((name) => name.trim()))].filter((name) => name !== '');
  if (sites.length > 0) return sites;
  throw new CommandRefusal('--site attend le nom d’un site, ou de plusieurs, séparés par des virgules.', {
    exit: EXIT.usage,
  });
}

interface Source {
  readonly root: string;
  readonly files: Deployment['files'];
  readonly git: Git | NoGit;
  readonly isOfMany: boolean;
}

function deploymentOf(
  { environment }: Context,
  { root, files, git, isOfMany }: Source,
  options: DeployOptions,
): Deployment {
  const { publie: published = false } = options;
  const patterns = options.garder?.flatMap((list) => list.split(',')).map((pattern) => pattern.trim());
  const { nom, version } = ownNameOf(files.get('config/theme.json'));
  const themeName = nom ?? draftName(visible(basename(root)).trim() || 'Thème', null);
  const isOwn = isKeptBy(patterns ?? (isOfMany ? OWN_OF_EACH_SITE : []));
  return {
    ...{ files, git, isOwn, themeName, version },
    name:
      options.brouillon === undefined
        ? defaultName(themeName, git, environment, options)
        : nameOfDraft(options.brouillon),
    theme: options.theme ?? (published ? 'publie' : undefined),
    mayBePublished: published,
    keepsOwn: patterns !== undefined || isOfMany,
    force: options.forcer ?? false,
    isTrial: options.essai ?? false,
    publish: options.publier ?? false,
  };
}

/** @throws CommandRefusal when no theme can be called so */
function nameOfDraft(text: string): string {
  const name = text.trim();
  if (nameFault(name) === null && [...name].length <= NAME_LENGTH) return name;
  throw new CommandRefusal(
    `--brouillon attend un nom de ${NAME_LENGTH} caractères au plus, qui se voie, sur une ligne.`,
    {
      exit: EXIT.usage,
    },
  );
}

/** @throws CommandRefusal where the draft of a branch is meant, and there is none */
function defaultName(
  themeName: string,
  git: Git | NoGit,
  environment: Context['environment'],
  { theme, publie }: DeployOptions,
): string {
  if (theme !== undefined || publie) return themeName;
  const branch = ('branch' in git ? git.branch : null) ?? branchOfJob(environment);
  if (branch !== null || 'reason' in git) return draftName(themeName, branch);
  throw new CommandRefusal(
    'Ce clone n’est sur aucune branche : « --brouillon <nom> » nomme le brouillon, « --theme <thème> » un thème qui existe.',
    { code: 'sans_branche', exit: EXIT.usage },
  );
}

interface Deployments {
  readonly remote: Remote;
  readonly sites: readonly string[];
  readonly deployment: Deployment;
  /** Shows what a refusal says of files. */
  readonly tell: (error: unknown) => void;
}

/** One site after the other; a failure of one does not stop the others. */
async function deployToAll(
  { terminal, signal }: Context,
  { remote, sites, deployment, tell }: Deployments,
): Promise<void> {
  const outcomes: SiteOutcome[] = [];
  for (const site of sites) {
    try {
      const report = await deployTo(remote.onSite(siteName(site)), deployment);
      warnOfProblems(terminal, report);
      outcomes.push({ site, report, refusal: null });
    } catch (error) {
      if (signal.aborted) throw interrupted();
      if (!(error instanceof CommandRefusal)) throw error;
      terminal.warn(`${site} : ${error.message}`);
      tell(error);
      outcomes.push({ site, report: error instanceof NotPublished ? error.report : null, refusal: error });
    }
  }
  printTable(terminal, outcomes);
  const { address } = remote.access;
  const results = {
    sites: outcomes.map(({ site, report, refusal }) => ({
      ...(refusal && { erreur: refusal.code, message: refusal.message, ...refusal.details, site }),
      ...(report && reportAsJson(report, address, deployment.isTrial)),
    })),
  };
  const failed = outcomes.filter(({ refusal }) => refusal !== null);
  if (failed.length === 0) return terminal.result(results);
  const named = (what: string, those: readonly SiteOutcome[]) =>
    those.length === 0 ? [] : [`${what} : ${those.map(({ site }) => site).join(', ')}.`];
  const sentences = [
    ...named(
      'Pas déployé',
      failed.filter(({ report }) => report === null),
    ),
    ...named(
      'Déployé, mais pas publié',
      failed.filter(({ report }) => report !== null),
    ),
    `${failed.length < outcomes.length ? 'Les autres sites sont faits ; la' : 'La'} même commande reprend ceux-ci.`,
  ];
  throw new CommandRefusal(sentences.join(' '), {
    code: 'sites',
    exit: worstOf(failed.map(({ refusal }) => refusal?.exit ?? EXIT.refused)),
    details: results,
  });
}

/** The highest exit code: a site that could not be reached means that the command has to run again. */
const worstOf = (codes: readonly ExitCode[]): ExitCode => codes.reduce((worst, code) => (code > worst ? code : worst));
