/**
 * Decides what to do with each file, from its fingerprints at the last exchange, here and on the service. Pure.
 *
 * - `unchanged`: nobody has changed it
 * - `same`: both sides have made the same change
 * - `take`, `remove-here`: changed or removed on the service only
 * - `send`, `remove-there`: changed or removed here only
 * - `conflict`: changed on both sides, differently
 */
export type Fate = 'unchanged' | 'same' | 'take' | 'remove-here' | 'send' | 'remove-there' | 'conflict';

/** Fingerprint by path. */
export type Fingerprints = ReadonlyMap<string, string>;

export interface PlannedFile {
  readonly path: string;
  readonly fate: Fate;
  /** Fingerprints; null where there is no such file. */
  readonly base: string | null;
  readonly local: string | null;
  readonly remote: string | null;
}

/** Compares three states of a theme. @returns every file of any of them, in the order of the paths */
export function plan(base: Fingerprints, local: Fingerprints, remote: Fingerprints): readonly PlannedFile[] {
  const paths = [...new Set([...base.keys(), ...local.keys(), ...remote.keys()])].sort();
  return paths.map((path) => {
    const versions = {
      base: base.get(path) ?? null,
      local: local.get(path) ?? null,
      remote: remote.get(path) ?? null,
    };
    return { path, fate: fateOf(versions), ...versions };
  });
}

function fateOf({ base, local, remote }: Omit<PlannedFile, 'path' | 'fate'>): Fate {
  if (local === remote) return local === base ? 'unchanged' : 'same';
  if (local === base) return remote === null ? 'remove-here' : 'take';
  if (remote === base) return local === null ? 'remove-there' : 'send';
  return 'conflict';
}

/** The files of a plan with one of these decisions. */
export const having = (files: readonly PlannedFile[], ...fates: readonly Fate[]): readonly PlannedFile[] =>
  files.filter(({ fate }) => fates.includes(fate));
