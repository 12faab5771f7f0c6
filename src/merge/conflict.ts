/** A three-way merge that lists its conflicts, and settles each by a choice. */

/** The side whose text is taken in a conflict. */
export type Side = 'mine' | 'theirs';

export type Version = 'base' | Side;

/** The same of each version. */
export const inEach = <From, To>(of: Readonly<Record<Version, From>>, to: (one: From) => To): Record<Version, To> => ({
  base: to(of.base),
  mine: to(of.mine),
  theirs: to(of.theirs),
});

/** Three versions of one text; the base is empty where the text was added on both sides. */
export type Versions = Readonly<Record<Version, string>>;

/** A place that both sides have changed differently; a text is null where the side has none. */
export interface MergeConflict extends Readonly<Record<Version, string | null>> {
  /** For texts that are merged by line: its first line in the merged text in which every conflict is settled by `mine`, 1-based. */
  readonly line?: number;
  /** Names of keys and items from the top, for JSON. A conflict without a line and a path is about the whole file. */
  readonly keys?: readonly string[];
}

/** Whose text is taken: in all conflicts alike, or in each. */
export type Choose = Side | ((conflict: MergeConflict) => Side);

export interface Merge {
  /** The merged text, with each conflict settled by the choice. */
  readonly text: string;
  /** The same for every choice; none when the sides agree. */
  readonly conflicts: readonly MergeConflict[];
}

/** Compared versions of a text, before anybody chooses. */
export interface Compared {
  readonly conflicts: readonly MergeConflict[];
  /** The merged text, with one version in each of the conflicts. */
  readonly textWith: (versionOf: (conflict: MergeConflict) => Version) => string;
}

/** The text where only one side has changed it, or both in the same way; null where both have. */
export function oneSidedText({ base, mine, theirs }: Versions): string | null {
  if (mine === theirs || base === theirs) return mine;
  return base === mine ? theirs : null;
}

export const agreedOn = (text: string): Compared => ({ conflicts: [], textWith: () => text });

/** A conflict of whole texts. */
export function comparedWhole({ base, mine, theirs }: Versions): Compared {
  const conflict = { base: base === '' ? null : base, mine, theirs };
  return { conflicts: [conflict], textWith: (versionOf) => conflict[versionOf(conflict)] ?? '' };
}

/** Compares texts that are never merged: only where one side alone has changed, nobody must choose. */
export function compareWhole(versions: Versions): Compared {
  const settled = oneSidedText(versions);
  return settled === null ? comparedWhole(versions) : agreedOn(settled);
}
