/** Orders the names of merged lists and objects. Pure. */
import type { Version } from './conflict.ts';

interface MergedOrder {
  /** All names that a side has. */
  readonly names: readonly string[];
  /** Whether both sides have changed the order of names that all versions have. */
  readonly isConflict: boolean;
}

/**
 * The order of the side that has changed it. Where neither has, or both, the names decide, and not whose they are: merging again, or from
 * the other side, gives the same.
 */
export function orderOf({ base, mine, theirs }: Readonly<Record<Version, readonly string[]>>): MergedOrder {
  // Most lists and objects have their names still.
  if (mine.length === theirs.length && isBefore(mine, theirs) === null) return { names: mine, isConflict: false };
  const common = among(theirs, mine);
  const was = among(among(common, base), base);
  const [here, there] = [among(was, mine), among(was, theirs)];
  const [isMineMoved, isTheirsMoved] = [isBefore(was, here) !== null, isBefore(was, there) !== null];
  const leadsMine = isMineMoved === isTheirsMoved ? isBefore(common, among(common, theirs)) !== false : isMineMoved;
  return {
    names: leadsMine ? woven(mine, theirs) : woven(theirs, mine),
    isConflict: isMineMoved && isTheirsMoved && isBefore(here, there) !== null,
  };
}

/** The names of a list that are among others, in the order of the list. */
function among(others: readonly string[], list: readonly string[]): readonly string[] {
  const known = new Set(others);
  return list.filter((name) => known.has(name));
}

/** Whether the first name that differs comes before that of another order of the same names; null where none differs. */
function isBefore(first: readonly string[], second: readonly string[]): boolean | null {
  const at = first.findIndex((name, index) => name !== second[index]);
  return at < 0 ? null : (first[at] ?? '') < (second[at] ?? '');
}

/**
 * The names of both, in the order of the first; what only the second has stands behind the name that it follows there. Of names that
 * follow the same one, those that begin with the lower name come first.
 */
export function woven(first: readonly string[], second: readonly string[]): readonly string[] {
  const common = among(second, first);
  const [ofFirst, ofSecond] = [runsIn(first, common), runsIn(second, common)];
  return [null, ...common].flatMap((name) => {
    const [here, there] = [ofFirst.get(name) ?? [], ofSecond.get(name) ?? []];
    const added = (here[0] ?? '') < (there[0] ?? '') ? [...here, ...there] : [...there, ...here];
    return name === null ? added : [name, ...added];
  });
}

/** The names of a list that are not among the common ones, by the common one that they follow; null at the beginning. */
function runsIn(names: readonly string[], common: readonly string[]): ReadonlyMap<string | null, readonly string[]> {
  const known = new Set(common);
  let run: string[] = [];
  const runs = new Map<string | null, string[]>([[null, run]]);
  for (const name of names) {
    if (known.has(name)) {
      run = [];
      runs.set(name, run);
    } else run.push(name);
  }
  return runs;
}
