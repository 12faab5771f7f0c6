/** What a text is merged by. Pure. */
import { diffIndices } from 'node-diff3';
import type { Side, Version } from './conflict.ts';

/** A piece of the three versions, as lists of parts. */
export type Piece = Readonly<Record<Version, readonly string[]>>;

/** Parts that a text is cut into, and which changes of both sides a person must see together. */
export interface Grain {
  /** @returns the parts, whose concatenation is the text */
  readonly cut: (text: string) => readonly string[];
  /** Cuts a piece in which changes of both sides touch further, where they go together so. */
  readonly apart: (piece: Piece) => readonly Piece[];
}

/** Lines with their breaks, so that a last line without one is another line than one with it. Lines side by side belong together. */
export const LINES: Grain = {
  cut: (text) => text.match(/[^\n]*\n|[^\n]+$/g) ?? [],
  apart: (piece) => [piece],
};

/**
 * Parts that stand for themselves, as paragraphs do: changes of neighbours go together, and what both have put between two parts does not.
 * Changes of neighbours that would make a word stand twice do not, either: both sides may have the words of one and the same person.
 */
export const standingAlone = (cut: Grain['cut']): Grain => ({
  cut,
  apart: (piece) => {
    if (isSettled(piece)) return [piece];
    const ways = [singles, withoutAlike, bySide].map((cutsApart) => cutsApart(piece));
    return ways.find((pieces) => pieces?.every(isSettled) && !doublesWords(piece, pieces)) ?? [piece];
  },
});

export const alike = (parts: readonly string[]): Piece => ({ base: parts, mine: parts, theirs: parts });

/** The parts one by one, where each version has as many; null where they have not. */
function singles({ base, mine, theirs }: Piece): readonly Piece[] | null {
  if (base.length !== mine.length || base.length !== theirs.length) return null;
  return base.map((part, at) => ({ base: [part], mine: [mine[at] ?? ''], theirs: [theirs[at] ?? ''] }));
}

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((part, at) => part === other[at]);

/** Whether one side alone has changed the piece, or both alike. */
const isSettled = ({ base, mine, theirs }: Piece): boolean =>
  isSame(mine, theirs) || isSame(base, mine) || isSame(base, theirs);

/** Letters and digits of which a word has at least so many: shorter ones stand in every text. */
const WORD = /[\p{L}\p{N}]{3,}/gu;

const wordsOf = (parts: readonly string[]): readonly string[] => parts.join('').match(WORD) ?? [];

/** Whether a word that both sides have put in stands more often in the settled pieces than on either side. */
function doublesWords({ base, mine, theirs }: Piece, settled: readonly Piece[]): boolean {
  const known = new Set(wordsOf(base));
  const counts = [mine, theirs].map((side) => countsOf(wordsOf(side).filter((word) => !known.has(word))));
  const isTooOften = ([word, count]: readonly [string, number]) =>
    counts.every((side) => side.has(word) && count > (side.get(word) ?? 0));
  return [...countsOf(wordsOf(settled.flatMap(agreed)))].some(isTooOften);
}

const agreed = ({ base, mine, theirs }: Piece): readonly string[] => (isSame(base, mine) ? theirs : mine);

function countsOf(words: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** Takes off what both sides have put at the ends in the same way, where the rest is settled then; null where it is not. */
function withoutAlike({ base, mine, theirs }: Piece): readonly Piece[] | null {
  const shortest = Math.min(mine.length, theirs.length);
  let start = 0;
  while (start < shortest && mine[start] === theirs[start]) start++;
  let end = 0;
  while (end < shortest - start && mine.at(-1 - end) === theirs.at(-1 - end)) end++;
  for (const before of new Set([Math.min(start, base.length), 0])) {
    for (const after of new Set([Math.min(end, base.length - before), 0])) {
      const rest = {
        base: base.slice(before, base.length - after),
        mine: mine.slice(start, mine.length - end),
        theirs: theirs.slice(start, theirs.length - end),
      };
      if (!isSettled(rest)) continue;
      const [first, last] = [mine.slice(0, start), mine.slice(mine.length - end)];
      return [
        { base: base.slice(0, before), mine: first, theirs: first },
        rest,
        { base: base.slice(base.length - after), mine: last, theirs: last },
      ];
    }
  }
  return null;
}

/** Cuts a piece between a change of one side and the other's that begins where the first ends; two insertions in one place stay together. */
function bySide(piece: Piece): readonly Piece[] {
  // What both have put in, though not in the same way, would stand there twice.
  const [known, theirs] = [new Set(piece.base), new Set(piece.theirs)];
  if (piece.mine.some((part) => theirs.has(part) && !known.has(part))) return [piece];
  const changesOf = (side: Side) =>
    diffIndices([...piece.base], [...piece[side]]).map(({ buffer1: [from, count], buffer2: [at, written] }) => ({
      ...{ side, from, to: from + count },
      put: piece[side].slice(at, at + written),
    }));
  const changes = [...changesOf('mine'), ...changesOf('theirs')].sort((a, b) => a.from - b.from || a.to - b.to);
  const pieces: Piece[] = [];
  let at = 0;
  for (const [n, { side, from, to, put }] of changes.entries()) {
    const before = changes[n - 1];
    const touches = before !== undefined && before.side !== side && from <= before.to;
    // Nobody knows the order of what both have put in one place.
    const isOfTwo = touches && put.length > to - from && before.put.length > before.to - before.from;
    const isAmbiguous = isOfTwo || (touches && from < before.to);
    if (isAmbiguous) return [piece];
    const same = piece.base.slice(from, to);
    pieces.push(alike(piece.base.slice(at, from)), { base: same, mine: same, theirs: same, [side]: put });
    at = to;
  }
  return [...pieces, alike(piece.base.slice(at))];
}
