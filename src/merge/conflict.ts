/** What a three-way merge gives that tells its conflicts, and settles each by a choice. */

/** Whose text is taken where both have changed the same. */
export type Side = 'mine' | 'theirs';

/** A place that both sides have changed differently; null for what is not there. */
export interface MergeConflict {
  /** Where it begins in the merged text, 1-based: of a text that is merged by line. */
  readonly line?: number;
  /** Names of keys and of items of lists, from the top: of JSON. Without a line and keys it is the whole file. */
  readonly keys?: readonly string[];
  readonly base: string | null;
  readonly mine: string | null;
  readonly theirs: string | null;
}

export interface Merge {
  /** The merged text, each conflict settled by the choice. */
  readonly text: string;
  /** In the order of the text; none when the sides agree. */
  readonly conflicts: readonly MergeConflict[];
}

/** Three versions of one text. */
export interface Versions {
  /** Empty where the text was added on both sides. */
  readonly base: string;
  readonly mine: string;
  readonly theirs: string;
}

/** The result where only one side has changed the text, or both alike; null where it must be merged. */
export function oneSided({ base, mine, theirs }: Versions): Merge | null {
  if (mine === theirs || base === theirs) return { text: mine, conflicts: [] };
  return base === mine ? { text: theirs, conflicts: [] } : null;
}

/** One conflict of whole texts. */
export const wholeConflict = ({ base, mine, theirs }: Versions, choice: Side): Merge => ({
  text: choice === 'mine' ? mine : theirs,
  conflicts: [{ base: base === '' ? null : base, mine, theirs }],
});
