import { setTimeout as sleep } from 'node:timers/promises';
import { median } from '../median.ts';
import { residentMemory } from '../vitrine/process-tree.ts';

/** Seconds since the start, and resident memory in mebibytes. */
export type MemoryPoint = readonly [seconds: number, mebibytes: number];

const PERIOD_MS = 1_000;

/** Reads the resident memory of the server and its processes each second, until `end` settles. */
export async function watchMemory<T>(
  serverPid: number,
  end: Promise<T>,
): Promise<{ result: T; points: MemoryPoint[] }> {
  const points: MemoryPoint[] = [];
  const startedAt = performance.now();
  let isOver = false;
  const over = end.finally(() => {
    isOver = true;
  });
  over.catch(() => undefined);
  while (!isOver) {
    points.push([(performance.now() - startedAt) / 1_000, await residentMemory(serverPid)]);
    await Promise.race([sleep(PERIOD_MS), over]);
  }
  return { result: await over, points };
}

/** How the memory changed in the judged part of the time. */
export interface Trend {
  /** By the method of least squares, mebibytes a minute. */
  readonly slope: number;
  /** Medians of the first and of the last fifth, mebibytes. */
  readonly start: number;
  readonly end: number;
}

const SECONDS_PER_MINUTE = 60;

/** @param points those of the judged part of the time */
export function trendOf(points: readonly MemoryPoint[]): Trend {
  const fifth = Math.max(1, Math.floor(points.length / 5));
  const [start, end] = [medianSize(points.slice(0, fifth)), medianSize(points.slice(-fifth))];
  const meanTime = points.reduce((sum, [at]) => sum + at, 0) / points.length;
  const meanSize = points.reduce((sum, [, size]) => sum + size, 0) / points.length;
  let [covariance, variance] = [0, 0];
  for (const [at, size] of points) {
    covariance += (at - meanTime) * (size - meanSize);
    variance += (at - meanTime) ** 2;
  }
  const perSecond = variance === 0 ? 0 : covariance / variance;
  return { slope: perSecond * SECONDS_PER_MINUTE, start, end };
}

export const describeTrend = ({ slope, start, end }: Trend): string =>
  `${start.toFixed(0)} MiB at the start, ${end.toFixed(0)} MiB at the end; slope ${slope.toFixed(1)} MiB a minute`;

const medianSize = (points: readonly MemoryPoint[]): number => median(points.map(([, size]) => size));
