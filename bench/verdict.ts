/** What a bar says of the rounds that were measured. */

/** The value that is required: of a ratio within one run, or of a count. */
export type Bar = { readonly least: number } | { readonly most: number };

export type Verdict = 'met' | 'missed' | 'undecided';

/** A whole run may leave so many bars undecided; with more of them it tells too little of the program. */
export const UNDECIDED_AT_MOST = 3;

/** Of so many rounds one may be disturbed on either side: a shared machine stands still now and then, and that is not the program's. */
const ROUNDS_FOR_ONE = 4;
const disturbed = (rounds: number): number => Math.floor(rounds / ROUNDS_FOR_ONE);

/**
 * The middle half of the rounds decides: on the good side of the bar it is met, on the bad side missed; across it, the rounds' own spread is wider
 * than the distance to the bar, and nothing is decided. A count is one round. A value that is no number is on the bad side.
 */
export function verdictOf(rounds: readonly number[], bar: Bar): Verdict {
  const good = rounds.filter((value) => ('least' in bar ? value >= bar.least : value <= bar.most)).length;
  const spared = disturbed(rounds.length);
  if (good <= spared) return 'missed';
  return good >= rounds.length - spared ? 'met' : 'undecided';
}

/** The middle half of the rounds, and their median; of an even number the mean of the two in the middle. */
export function spreadOf(rounds: readonly number[]): {
  readonly low: number;
  readonly median: number;
  readonly high: number;
} {
  const sorted = rounds.toSorted((a, b) => a - b);
  const at = (place: number) => sorted[place] ?? Number.NaN;
  const last = rounds.length - 1;
  const spared = disturbed(rounds.length);
  return { low: at(spared), median: (at(last >> 1) + at((last + 1) >> 1)) / 2, high: at(last - spared) };
}
