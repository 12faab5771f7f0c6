/** Merges two changes of one text by its parts: by line, where nothing else is said. Pure. */
import { diffIndices } from 'node-diff3';
import { inEach, oneSidedText, type Side, type Version, type Versions } from './conflict.ts';
import { alike, type Grain, LINES, type Piece } from './grain.ts';
import { anchorsIn } from './line-anchors.ts';

/** A stretch of the merged text; texts hold whole lines with their line breaks. */
export type MergeRegion =
  | { readonly kind: 'agreed'; readonly text: string }
  /** Both sides have changed the same parts differently, or parts that belong together. */
  | ({ readonly kind: 'conflict' } & Versions);

/**
 * Regions of a merged text in its order. A change that only one side has made, or both in the same way, is agreed. Two neighbouring
 * regions are never both agreed.
 *
 * Merging the merged text with either side gives the merged text again; texts of which no merge is known to do so are a conflict.
 */
export function mergeRegions(base: string, mine: string, theirs: string, grain: Grain = LINES): readonly MergeRegion[] {
  const whole = inEach({ base, mine, theirs }, grain.cut);
  const regions = regionsOf(piecesOf(whole, grain), oneSidedText);
  const text = agreedText(regions);
  const isRepeatable = (lines: readonly string[]) =>
    [
      { ...whole, theirs: lines },
      { ...whole, mine: lines },
    ].every((again) => agreedText(regionsOf(piecesOf(again, grain), oneSidedText)) === text);
  if (text === null || isRepeatable(grain.cut(text))) return regions;
  // Lines that stand more than once can be matched in several ways.
  const { before, middle, after } = trimmed(whole);
  return regionsOf([alike(before), middle, alike(after)], oneSidedText);
}

/** Regions of three texts in which only what `mine` and `theirs` have alike is agreed. */
export const differences = (versions: Versions): readonly MergeRegion[] =>
  regionsOf(piecesOf(inEach(versions, LINES.cut), LINES), (texts) => (texts.mine === texts.theirs ? texts.mine : null));

const agreedText = (regions: readonly MergeRegion[]): string | null =>
  regions.every(({ kind }) => kind === 'agreed') ? versionIn(regions, 'mine') : null;

function regionsOf(pieces: readonly Piece[], agreed: (texts: Versions) => string | null): readonly MergeRegion[] {
  const regions: MergeRegion[] = [];
  for (const piece of pieces) {
    const texts = inEach(piece, (lines) => lines.join(''));
    const text = agreed(texts);
    const last = regions.at(-1);
    if (text === '') continue;
    if (text === null) regions.push({ kind: 'conflict', ...texts });
    else if (last?.kind === 'agreed') regions[regions.length - 1] = { kind: 'agreed', text: last.text + text };
    else regions.push({ kind: 'agreed', text });
  }
  return regions;
}

/**
 * For each pair of equal lines the library looks through the longest ways so far, of which there are as many as lines of the base at most. So many
 * steps take some tens of milliseconds; twenty thousand lines that all versions have would take ten seconds.
 */
const STEPS_AT_MOST = 5e7;

/** All pieces of a text together: the browser answers no key meanwhile. */
const ALL_STEPS_AT_MOST = 2.5e8;

/** How many steps may still be taken. */
interface Rest {
  steps: number;
}

/** Pieces that all versions have alike, and between them pieces that somebody has changed. */
function piecesOf(whole: Piece, grain: Grain, rest: Rest = { steps: ALL_STEPS_AT_MOST }): readonly Piece[] {
  const { before, middle, after } = trimmed(whole);
  return [alike(before), ...middlePieces(middle, grain, rest), alike(after)];
}

