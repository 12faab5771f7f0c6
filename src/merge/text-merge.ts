/** Merges two changes of one text by line. Pure. */
import { diff3Merge } from 'node-diff3';
import { anchorsIn } from './line-anchors.ts';

/** A stretch of the merged text; texts hold whole lines with their line breaks. */
export type MergeRegion =
  | { readonly kind: 'agreed'; readonly text: string }
  /** Both sides have changed the same lines, or lines side by side, differently. */
  | { readonly kind: 'conflict'; readonly base: string; readonly mine: string; readonly theirs: string };

/**
 * Regions of a merged text in its order. A change that only one side has made, or both in the same way, is agreed. Two neighbouring
 * regions are never both agreed.
 */
export function mergeRegions(base: string, mine: string, theirs: string): readonly MergeRegion[] {
  const merged: MergeRegion[] = [];
  for (const region of regionsOf({ base: linesOf(base), mine: linesOf(mine), theirs: linesOf(theirs) })) {
    const last = merged.at(-1);
    if (region.kind === 'agreed' && region.text === '') continue;
    if (region.kind === 'agreed' && last?.kind === 'agreed') {
      merged[merged.length - 1] = { kind: 'agreed', text: last.text + region.text };
    } else merged.push(region);
  }
  return merged;
}

/** A piece of the three versions, as lists of lines. */
interface Piece {
  readonly base: readonly string[];
  readonly mine: readonly string[];
  readonly theirs: readonly string[];
}

/**
 * The library compares a piece with at most so many pairs of equal lines. Its time grows faster than their number: 200,000 pairs take some
 * tens of milliseconds, nine million take twenty seconds.
 */
const PAIRS_AT_MOST = 200_000;

function regionsOf(whole: Piece): readonly MergeRegion[] {
  const { before, middle, after } = trimmed(whole);
  return [agreed(before), ...middleRegions(middle), agreed(after)];
}

function middleRegions(piece: Piece): readonly MergeRegion[] {
  const { base, mine, theirs } = piece;
  if (pairsOf(base, mine) + pairsOf(base, theirs) <= PAIRS_AT_MOST) {
    return diff3Merge([...mine], [...base], [...theirs]).map(({ ok, conflict }) =>
      conflict ? conflictOf({ base: conflict.o, mine: conflict.a, theirs: conflict.b }) : agreed(ok ?? []),
    );
  }
  const anchors = anchorsIn(base, mine, theirs);
  if (anchors.length === 0) return oneChangeEach(piece);
  const regions: MergeRegion[] = [];
  let from = { base: 0, mine: 0, theirs: 0 };
  for (const to of [...anchors, { base: base.length, mine: mine.length, theirs: theirs.length }]) {
    regions.push(
      ...regionsOf({
        base: base.slice(from.base, to.base),
        mine: mine.slice(from.mine, to.mine),
        theirs: theirs.slice(from.theirs, to.theirs),
      }),
      agreed(base.slice(to.base, to.base + 1)),
    );
    from = { base: to.base + 1, mine: to.mine + 1, theirs: to.theirs + 1 };
  }
  return regions;
}

/** Takes all lines from the first to the last changed one as one change, for pieces with too many equal lines. */
function oneChangeEach({ base, mine, theirs }: Piece): readonly MergeRegion[] {
  const [here, there] = [changeOf(base, mine), changeOf(base, theirs)];
  const inOrder = here.from <= there.from ? ([here, there] as const) : ([there, here] as const);
  const [first, second] = inOrder;
  if (first.to >= second.from) return [conflictOf({ base, mine, theirs })];
  return [
    agreed([...base.slice(0, first.from), ...first.lines]),
    agreed([...base.slice(first.to, second.from), ...second.lines]),
    agreed(base.slice(second.to)),
  ];
}

/** The lines of the base that a side has replaced, and the lines in their place. */
function changeOf(base: readonly string[], side: readonly string[]) {
  const { start, end } = sameEnds([base, side]);
  return { from: start, to: base.length - end, lines: side.slice(start, side.length - end) };
}

/** Takes off the lines at both ends that all versions have: most of a text needs no comparison. */
function trimmed({ base, mine, theirs }: Piece) {
  const { start, end } = sameEnds([base, mine, theirs]);
  const middleOf = (lines: readonly string[]) => lines.slice(start, lines.length - end);
  return {
    before: base.slice(0, start),
    middle: { base: middleOf(base), mine: middleOf(mine), theirs: middleOf(theirs) },
    after: base.slice(base.length - end),
  };
}

/** How many lines all versions have in common at their start, and at their end. */
function sameEnds(versions: readonly (readonly string[])[]): { readonly start: number; readonly end: number } {
  const [first = [], ...others] = versions;
  const shortest = Math.min(...versions.map(({ length }) => length));
  let start = 0;
  while (start < shortest && others.every((lines) => lines[start] === first[start])) start++;
  let end = 0;
  while (end < shortest - start && others.every((lines) => lines.at(-1 - end) === first.at(-1 - end))) end++;
  return { start, end };
}

function pairsOf(base: readonly string[], side: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const line of base) counts.set(line, (counts.get(line) ?? 0) + 1);
  return side.reduce((pairs, line) => pairs + (counts.get(line) ?? 0), 0);
}

const agreed = (lines: readonly string[]): MergeRegion => ({ kind: 'agreed', text: lines.join('') });

const conflictOf = ({ base, mine, theirs }: Piece): MergeRegion => ({
  kind: 'conflict',
  base: base.join(''),
  mine: mine.join(''),
  theirs: theirs.join(''),
});

/** The text of one version in regions. */
export const versionIn = (regions: readonly MergeRegion[], version: keyof Piece): string =>
  regions.map((region) => (region.kind === 'agreed' ? region.text : region[version])).join('');

/** Lines with their breaks, so that a last line without one is another line than one with it. */
const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
