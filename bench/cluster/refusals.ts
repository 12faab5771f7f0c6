import type { Findings, RecordedWrites } from '../../test/support/recorded-writes.ts';
import { type Figure, judged } from '../figure.ts';
import { tally } from '../load/summary.ts';

/** Writes that an outage took. */
export interface Refusals {
  /** From its begin to the answer of the last one, milliseconds: one of a busy machine, long after, counts too. */
  readonly ms: number;
  /** The longest time without an acknowledged write, milliseconds. */
  readonly pauseMs: number;
  readonly count: number;
  /** Outcomes that are neither `written` nor `indisponible`. */
  readonly others: readonly string[];
}

export function refusalsSince(writes: RecordedWrites, time: number): Refusals {
  const answered = writes.since(time);
  const refused = answered.filter(({ outcome }) => outcome !== 'written');
  const acknowledged = answered.filter(({ outcome }) => outcome === 'written').map(({ answeredAt }) => answeredAt);
  const moments = [time, ...acknowledged.sort((one, other) => one - other), performance.now()];
  return {
    pauseMs: Math.max(...moments.slice(1).map((moment, place) => moment - (moments[place] ?? 0))),
    ms: Math.max(0, ...refused.map(({ answeredAt }) => answeredAt - time)),
    count: refused.length,
    others: refused.map(({ outcome }) => outcome).filter((outcome) => outcome !== 'indisponible'),
  };
}

export function describeRefusals({ ms, pauseMs, count, others }: Refusals): string {
  const kinds = tally(others.map((outcome) => [outcome, 1]));
  return (
    `refused for ${seconds(ms)} (none acknowledged for ${seconds(pauseMs)}): ${count}, ` +
    `otherwise than with indisponible ${kinds.text}`
  );
}

export const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

/** What became of all writes. */
export function judgeWrites(what: string, { lost, halves, acknowledged, doneUnacknowledged }: Findings): Figure {
  const some = [...lost, ...halves].slice(0, 5).map((finding) => `; ${finding}`);
  return judged({
    what,
    bar: { most: 0 },
    unit: 'acknowledged writes lost or half done',
    rounds: [lost.length + halves.length],
    measured: `${lost.length} lost, ${halves.length} half done of ${acknowledged}; ${doneUnacknowledged} done whose answer was lost or a refusal${some.join('')}`,
    fault: 'a file that was written is deleted in the database',
    values: { acknowledged, doneUnacknowledged },
  });
}

/** How many times as long as a bare client of PostgreSQL, which only writes a row, authors may be without an acknowledged write. */
export const PAUSE_RATIO = 2;
