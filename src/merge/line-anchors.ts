/** Finds lines at which three versions of a text can be cut into pieces to compare apart. Pure. */

/** A line that stands once in each version, with its index in each. */
interface Anchor {
  readonly base: number;
  readonly mine: number;
  readonly theirs: number;
}

/** Lines that stand once in each version, and in the same order in all of them. */
export function anchorsIn(
  base: readonly string[],
  mine: readonly string[],
  theirs: readonly string[],
): readonly Anchor[] {
  const [inMine, inTheirs] = [placesOfSingles(mine), placesOfSingles(theirs)];
  const common: Anchor[] = [];
  for (const [line, at] of placesOfSingles(base)) {
    const [m, t] = [inMine.get(line), inTheirs.get(line)];
    if (m !== undefined && t !== undefined) common.push({ base: at, mine: m, theirs: t });
  }
  common.sort((a, b) => a.base - b.base);
  // Which side comes first does not depend on whose it is.
  const [first, second] =
    mine.join('') < theirs.join('') ? (['mine', 'theirs'] as const) : (['theirs', 'mine'] as const);
  const inOrder = longestRising(common, ({ [first]: at }) => at);
  return longestRising(inOrder, ({ [second]: at }) => at);
}

function placesOfSingles(lines: readonly string[]): Map<string, number> {
  const places = new Map<string, number>();
  const repeated = new Set<string>();
  for (const [at, line] of lines.entries()) {
    if (places.has(line)) repeated.add(line);
    places.set(line, at);
  }
  for (const line of repeated) places.delete(line);
  return places;
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
