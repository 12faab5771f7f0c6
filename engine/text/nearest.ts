import { slips } from './slips.ts';

/** A name that was likely meant. */
export interface Nearest {
  readonly name: string;
  /** One slip away, and no other name is as near: it is what was meant. */
  readonly isSure: boolean;
}

/** From this length on two slips still count as a misspelling, where the first letter is the same: `titel`, but not `image` for `page`. */
const LONG_NAME = 5;
/** Nobody misspells a longer name letter by letter. */
const LONGEST_NAME = 60;
/** Among more names none is looked for. */
export const CANDIDATES_AT_MOST = 300;

/**
 * The name that a misspelt one was likely meant to be.
 * @param candidates names that exist, each once or more often; one that equals `name` is not misspelt and never found
 * @returns undefined where no name is near, and among more than `CANDIDATES_AT_MOST` names
 */
export function nearest(name: string, candidates: Iterable<string>): Nearest | undefined {
  if (name.length > LONGEST_NAME || (Array.isArray(candidates) && candidates.length > CANDIDATES_AT_MOST))
    return undefined;
  let best: string | undefined;
  let fewest = (name.length < LONG_NAME ? 1 : 2) + 1;
  let isAlone = true;
  let count = 0;
  for (const candidate of candidates) {
    if (++count > CANDIDATES_AT_MOST) return undefined;
    if (candidate === name || candidate === best || Math.abs(candidate.length - name.length) >= fewest + 1) continue;
    const wrong = isSameButCase(candidate, name) ? 0 : slips(name, candidate, fewest);
    if (wrong > 1 && candidate[0] !== name[0]) continue;
    if (wrong > fewest || (wrong === fewest && best === undefined)) continue;
    isAlone = wrong < fewest;
    if (isAlone) [best, fewest] = [candidate, wrong];
  }
  // One letter says nothing: any other is one slip away.
  if (best === undefined || Math.min(name.length, best.length) <= fewest) return undefined;
  return { name: best, isSure: isAlone && fewest <= 1 };
}

const isSameButCase = (a: string, b: string): boolean => a.length === b.length && a.toLowerCase() === b.toLowerCase();
