/** Finds lines at which three versions of a text can be cut into pieces to compare apart. Pure. */
import type { Version } from './conflict.ts';

/** Where a line stands in each version; -1 for nowhere. */
type Anchor = Record<Version, number>;

/** Lines that stand once in each version, and in the same order in all of them. @param piece lines of each version */
export function anchorsIn(piece: Readonly<Record<Version, readonly string[]>>): readonly Readonly<Anchor>[] {
  const { mine, theirs } = piece;
  const anchors = new Map<string, Anchor>();
  const repeated = new Set<Anchor>();
  for (const version of ['base', 'mine', 'theirs'] as const) {
    for (const [at, line] of piece[version].entries()) {
      const anchor = anchors.get(line);
      if (!anchor && version === 'base') anchors.set(line, { base: at, mine: -1, theirs: -1 });
      else if (anchor && anchor[version] >= 0) repeated.add(anchor);
      else if (anchor) anchor[version] = at;
    }
  }
  const common = [...anchors.values()].filter((one) => one.mine >= 0 && one.theirs >= 0 && !repeated.has(one));
  // Which side comes first does not depend on whose it is.
  const at = mine.findIndex((line, index) => line !== theirs[index]);
  const isMineFirst = (mine[at] ?? '') < (theirs[at] ?? '');
  const inOrder = longestRising(common, (one) => (isMineFirst ? one.mine : one.theirs));
  return longestRising(inOrder, (one) => (isMineFirst ? one.theirs : one.mine));
}

/** A rising subsequence, from its end. */
interface Rising<T> {
  readonly item: T;
  readonly rank: number;
  readonly before: Rising<T> | undefined;
}

/** The longest rising subsequence of a list. */
function longestRising<T>(items: readonly T[], rankOf: (item: T) => number): readonly T[] {
  /** For each length, the rising subsequence with the lowest end. */
  const ends: Rising<T>[] = [];
  for (const item of items) {
    const rank = rankOf(item);
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle]?.rank ?? 0) < rank) low = middle + 1;
      else high = middle;
    }
    ends[low] = { item, rank, before: ends[low - 1] };
  }
  const rising: T[] = [];
  for (let end = ends.at(-1); end; end = end.before) rising.push(end.item);
  return rising.reverse();
}
