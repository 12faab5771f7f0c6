/** What was deployed last, and who has written since: read from the versions of the theme. */
import type { Version } from '../../contract/versions.ts';
import type { RemoteTheme } from '../remote/answers.ts';
import { RemoteRefusal } from '../remote/refusals.ts';
import type { Remote } from '../remote/remote.ts';
import { listVersions, versionTree } from '../remote/versions.ts';
import type { Fingerprints } from './plan.ts';

/** The version that a deployment marked. */
export interface LastPush {
  readonly themeId: string;
  readonly number: number;
  readonly files: Fingerprints;
}

export interface History {
  /** The theme's present version; null for a theme without any. */
  readonly newest: number | null;
  readonly last: LastPush | null;
  /** The versions of the theme itself since then, the newest first. */
  readonly since: readonly Version[];
}

/** How many copies of copies are followed: more than anybody makes between two deployments. */
const COPIES = 20;

/** @param themes those of the site: a copy counts the deployments of its source */
export async function readHistory(remote: Remote, themeId: string, themes: readonly RemoteTheme[]): Promise<History> {
  const own = await lookThrough(remote, themeId, null);
  let [id, marked] = [themeId, own.marked];
  for (let copies = 0; marked === null && copies < COPIES; copies++) {
    const { fait_de: source, fait_du_numero: number } = themes.find((theme) => theme.id === id) ?? {};
    if (!source || !number || !themes.some((theme) => theme.id === source)) break;
    id = source;
    ({ marked } = await lookThrough(remote, id, number));
  }
  const last = marked === null ? null : await pushed(remote, id, marked);
  return { newest: own.versions[0]?.numero ?? null, last, since: own.versions };
}

/** @returns the number of a theme's present version; null for a theme without any */
export async function newestVersion(remote: Remote, themeId: string): Promise<number | null> {
  const page = await listVersions(remote, themeId).catch(orNothing);
  return page?.versions[0]?.numero ?? null;
}

/**
 * The versions in which the present texts of files came; without those that are not kept. A deployment that has given a file back what the
 * site had, or merged into that, is not who wrote the text: the version before is looked for.
 */
export async function readOrigins(
  remote: Remote,
  themeId: string,
  paths: readonly string[],
  { since }: History,
): Promise<ReadonlyMap<string, Version>> {
  const versions = [...since];
  const readTo = async (length: number) => {
    const { numero = 1 } = versions.at(-1) ?? {};
    if (versions.length >= length || numero === 1) return;
    versions.push(...((await listVersions(remote, themeId, numero).catch(orNothing))?.versions ?? []));
  };
  const left = new Set(paths);
  const origins = new Map<string, Version>();
  let givenBack: readonly string[] = [];
  for (let n = 0; left.size > 0; n++) {
    await readTo(n + 2);
    const [version, before] = versions.slice(n, n + 2);
    if (!version) break;
    const touched = version.chemins.filter((path) => left.has(path) && !givenBack.includes(path));
    givenBack = before && isWriteBack(version, before) ? touched : [];
    for (const path of givenBack.length > 0 ? [] : touched) {
      left.delete(path);
      origins.set(path, version);
    }
  }
  return origins;
}

/** Both versions of a deployment come in one transaction, milliseconds. */
const ONE_TRANSACTION_MS = 10_000;

/** Whether a version is what a deployment has given back to the site (docs/versions.md). */
const isWriteBack = (version: Version, before: Version): boolean =>
  before.moyen === 'deploiement' &&
  ['lot', 'reglages'].includes(version.moyen) &&
  version.auteur === before.auteur &&
  Date.parse(version.cree_le) - Date.parse(before.cree_le) < ONE_TRANSACTION_MS &&
  version.chemins.every((path) => before.chemins.includes(path));

/** Reads versions until the newest one that a deployment made. @param upTo not newer than this; null for all */
async function lookThrough(
  remote: Remote,
  themeId: string,
  upTo: number | null,
): Promise<{ readonly versions: readonly Version[]; readonly marked: number | null }> {
  const versions: Version[] = [];
  for (let before = upTo === null ? undefined : upTo + 1; ; ) {
    const page = await listVersions(remote, themeId, before).catch(orNothing);
    if (page === null) return { versions, marked: null };
    const marked = page.versions.findIndex(({ moyen }) => moyen === 'deploiement');
    versions.push(...(marked < 0 ? page.versions : page.versions.slice(0, marked + 1)));
    if (marked >= 0) return { versions, marked: page.versions[marked]?.numero ?? null };
    if (page.suite === undefined) return { versions, marked: null };
    before = page.suite;
  }
}

async function pushed(remote: Remote, themeId: string, number: number): Promise<LastPush | null> {
  const tree = await versionTree(remote, themeId, number).catch(orNothing);
  const files = tree?.fichiers.map(({ chemin, empreinte }) => [chemin, empreinte] as const);
  return files ? { themeId, number, files: new Map(files) } : null;
}

/** A source or a version that was removed meanwhile counts as absent. */
function orNothing(error: unknown): null {
  const isGone = error instanceof RemoteRefusal && ['introuvable', 'version_introuvable'].includes(error.code);
  if (isGone) return null;
  throw error;
}
