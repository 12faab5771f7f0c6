/** The figures of the loads. */
import { type Figure, verdictOf } from '../figure.ts';
import { BROWSER } from '../load/asking.ts';
import { median } from '../median.ts';
import { encodedShare, failuresOf, medianOf, type Results, ratioOf } from './contest.ts';
import type { HopShare } from './hops.ts';

const pagesPerSecond = (results: Results): number => medianOf(results, (round) => round.pagesPerSecond);

const describe = (results: Results): string =>
  `${pagesPerSecond(results).toFixed(0)} pages/s (p50 ${medianOf(results, ({ p50 }) => p50)} ms, p99 ${medianOf(results, ({ p99 }) => p99)} ms)`;

const percent = (share: number): string => `${(100 * share).toFixed(share === 1 || share === 0 ? 0 : 2)} %`;

const failedText = (count: number): string => (count > 0 ? `; ${count} requests of vitrine failed` : '');

/** The table of all loads, as lines of a terminal. */
export function tableOf(all: readonly Results[], oursBeside: (theirs: Results) => Results): string[] {
  const head = ['pages/s', 'p50 ms', 'p99 ms', 'failures', 'bytes', 'encoded', 'ratio'];
  const lines = all.map((results) => [
    pagesPerSecond(results).toFixed(0),
    String(medianOf(results, ({ p50 }) => p50)),
    String(medianOf(results, ({ p99 }) => p99)),
    String(failuresOf(results)),
    medianOf(results, ({ bytes }) => bytes).toFixed(0),
    percent(encodedShare(results)),
    ratioOf(oursBeside(results), results).toFixed(2),
  ]);
  const row = (cells: readonly string[]) => cells.map((cell) => cell.padStart(10)).join('');
  return all.flatMap(({ name, asking }, index) => [
    ...(asking === all[index - 1]?.asking ? [] : ['', `${asking.name.padEnd(42)}${row(head)}`]),
    `${name.padEnd(42)}${row(lines[index] ?? [])}`,
  ]);
}

/** Pages a second compared with a rival. @param bar null where none is required; as browsers ask, every answer must be compressed too */
export function ratioFigure(ours: Results, theirs: Results, bar: number | null): Figure {
  const [ratio, failures] = [ratioOf(ours, theirs), failuresOf(ours)];
  const isBrowser = ours.asking === BROWSER;
  const [share, theirShare] = [encodedShare(ours), encodedShare(theirs)];
  const shares = isBrowser
    ? `; ${percent(share)} of vitrine’s answers compressed, ${percent(theirShare)} of the other’s`
    : '';
  const isMet = ratio >= (bar ?? 0) && failures === 0 && (!isBrowser || share === 1);
  return {
    what: `demo home page, 50 connections, ${ours.asking.name}: pages a second of vitrine compared with ${theirs.name}`,
    bar: bar === null ? null : `≥ ${bar} times${isBrowser ? ', every answer compressed' : ''}`,
    measured: `${ratio.toFixed(2)} times: vitrine ${describe(ours)}, the other ${describe(theirs)}${shares}${failedText(failures)}`,
    verdict: bar === null ? 'stated' : verdictOf(isMet),
    values: { ratio, ours: pagesPerSecond(ours), theirs: pagesPerSecond(theirs), encodedShare: share, failures },
  };
}

/** Bytes of a compressed answer. @param most the bar */
export function bytesFigure(ours: Results, most: number): Figure {
  const [bytes, share] = [medianOf(ours, (round) => round.bytes), encodedShare(ours)];
  return {
    what: `demo home page, 50 connections, ${ours.asking.name}: mean size of an answer, its head included`,
    bar: `≤ ${most} bytes, every answer compressed`,
    measured: `${bytes.toFixed(0)} bytes; ${percent(share)} of the answers compressed`,
    verdict: verdictOf(bytes <= most && share === 1),
    values: { bytes, encodedShare: share },
  };
}

/** Maxima of the processor time of a page, microseconds. */
export interface TimeBars {
  readonly web: number;
  readonly render: number;
  readonly database: number;
}

/** Processor time of a page at saturation. @param who the program @param bars null where none is required */
export function timesFigure(who: string, { asking, rounds }: Results, bars: TimeBars | null): Figure {
  const perPage = (part: keyof TimeBars) =>
    median(rounds.map(({ times, answers }) => (1e6 * (times?.[part] ?? Number.NaN)) / answers));
  const [web, render, database] = [perPage('web'), perPage('render'), perPage('database')];
  const load = median(rounds.map(({ processorSeconds, answers }) => (1e6 * processorSeconds) / answers));
  const isMet = bars !== null && web <= bars.web && render <= bars.render && database <= bars.database;
  return {
    what: `demo home page, 50 connections, ${asking.name}: processor time of a page of ${who}, microseconds`,
    bar: bars && `web process ≤ ${bars.web}, render processes ≤ ${bars.render}, PostgreSQL ≤ ${bars.database}`,
    measured: `web process ${web.toFixed(0)}, render processes ${render.toFixed(0)}, PostgreSQL ${database.toFixed(1)}; the load generator ${load.toFixed(0)}`,
    verdict: bars === null ? 'stated' : verdictOf(isMet),
    values: { web, render, database, load },
  };
}

/** Mean times of the steps of a page. */
export function hopFigures(hops: readonly HopShare[]): Figure[] {
  if (hops.length === 0) return [];
  return [
    {
      what: 'mean time of one page in each step, microseconds',
      bar: null,
      measured: hops
        .map(({ hop, microseconds, share }) => `${hop} ${microseconds.toFixed(0)} (${(100 * share).toFixed(0)} %)`)
        .join(', '),
      verdict: 'stated',
      values: Object.fromEntries(hops.map(({ hop, microseconds }) => [hop, microseconds])),
    },
  ];
}
