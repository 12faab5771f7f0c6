/** Decides what a deployment does with each file, from its fingerprints. Pure. */

/** Fingerprint by path. */
export type Fingerprints = ReadonlyMap<string, string>;

/**
 * - `same`: the service has the folder's text
 * - `deploy`: the service has the text of the last deployment, or no file: it gets the folder's text, or loses the file
 * - `doubt`: the service has another text than the last deployment: it is replaced if git has it, else it is a conflict
 * - `keep`: the file is the site's own, and stays
 * - `merge`: the file is the site's own, and git has changed it since the last deployment
 * - `adopt`: the file is the site's own and was never deployed: it gets the folder's text if git has its present one, else it stays
 */
type Fate = 'same' | 'deploy' | 'doubt' | 'keep' | 'merge' | 'adopt';

export interface PlannedFile {
  readonly path: string;
  readonly fate: Fate;
  /** Fingerprints; null where there is no such file. */
  readonly base: string | null;
  readonly folder: string | null;
  readonly service: string | null;
}

interface ComparedTrees {
  /** What was deployed last; null when nothing was. */
  readonly base: Fingerprints | null;
  readonly folder: Fingerprints;
  readonly service: Fingerprints;
}

/**
 * @param isOwn whether a file belongs to the site
 * @returns every file of the folder and the service, in the order of the paths
 */
export function planDeployment(
  { base, folder, service }: ComparedTrees,
  isOwn: (path: string) => boolean,
): readonly PlannedFile[] {
  const paths = [...new Set([...folder.keys(), ...service.keys()])].sort();
  return paths.map((path) => {
    const texts = {
      base: base?.get(path) ?? null,
      folder: folder.get(path) ?? null,
      service: service.get(path) ?? null,
    };
    return { path, fate: isOwn(path) ? fateOfOwn(texts, base !== null) : fateOf(texts), ...texts };
  });
}

type Texts = Omit<PlannedFile, 'path' | 'fate'>;

function fateOf({ base, folder, service }: Texts): Fate {
  if (folder === service) return 'same';
  return service === null || service === base ? 'deploy' : 'doubt';
}

function fateOfOwn({ base, folder, service }: Texts, wasDeployed: boolean): Fate {
  if (folder === service) return 'same';
  if (!wasDeployed) return service === null ? 'deploy' : 'adopt';
  if (service === base) return 'deploy';
  // Either side has removed the file, or both have added it: there is nothing to merge.
  return folder === base || folder === null || service === null || base === null ? 'keep' : 'merge';
}

/** Whether two trees have the same files. */
export const isSameTree = (a: Fingerprints, b: Fingerprints): boolean =>
  a.size === b.size && [...a].every(([path, fingerprint]) => b.get(path) === fingerprint);
