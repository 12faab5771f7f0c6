/** Merges two changes of one file, for the studio and for the client (docs/decisions/merging.md). Pure. */
import { comparedWhole, inEach, type MergeConflict, type Versions } from './conflict.ts';
import { compareFile } from './file-merge.ts';
import { differences, type MergeRegion } from './text-merge.ts';

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
  | OpenConflict
  /** The file was removed elsewhere and changed here. */
  | { readonly kind: 'removed-elsewhere' }
  /** The file is to be removed here and was changed elsewhere. */
  | { readonly kind: 'changed-elsewhere' };

/** A person must choose. */
interface OpenConflict {
  readonly kind: 'conflict';
  /** Stretches of the merged text: with one side in all of them, the text is that of `mergeFile` with this choice. */
  readonly regions: readonly MergeRegion[];
  /** What `mergeFile` asks its choice for. */
  readonly conflicts: readonly MergeConflict[];
}

/**
 * Merges three-way as an upgrade from the catalog does (`mergeFile`).
 *
 * Bringing either side together with a merged text gives that text again, so that a merge that was cut off half-way may be made again.
 */
export function reconcile({ path, base, mine, theirs }: Changed): Outcome {
  if (mine === theirs) return { kind: 'same' };
  if (theirs === null) return { kind: 'removed-elsewhere' };
  if (mine === null) return { kind: 'changed-elsewhere' };
  const { conflicts, textWith } = compareFile(path, { base: base ?? '', mine, theirs });
  if (conflicts.length === 0) return { kind: 'merged', text: textWith(() => 'mine') };
  const settled = inEach({ base: 'base', mine: 'mine', theirs: 'theirs' } as const, (version) =>
    textWith(() => version),
  );
  return { kind: 'conflict', regions: differences(settled), conflicts };
}

/** The outcome of texts that nobody could compare. */
export const wholeConflict = (versions: Versions): OpenConflict => ({
  kind: 'conflict',
  regions: [{ kind: 'conflict', ...versions }],
  conflicts: comparedWhole(versions).conflicts,
});
