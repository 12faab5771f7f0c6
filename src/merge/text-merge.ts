/** Merges two changes of one text by line. Pure. */
import { diffIndices } from 'node-diff3';
import type { Version, Versions } from './conflict.ts';
import { anchorsIn } from './line-anchors.ts';

/** A stretch of the merged text; texts hold whole lines with their line breaks. */
export type MergeRegion =
  | { readonly kind: 'agreed'; readonly text: string }
  /** Both sides have changed the same lines, or lines side by side, differently. */
  | ({ readonly kind: 'conflict' } & Versions);

/**
 * Regions of a merged text in its order. A change that only one side has made, or both in the same way, is agreed. Two neighbouring
 * regions are never both agreed.
 *
 * Merging the merged text with either side gives the merged text again; texts of which no merge is known to do so are a conflict.
 */
export function mergeRegions(base: string, mine: string, theirs: string): readonly MergeRegion[] {
  const whole = linesIn(base, mine, theirs);
  const regions = regionsOf(piecesOf(whole), oneSidedText);
  const text = agreedText(regions);
  if (text === null) return regions;
  const isMergedAgain = (again: Piece) => agreedText(regionsOf(piecesOf(again), oneSidedText)) === text;
  if (isMergedAgain(linesIn(base, mine, text)) && isMergedAgain(linesIn(base, text, theirs))) return regions;
  // Lines that stand more than once can be matched in several ways.
  const { before, middle, after } = trimmed(whole);
  return regionsOf([alike(before), middle, alike(after)], oneSidedText);
}

/** Regions of three texts in which only what `mine` and `theirs` have alike is agreed. */
export const differences = (base: string, mine: string, theirs: string): readonly MergeRegion[] =>
  regionsOf(piecesOf(linesIn(base, mine, theirs)), (texts) => (texts.mine === texts.theirs ? texts.mine : null));

const agreedText = (regions: readonly MergeRegion[]): string | null =>
  regions.every(({ kind }) => kind === 'agreed') ? versionIn(regions, 'mine') : null;

/** The text where only one side has changed it, or both in the same way; null where both have. */
function oneSidedText({ base, mine, theirs }: Versions): string | null {
  if (mine === theirs || base === theirs) return mine;
  return base === mine ? theirs : null;
}

function regionsOf(pieces: readonly Piece[], agreed: (texts: Versions) => string | null): readonly MergeRegion[] {
  const regions: MergeRegion[] = [];
  for (const { base, mine, theirs } of pieces) {
    const texts = { base: base.join(''), mine: mine.join(''), theirs: theirs.join('') };
    const text = agreed(texts);
    const last = regions.at(-1);
    if (text === '') continue;
    if (text === null) regions.push({ kind: 'conflict', ...texts });
    else if (last?.kind === 'agreed') regions[regions.length - 1] = { kind: 'agreed', text: last.text + text };
    else regions.push({ kind: 'agreed', text });
  }
  return regions;
}

/** A piece of the three versions, as lists of lines. */
type Piece = Readonly<Record<Version, readonly string[]>>;

/**
 * The library compares a piece with at most so many pairs of equal lines. Its time grows faster than their number: 200,000 pairs take some
 * tens of milliseconds, nine million take twenty seconds.
 */
const PAIRS_AT_MOST = 200_000;

/** Pieces that all versions have alike, and between them pieces that somebody has changed. */
function piecesOf(whole: Piece): readonly Piece[] {
  const { before, middle, after } = trimmed(whole);
  return [alike(before), ...middlePieces(middle), alike(after)];
}

function middlePieces(piece: Piece): readonly Piece[] {
  const { base, mine, theirs } = piece;
  if (pairsOf(base, mine) + pairsOf(base, theirs) <= PAIRS_AT_MOST) return cutAround(changesIn, piece);
  const anchors = anchorsIn(base, mine, theirs);
  if (anchors.length === 0) return cutAround(oneChangeIn, piece);
  const pieces: Piece[] = [];
  let from = { base: 0, mine: 0, theirs: 0 };
  for (const to of [...anchors, { base: base.length, mine: mine.length, theirs: theirs.length }]) {
    pieces.push(
      ...piecesOf({
        base: base.slice(from.base, to.base),
        mine: mine.slice(from.mine, to.mine),
        theirs: theirs.slice(from.theirs, to.theirs),
      }),
      alike(base.slice(to.base, to.base + 1)),
    );
    from = { base: to.base + 1, mine: to.mine + 1, theirs: to.theirs + 1 };
  }
  return pieces;
}

/** Lines of the base that a side has replaced. */
interface Change {
  readonly from: number;
  readonly to: number;
  /** How many lines more the side has in their place. */
  readonly more: number;
}

const changesIn = (base: readonly string[], side: readonly string[]): readonly Change[] =>
  diffIndices([...base], [...side]).map(({ buffer1: [from, count], buffer2: [, written] }) => ({
    ...{ from, to: from + count, more: written - count },
  }));

/** All lines from the first to the last changed one as one change, for pieces with too many equal lines. */
function oneChangeIn(base: readonly string[], side: readonly string[]): readonly Change[] {
  const { start, end } = sameEnds([base, side]);
  const change = { from: start, to: base.length - end, more: side.length - base.length };
  return change.from === change.to && change.more === 0 ? [] : [change];
}

/** Cuts a piece around the changes of both sides; changes that touch are in one piece. */
function cutAround(changesOf: typeof changesIn, { base, mine, theirs }: Piece): readonly Piece[] {
  const changes = [
    ...changesOf(base, mine).map(({ from, to, more }) => ({ from, to, mine: more, theirs: 0 })),
    ...changesOf(base, theirs).map(({ from, to, more }) => ({ from, to, mine: 0, theirs: more })),
  ].sort((a, b) => a.from - b.from);
  const touching: { from: number; to: number; mine: number; theirs: number }[] = [];
  for (const change of changes) {
    const last = touching.at(-1);
    if (!last || change.from > last.to) touching.push({ ...change });
    else {
      last.to = Math.max(last.to, change.to);
      last.mine += change.mine;
      last.theirs += change.theirs;
    }
  }
  const pieces: Piece[] = [];
  let at = { base: 0, mine: 0, theirs: 0 };
  for (const { from, to, ...more } of touching) {
    const same = from - at.base;
    const end = { base: to, mine: at.mine + to - at.base + more.mine, theirs: at.theirs + to - at.base + more.theirs };
    pieces.push(alike(base.slice(at.base, from)), {
      base: base.slice(from, to),
      mine: mine.slice(at.mine + same, end.mine),
      theirs: theirs.slice(at.theirs + same, end.theirs),
    });
    at = end;
  }
  return [...pieces, alike(base.slice(at.base))];
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

const alike = (lines: readonly string[]): Piece => ({ base: lines, mine: lines, theirs: lines });

/** The text of one version in regions. */
export const versionIn = (regions: readonly MergeRegion[], version: Version): string =>
  regions.map((region) => (region.kind === 'agreed' ? region.text : region[version])).join('');

const linesIn = (base: string, mine: string, theirs: string): Piece => ({
  base: linesOf(base),
  mine: linesOf(mine),
  theirs: linesOf(theirs),
});

/** Lines with their breaks, so that a last line without one is another line than one with it. */
const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
