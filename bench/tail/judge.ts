import { type Figure, verdictOf } from '../figure.ts';
import type { Failures } from '../load/summary.ts';

/** A figure that was measured with requests. */
export interface Measurement {
  readonly what: string;
  /** The required value and whether it was reached; null where none is required. */
  readonly bar: { readonly words: string; readonly isMet: boolean } | null;
  readonly measured: string;
  readonly values: Readonly<Record<string, number>>;
  /** Those of the requests that were not answered with 200. */
  readonly failures: Failures;
}

/** Makes the figure. It names the failed requests, and misses its bar if there is one. */
export function judge({ what, bar, measured, values, failures }: Measurement): Figure {
  const verdict = bar === null ? 'stated' : verdictOf(bar.isMet);
  return {
    what,
    bar: bar?.words ?? null,
    measured: `${measured}; ${failures.text}`,
    verdict: failures.count > 0 ? 'missed' : verdict,
    values: { ...values, failures: failures.count },
  };
}

/** Mebibytes as text. */
export const mib = (size: number): string => `${size.toFixed(0)} MiB`;
/** A number of sites as text. */
export const sites = (count: number): string => `${count.toLocaleString('en')} sites`;
