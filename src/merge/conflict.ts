/** A three-way merge that lists its conflicts, and settles each by a choice. */

/** The side whose text is taken in a conflict. */
export type Side = 'mine' | 'theirs';

/** A place that both sides have changed differently; a text is null where the side has none. */
export interface MergeConflict {
  /** First line in the merged text, 1-based, for texts that are merged by line. */
  readonly line?: number;
  /** Names of keys and items from the top, for JSON. A conflict without a line and a path is about the whole file. */
  readonly keys?: readonly string[];
  readonly base: string | null;
  readonly mine: string | null;
  readonly theirs: string | null;
}

export interface Merge {
  /** The merged text, with each conflict settled by the choice. */
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

/** The result where only one side has changed the text, or both in the same way; null where it must be merged. */
export function oneSided({ base, mine, theirs }: Versions): Merge | null {
  if (mine === theirs || base === theirs) return { text: mine, conflicts: [] };
  return base === mine ? { text: theirs, conflicts: [] } : null;
}

/** A conflict of whole texts. */
export const wholeConflict = ({ base, mine, theirs }: Versions, choice: Side): Merge => ({
  text: choice === 'mine' ? mine : theirs,
  conflicts: [{ base: base === '' ? null : base, mine, theirs }],
});