function middlePieces(piece: Piece, grain: Grain, rest: Rest): readonly Piece[] {
  const { base, mine, theirs } = piece;
  const steps = stepsOf(piece);
  if (steps <= Math.min(STEPS_AT_MOST, rest.steps)) {
    rest.steps -= steps;
    return cutAround(piece).flatMap(grain.apart);
  }
  const anchors = anchorsIn(piece);
  if (anchors.length === 0) return [piece];
  const pieces: Piece[] = [];
  let from = { base: 0, mine: 0, theirs: 0 };
  /** The first line of the base that all versions have alike up to `from`. */
  let alikeFrom = 0;
  for (const to of [...anchors, { base: base.length, mine: mine.length, theirs: theirs.length }]) {
    if (to.base > from.base || to.mine > from.mine || to.theirs > from.theirs) {
      pieces.push(alike(base.slice(alikeFrom, from.base)), ...piecesOf(between(piece, from, to), grain, rest));
      alikeFrom = to.base;
    }
    from = { base: to.base + 1, mine: to.mine + 1, theirs: to.theirs + 1 };
  }
  return [...pieces, alike(base.slice(alikeFrom))];
}

type Place = Readonly<Record<Version, number>>;

const between = ({ base, mine, theirs }: Piece, from: Place, to: Place): Piece => ({
  base: base.slice(from.base, to.base),
  mine: mine.slice(from.mine, to.mine),
  theirs: theirs.slice(from.theirs, to.theirs),
});

/** Cuts a piece around the changes of both sides; changes that touch are in one piece. */
function cutAround(piece: Piece): readonly Piece[] {
  const changesOf = (side: Side) =>
    diffIndices(piece.base as string[], piece[side] as string[]).map(
      ({ buffer1: [from, count], buffer2: [, written] }) => ({
        ...{ from, to: from + count, mine: 0, theirs: 0 },
        // How many lines more the side has in their place.
        [side]: written - count,
      }),
    );
  const touching: ReturnType<typeof changesOf> = [];
  for (const change of [...changesOf('mine'), ...changesOf('theirs')].sort((a, b) => a.from - b.from)) {
    const last = touching.at(-1);
    if (!last || change.from > last.to) touching.push(change);
    else {
      last.to = Math.max(last.to, change.to);
      last.mine += change.mine;
      last.theirs += change.theirs;
    }
  }
  const pieces: Piece[] = [];
  let at = { base: 0, mine: 0, theirs: 0 };
  for (const { from, to, mine, theirs } of touching) {
    const moved = (lines: number) => ({ base: at.base + lines, mine: at.mine + lines, theirs: at.theirs + lines });
    const start = moved(from - at.base);
    const same = moved(to - at.base);
    const end = { base: to, mine: same.mine + mine, theirs: same.theirs + theirs };
    pieces.push(alike(piece.base.slice(at.base, from)), between(piece, start, end));
    at = end;
  }
  return [...pieces, alike(piece.base.slice(at.base))];
}

/** Takes off the lines at both ends that all versions have: most of a text needs no comparison. */
function trimmed(whole: Piece) {
  const { base, mine, theirs } = whole;
  const shortest = Math.min(base.length, mine.length, theirs.length);
  let start = 0;
  while (start < shortest && base[start] === mine[start] && base[start] === theirs[start]) start++;
  const isAlike = (end: number) => base.at(-end) === mine.at(-end) && base.at(-end) === theirs.at(-end);
  let end = 0;
  while (end < shortest - start && isAlike(end + 1)) end++;
  const ends = { base: base.length - end, mine: mine.length - end, theirs: theirs.length - end };
  const middle = between(whole, { base: start, mine: start, theirs: start }, ends);
  return { before: base.slice(0, start), middle, after: base.slice(ends.base) };
}

/** How many steps a comparison takes at most: the pairs of equal lines that the base makes with both sides, times its lines. */
function stepsOf({ base, mine, theirs }: Piece): number {
  const counts = new Map<string, number>();
  for (const line of base) counts.set(line, (counts.get(line) ?? 0) + 1);
  let pairs = 0;
  for (const side of [mine, theirs]) for (const line of side) pairs += counts.get(line) ?? 0;
  return pairs * base.length;
}

/** The text of one version in regions. */
export const versionIn = (regions: readonly MergeRegion[], version: Version): string =>
  regions.map((region) => (region.kind === 'agreed' ? region.text : region[version])).join('');
