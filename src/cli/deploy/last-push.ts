/** What was deployed last, and who has written since: read from the versions of the theme. */
import type { RemoteTheme, RemoteVersion } from '../remote/answers.ts';
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
  readonly since: readonly RemoteVersion[];
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

/** Reads versions until the newest one that a deployment made. @param upTo not newer than this; null for all */
async function lookThrough(
  remote: Remote,
  themeId: string,
  upTo: number | null,
): Promise<{ readonly versions: readonly RemoteVersion[]; readonly marked: number | null }> {
  const versions: RemoteVersion[] = [];
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
