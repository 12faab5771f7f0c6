import { isFaulty } from './fault/fault.ts';
import { type Bar, type Verdict as Judgement, spreadOf, verdictOf } from './verdict.ts';

/** One row of the report. */
export interface Figure {
  /** What was measured, and under which conditions. */
  readonly what: string;
  /** The value that is required; null where none is. */
  readonly bar: string | null;
  readonly measured: string;
  readonly verdict: Verdict;
  /** What turns it red on purpose, with `--fault`; null where no value is required. */
  readonly fault?: string | null;
  /** The numbers in `measured`, by name. */
  readonly values?: Readonly<Record<string, number>>;
}

/** `stated`: no value is required. `failed`: the bench itself failed before it had the figure. */
export type Verdict = Judgement | 'stated' | 'failed';

/** One bar for each value. */
export interface BarChart {
  readonly kind: 'bars';
  readonly bars: readonly { readonly label: string; readonly value: number; readonly ours: boolean }[];
}

/** Pairs of values, before and after a change of conditions, on a logarithmic scale. */
export interface PairChart {
  readonly kind: 'pairs';
  readonly pairs: readonly { readonly label: string; readonly before: number; readonly after: number }[];
  /** `after` may be at most so many times `before`. */
  readonly allowed: number;
}

/** The horizontal axis of a line chart. */
export interface Axis {
  /** A linear axis begins at zero and has a label at each end; a logarithmic one goes from the first point to the last and labels each. */
  readonly scale: 'linear' | 'logarithmic';
  readonly unit: string;
}

/** A value that depends on another one, such as time. */
export interface LineChart {
  readonly kind: 'line';
  readonly over: Axis;
  /** In the order of the axis. */
  readonly points: readonly (readonly [place: number, value: number])[];
}

export type Chart = (BarChart | PairChart | LineChart) & {
  /** Name of its file, without extension. */
  readonly name: string;
  readonly title: string;
  /** The text for a reader who cannot see the chart. */
  readonly description: string;
  readonly unit: string;
};

export interface Findings {
  readonly figures: readonly Figure[];
  readonly charts: readonly Chart[];
}

/** Of a bar without rounds. */
export const metIf = (isMet: boolean): Verdict => (isMet ? 'met' : 'missed');

/** What is judged. */
export interface Judged {
  readonly what: string;
  readonly bar: Bar;
  /** What the bar counts; of ratios `times`. */
  readonly unit?: string;
  /** The ratio of each round; a count alone. */
  readonly rounds: readonly number[];
  /** What must not be at all, besides: how often it was, by its name. */
  readonly none?: Readonly<Record<string, number>>;
  readonly measured: string;
  readonly fault: string;
  readonly values?: Readonly<Record<string, number>>;
}

/** A figure with a bar. */
export function judged({ what, bar, unit = 'times', rounds, none = {}, measured, fault, values }: Judged): Figure {
  const { low, median, high } = spreadOf(rounds);
  const required = 'least' in bar ? `≥ ${bar.least}` : `≤ ${bar.most}`;
  const text = (value: number) => (Number.isInteger(value) ? String(value) : value.toFixed(value < 100 ? 2 : 0));
  const spread =
    rounds.length > 1 ? ` (${text(low)} to ${text(high)} in the middle half of ${rounds.length} rounds)` : '';
  const wrong = Object.values(none).some((count) => count !== 0);
  return {
    what: isFaulty ? `${what}; FAULT: ${fault}` : what,
    bar: [`${required} ${unit}`, ...Object.keys(none).map((name) => `0 ${name}`)].join(', '),
    measured: [`${text(median)} ${unit}${spread}`, ...Object.entries(none).map(([name, n]) => `${n} ${name}`), measured]
      .filter(Boolean)
      .join('; '),
    verdict: wrong ? 'missed' : verdictOf(rounds, bar),
    fault,
    values: { ...values, ...none, median, low, high },
  };
}

/** A figure without a bar. */
export const stated = (what: string, measured: string, values: Readonly<Record<string, number>>): Figure => ({
  ...{ what, bar: null, measured, values },
  verdict: 'stated',
});

const VERDICTS: Readonly<Record<Verdict, string>> = {
  met: 'bar met',
  missed: 'bar missed',
  undecided: 'undecided',
  stated: '',
  failed: 'BENCH FAILED',
};

/** The figure as one line of a terminal. */
export function lineOf({ what, bar, measured, verdict }: Figure): string {
  const judged = bar === null ? VERDICTS[verdict] : `${VERDICTS[verdict]}: ${bar}`;
  return `${what}: ${measured}${judged && ` (${judged})`}`;
}
