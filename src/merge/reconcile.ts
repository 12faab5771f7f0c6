/** Merges two changes of one file, for the studio and for the client (docs/decisions/merging.md). Pure. */
import type { Versions } from './conflict.ts';
import { mergeFile } from './file-merge.ts';
import { readJson } from './json-nodes.ts';
import { type MergeRegion, mergeRegions, versionIn } from './text-merge.ts';

/** A file as it was when both changes began, as it is here, and as it is elsewhere; null for no file. */
export interface Changed {
  readonly path: string;
  readonly base: string | null;
  readonly mine: string | null;
  readonly theirs: string | null;
}

/** The outcome of a change made here and one made elsewhere. */
export type Outcome =
  /** Both have the same text. */
  | { readonly kind: 'same' }
  | { readonly kind: 'merged'; readonly text: string }
  /** A person must choose in some regions. */
  | { readonly kind: 'conflict'; readonly regions: readonly MergeRegion[] }
  /** The file was removed elsewhere and changed here. */
  | { readonly kind: 'removed-elsewhere' }
  /** The file is to be removed here and was changed elsewhere. */
  | { readonly kind: 'changed-elsewhere' };

/**
 * Merges three-way as an upgrade from the catalog does (`mergeFile`), and by line where `mergeFile` finds a conflict.
 *
 * Bringing `mine` together with a merged text gives that text again, so that a merge that was cut off half-way may be made again.
 */
export function reconcile({ path, base, mine, theirs }: Changed): Outcome {
  if (mine === theirs) return { kind: 'same' };
  if (theirs === null) return { kind: 'removed-elsewhere' };
  if (mine === null) return { kind: 'changed-elsewhere' };
  const versions = { base: base ?? '', mine, theirs };
  // Without a base nobody knows whether a missing key was removed or never there.
  const merged = base === null ? null : mergeFile(path, versions, 'mine');
  if (merged?.conflicts.length === 0) return { kind: 'merged', text: merged.text };
  const regions = mergeRegions(versions.base, mine, theirs);
  if (regions.some(({ kind }) => kind === 'conflict')) return { kind: 'conflict', regions };
  const text = versionIn(regions, 'mine');
  // Lines that can be merged one by one may together be no JSON.
  return path.endsWith('.json') && !readJson(text) ? wholeConflict(versions) : { kind: 'merged', text };
}

/** The outcome for two different texts without a base. */
export const wholeConflict = (versions: Versions): Extract<Outcome, { kind: 'conflict' }> => ({
  kind: 'conflict',
  regions: [{ kind: 'conflict', ...versions }],
});
