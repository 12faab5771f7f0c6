/** What stands between two offsets of a file. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

export interface Attribute extends Place {
  /** In small letters; undefined where Liquid writes it, or a part of it. */
  readonly name: string | undefined;
  /** The value, as far as it is written before the first Liquid in it; undefined for an attribute without one. */
  readonly value: string | undefined;
  /** Where the value begins, its quote left out. */
  readonly valueStart: number;
  /** Liquid writes the value, or a part of it. */
  readonly isComputed: boolean;
  /** The branches of Liquid that it stands in. */
  readonly branch: Branch;
}

/** A branch of a Liquid block; what stands in it stands in the branches around it too. */
export interface Branch {
  readonly around: Branch | null;
}

/** A start tag, or an end tag. */
export interface Tag extends Place {
  /** In small letters; where Liquid writes a part of it, with that Liquid: `h{{level}}`. */
  readonly name: string;
  readonly isDynamic: boolean;
  readonly isEnd: boolean;
  readonly attributes: readonly Attribute[];
  /** Liquid stands between its attributes, which may write any. */
  readonly hasUnknown: boolean;
}

/** Whether what stands in `inner` stands in `outer` too. */
export function isIn(inner: Branch | null, outer: Branch): boolean {
  for (let branch = inner; branch; branch = branch.around) if (branch === outer) return true;
  return false;
}

/** Whether an end tag comes for an element, in whatever branch. */
interface Fate {
  isEnded: boolean;
  /** That of an element in another branch, which the same end tag ends. */
  same: Fate | undefined;
}

/** An element that is open, or was. */
export interface Element {
  readonly tag: Tag;
  /** The columns before it, where it is the first on its line. */
  readonly indent: number | null;
  /** What ended an element around it first. */
  over: Tag | undefined;
  readonly fate: Fate;
}

/** The element that a start tag opens. @param indent the columns before the tag; null where other text stands before it */
export const elementOf = (tag: Tag, indent: number | null): Element => ({
  ...{ tag, indent, over: undefined, fate: { isEnded: false, same: undefined } },
});

/** Two branches have each opened one: what ends the one ends the other. */
export function joinFates(one: Element, two: Element): void {
  const [fate, other] = [fateOf(one), fateOf(two)];
  if (fate === other) return;
  other.same = fate;
  fate.isEnded ||= other.isEnded;
}

/** Notes that an end tag comes for the element. */
export function endElement(element: Element): void {
  fateOf(element).isEnded = true;
}

export const isEnded = (element: Element): boolean => fateOf(element).isEnded;

function fateOf({ fate }: Element): Fate {
  let first = fate;
  while (first.same) first = first.same;
  // The way is shorter the next time.
  if (first !== fate) fate.same = first;
  return first;
}
