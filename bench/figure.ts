/** One row of the report. */
export interface Figure {
  /** What was measured, and under which conditions. */
  readonly what: string;
  /** The value that is required; null where none is. */
  readonly bar: string | null;
  readonly measured: string;
  readonly verdict: Verdict;
  /** The numbers in `measured`, by name. */
  readonly values?: Readonly<Record<string, number>>;
}

/** `stated`: no value is required. `failed`: the bench itself failed before it had the figure. */
export type Verdict = 'met' | 'missed' | 'stated' | 'failed';

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

export const verdictOf = (isMet: boolean): Verdict => (isMet ? 'met' : 'missed');

const VERDICTS: Readonly<Record<Verdict, string>> = {
  met: 'bar met',
  missed: 'bar missed',
  stated: '',
  failed: 'BENCH FAILED',
};

/** The figure as one line of a terminal. */
export function lineOf({ what, bar, measured, verdict }: Figure): string {
  const judged = bar === null ? VERDICTS[verdict] : `${VERDICTS[verdict]}: ${bar}`;
  return `${what}: ${measured}${judged && ` (${judged})`}`;
}
