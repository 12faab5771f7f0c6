/** Makes a draft of one site exactly what the folder is. */
import { CommandRefusal } from '../command-refusal.ts';
import type { RemoteTheme } from '../remote/answers.ts';
import { RemoteRefusal } from '../remote/refusals.ts';
import type { Remote } from '../remote/remote.ts';
import { nameOf, themeNamed } from '../remote/theme-names.ts';
import { COMPARISONS, untilStill } from '../sync/compare.ts';
import { conflictRefusal } from './conflicts.ts';
import { ownNameOf } from './draft-name.ts';
import { type DeployChanges, type Deployed, examine } from './examine.ts';
import { problemsOf, publish } from './publish.ts';
import { type Beginning, findDeployed, openDraft, sendDeployment } from './remote.ts';
import { type DeployReport, reportAsJson } from './report.ts';

export interface Deployment extends Deployed {
  /** The name of the deployment, and of its draft. */
  readonly name: string;
  /** Name of the theme in the folder's own `config/theme.json`. */
  readonly themeName: string;
  /** Version in `config/theme.json`; null if it has none. */
  readonly version: string | null;
  /** A theme that is named instead of a draft of the deployment's own. */
  readonly theme: string | undefined;
  /** Whether visitors may see the changes at once. */
  readonly mayBePublished: boolean;
  /** Whether the site keeps files of its own: then its first draft begins with its published theme. */
  readonly keepsOwn: boolean;
  /** Only says what it would do. */
  readonly isTrial: boolean;
  readonly publish: boolean;
}

const UNPUBLISHED = { isPublished: false, problems: [] } as const;
const NOTHING: DeployChanges = { written: [], removed: [], kept: [], merged: [], forced: [] };

/** How often the deployment is compared: two rounds make the draft and compare it, the others follow changes of other writers. */
const ROUNDS = COMPARISONS + 2;

/**
 * Deploys a folder to one site: one lot, all of it or nothing, and only if the theme is still what was compared.
 * @throws CommandRefusal with code `conflit`, RemoteRefusal, Unreachable, CommandRefusal
 */
export function deployTo(remote: Remote, deployment: Deployment): Promise<DeployReport> {
  let isNew = false;
  let tried = NOTHING;
  return untilStill(async () => {
    const list = await remote.themes();
    const { site, themes } = list;
    const { theme, isOwn } = await targetOf(remote, themes, deployment);
    if (!theme) {
      const changes = { ...NOTHING, written: [...deployment.files.keys()] };
      if (deployment.isTrial) return { site, theme, number: null, isNew: true, changes, ...UNPUBLISHED };
      if (await open(remote, deployment, beginningOf(deployment))) [isNew, tried] = [true, changes];
      return null;
    }
    const examined = await examine(remote, theme, themes, deployment);
    if (!examined) return null;
    const { changes, conflicts, send, number } = examined;
    const { id, nom, role } = theme;
    const before = { site, theme: { id, nom, role }, number, isNew, ...UNPUBLISHED };
    if (conflicts.length > 0) {
      const done = { ...before, changes: { ...tried, kept: changes.kept } };
      const report = reportAsJson(done, remote.access.address, deployment.isTrial);
      throw conflictRefusal(theme, conflicts, report, deployment);
    }
    const isCopied = theme.role === 'publie' && !deployment.mayBePublished;
    if (isCopied && (send || !isOwn)) {
      if (deployment.isTrial) return { site, theme: null, number: null, isNew: true, changes, ...UNPUBLISHED };
      if (await open(remote, deployment, { id: theme.id })) isNew = true;
      return null;
    }
    // Visitors and merchants do not know the name of the branch.
    const publicName = deployment.theme === undefined ? deployment.themeName : undefined;
    const ended = { ...before, changes };
    if (deployment.isTrial) return ended;
    if (!send) {
      const done = { ...ended, changes: { ...tried, kept: changes.kept } };
      return deployment.publish && role !== 'publie' ? publish(remote, publicName, done) : done;
    }
    tried = changes;
    try {
      const done = { ...ended, number: await sendDeployment(remote, id, send) };
      if (deployment.publish && role !== 'publie') return publish(remote, publicName, done);
      return { ...done, problems: await problemsOf(remote, done).catch(() => []) };
    } catch (error) {
      // Somebody else wrote first, or the answer to this lot was lost: comparing again shows which.
      if (!isOutrun(error)) throw error;
      return null;
    }
  }, ROUNDS);
}

interface Target {
  /** The theme that the folder is compared with; null where a new draft gets the folder's files. */
  readonly theme: RemoteTheme | null;
  /** Whether it is the deployment's own draft or a named theme; otherwise it is the published theme, which the new draft copies. */
  readonly isOwn: boolean;
}

async function targetOf(remote: Remote, themes: readonly RemoteTheme[], deployment: Deployment): Promise<Target> {
  const { theme: word, name, mayBePublished, keepsOwn, themeName } = deployment;
  if (word !== undefined) {
    const { id } = themeNamed(themes, word);
    const theme = themes.find((one) => one.id === id) ?? null;
    if (theme?.role !== 'publie' || mayBePublished) return { theme, isOwn: true };
    throw new CommandRefusal(
      `${nameOf(theme)} est publié, les visiteurs le voient : « --publie » y déploie quand même ; sans --theme, le dossier va dans un brouillon.`,
      { code: 'theme_publie' },
    );
  }
  const id = await findDeployed(remote, name);
  const own = themes.find((theme) => theme.id === id);
  if (own) return { theme: own, isOwn: true };
  const published = keepsOwn ? themes.find(({ role }) => role === 'publie') : undefined;
  const isOfFolder = published !== undefined && (await ownNameThere(remote, published)) === themeName;
  return { theme: isOfFolder ? published : null, isOwn: false };
}

/** The theme's name in its own `config/theme.json`; without one its name on the service. */
async function ownNameThere(remote: Remote, { id, nom }: RemoteTheme): Promise<string> {
  const tree = await remote.tree(id);
  const texts = tree?.files.has(METADATA) ? await remote.contents(tree, [METADATA]) : null;
  return ownNameOf(texts?.get(METADATA)).nom ?? nom;
}

const METADATA = 'config/theme.json';

const beginningOf = ({ files, version }: Deployment): Beginning => ({
  fichiers: Object.fromEntries(files),
  ...(version !== null && { version }),
});

/** @returns whether the draft was made; another job may have made it, or published it */
async function open(remote: Remote, { name }: Deployment, beginning: Beginning): Promise<boolean> {
  try {
    return (await openDraft(remote, name, beginning)).isNew;
  } catch (error) {
    if (isOutrun(error)) return false;
    throw error;
  }
}

const isOutrun = (error: unknown): boolean => error instanceof RemoteRefusal && error.code === 'modifie_entre_temps';
