/** The figures of the loads. */
import { type Figure, judged, stated } from '../figure.ts';
import { BROWSER } from '../load/asking.ts';
import { median } from '../median.ts';
import { encodedShare, failuresOf, medianOf, type Results, ratiosOf } from './contest.ts';
import type { HopShare } from './hops.ts';

const pagesPerSecond = (results: Results): number => medianOf(results, (round) => round.pagesPerSecond);

const describe = (results: Results): string =>
  `${pagesPerSecond(results).toFixed(0)} pages/s (p50 ${medianOf(results, ({ p50 }) => p50)} ms, p99 ${medianOf(results, ({ p99 }) => p99)} ms)`;

const percent = (share: number): string => `${(100 * share).toFixed(share === 1 || share === 0 ? 0 : 2)} %`;

/** The faults that turn a bar red. */
const LATE = 'a page takes 0.8 ms more of the web process';
const BARE = 'no page is compressed';

/** Answers that came uncompressed. */
const bareOf = ({ rounds }: Results): number =>
  Math.round(rounds.reduce((sum, round) => sum + (1 - round.encodedShare) * round.answers, 0));

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
    median(ratiosOf(oursBeside(results), results)).toFixed(2),
  ]);
  const row = (cells: readonly string[]) => cells.map((cell) => cell.padStart(10)).join('');
  return all.flatMap(({ name, asking }, index) => [
    ...(asking === all[index - 1]?.asking ? [] : ['', `${asking.name.padEnd(42)}${row(head)}`]),
    `${name.padEnd(42)}${row(lines[index] ?? [])}`,
  ]);
}

/** Pages a second compared with a rival: what a busy machine gives to several processes is not what it gives to one, so there is no bar. */
export function ratioFigure(ours: Results, theirs: Results): Figure {
  const [ratio, failures] = [median(ratiosOf(ours, theirs)), failuresOf(ours)];
  return stated(
    `demo home page, 50 connections, ${ours.asking.name}: pages a second of vitrine compared with ${theirs.name}`,
    `${ratio.toFixed(2)} times: vitrine ${describe(ours)}, the other ${describe(theirs)}; ${failures} failures`,
    { ratio, ours: pagesPerSecond(ours), theirs: pagesPerSecond(theirs), failures },
  );
}

/** Bytes of a compressed answer. @param most the bar */
export function bytesFigure(ours: Results, most: number): Figure {
  const [bytes, share] = [medianOf(ours, (round) => round.bytes), encodedShare(ours)];
  return judged({
    what: `demo home page, 50 connections, ${ours.asking.name}: mean size of an answer, its head included`,
    bar: { most },
    unit: 'bytes',
    rounds: [bytes],
    measured: `${percent(share)} of the answers compressed`,
    fault: BARE,
  });
}

const PARTS = { web: 'web process', render: 'render processes', database: 'PostgreSQL' } as const;
type Part = keyof typeof PARTS;

/** Processor time of a page at saturation, microseconds. */
const perPage = ({ rounds }: Results, part: Part): number[] =>
  rounds.map(({ times, answers }) => (1e6 * times[part]) / answers);

/** Processor time of a page at saturation. @param who the program */
export function timesFigure(who: string, results: Results): Figure {
  const parts = Object.entries(PARTS) as [Part, string][];
  const load = median(results.rounds.map(({ processorSeconds, answers }) => (1e6 * processorSeconds) / answers));
  const times = parts.map(([part, name]) => ({ part, name, us: median(perPage(results, part)) }));
  return stated(
    `demo home page, 50 connections, ${results.asking.name}: processor time of a page of ${who}, microseconds`,
    `${times.map(({ name, us }) => `${name} ${us.toFixed(1)}`).join(', ')}; the load generator ${load.toFixed(0)}`,
    { ...Object.fromEntries(times.map(({ part, us }) => [part, us])), load },
  );
}

/** Pages that a second of a processor makes, beside those of a rival; as browsers ask, every answer must be compressed. @param least the bar */
export function efficiencyFigure(ours: Results, theirs: Results, least: number): Figure {
  const [mine, other] = [ours, theirs].map((results) => {
    const [web = [], render = [], database = []] = (Object.keys(PARTS) as Part[]).map((part) => perPage(results, part));
    return web.map((time, round) => time + (render[round] ?? 0) + (database[round] ?? 0));
  }) as [number[], number[]];
  const bare = ours.asking === BROWSER ? { 'answers uncompressed': bareOf(ours) } : {};
  return judged({
    what: `demo home page, 50 connections, ${ours.asking.name}: pages that vitrine, with PostgreSQL, makes in a second of a processor, compared with ${theirs.name}`,
    bar: { least },
    rounds: mine.map((time, round) => (other[round] ?? Number.NaN) / time),
    none: { failures: failuresOf(ours), ...bare },
    measured: `a page takes ${median(mine).toFixed(0)} µs beside ${median(other).toFixed(0)} µs`,
    fault: LATE,
  });
}

/** Mean times of the steps of a page. */
export function hopFigures(hops: readonly HopShare[]): Figure[] {
  if (hops.length === 0) return [];
  return [
    stated(
      'mean time of one page in each step, microseconds',
      hops
        .map(({ hop, microseconds, share }) => `${hop} ${microseconds.toFixed(0)} (${(100 * share).toFixed(0)} %)`)
        .join(', '),
      Object.fromEntries(hops.map(({ hop, microseconds }) => [hop, microseconds])),
    ),
  ];
}
