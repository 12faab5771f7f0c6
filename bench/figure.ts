/** What a bench found, as the report shows it. */
export interface Figure {
  /** What was measured, with what it was measured under. */
  readonly what: string;
  /** What was asked for; null where a figure is only stated. */
  readonly bar: string | null;
  readonly measured: string;
  readonly verdict: Verdict;
  /** Numbers behind `measured`, by name with unit. */
  readonly values?: Readonly<Record<string, number>>;
}

/** `failed`: the bench itself broke before it had the figure. */
export type Verdict = 'met' | 'missed' | 'stated' | 'failed';

/** Values side by side. */
export interface BarChart {
  readonly kind: 'bars';
  readonly bars: readonly { readonly label: string; readonly value: number; readonly ours: boolean }[];
}

/** The same thing without and with something, on a logarithmic scale. */
export interface PairChart {
  readonly kind: 'pairs';
  readonly pairs: readonly { readonly label: string; readonly before: number; readonly after: number }[];
  /** How many times `before` the bar allows. */
  readonly allowed: number;
}

/** A value over time. */
export interface LineChart {
  readonly kind: 'line';
  /** Seconds and value. */
  readonly points: readonly (readonly [seconds: number, value: number])[];
}

export type Chart = (BarChart | PairChart | LineChart) & {
  /** Name of its file, without extension. */
  readonly name: string;
  readonly title: string;
  /** What a reader who does not see it should know. */
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
