/** Orders the items of a merged list. Pure. */
interface OrderedNames {
  readonly base: readonly string[];
  readonly mine: readonly string[];
  readonly theirs: readonly string[];
}

interface MergedOrder {
  /** The names of all items. */
  readonly names: readonly string[];
  /** Whether both sides have changed the order of items that all versions have. */
  readonly isConflict: boolean;
}

/**
 * The order of the side that has changed it; theirs where neither has, or both. An item that only the other side has stands behind the item
 * that it follows there.
 */
export function orderOf({ base, mine, theirs }: OrderedNames): MergedOrder {
  const isMineMoved = isMoved(base, mine);
  const isTheirsMoved = isMoved(base, theirs);
  const isConflict = isMineMoved && isTheirsMoved && isMoved(mine, theirs);
  const leadsMine = isMineMoved && !isTheirsMoved;
  return { names: leadsMine ? interleaved(mine, theirs) : interleaved(theirs, mine), isConflict };
}

/** Whether the names that both lists have stand in another order in the second. */
function isMoved(first: readonly string[], second: readonly string[]): boolean {
  const [inFirst, inSecond] = [new Set(first), new Set(second)];
  const [a, b] = [first.filter((name) => inSecond.has(name)), second.filter((name) => inFirst.has(name))];
  return a.some((name, index) => name !== b[index]);
}

/** The names of both, in the order of the first; a name that only the second has stands behind the name that it follows there. */
export function interleaved(first: readonly string[], second: readonly string[]): readonly string[] {
  const known = new Set(first);
  const added = new Map<string | null, string[]>();
  let before: string | null = null;
  for (const name of second) {
    if (known.has(name)) {
      before = name;
      continue;
    }
    const here = added.get(before);
    if (here) here.push(name);
    else added.set(before, [name]);
  }
  return [...(added.get(null) ?? []), ...first.flatMap((name) => [name, ...(added.get(name) ?? [])])];
}
