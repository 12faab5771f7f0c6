import { setTimeout as sleep } from 'node:timers/promises';
import { ask, type Question } from '../../test/support/http.ts';
import { type Findings, verdictOf } from '../figure.ts';
import { describeFailures, ms, pageLatencies, perSecond } from '../load/summary.ts';
import type { Host } from '../vitrine/host.ts';
import { type Scenario, startWarmHost } from './scenario.ts';

const LOAD = 0.3;
/** Load before the database stops and after it is back, seconds. */
const BEFORE = 5;
const AFTER = 10;
const API_PERIOD_MS = 100;
const PAGE_PERIOD_MS = 20;
const RECOVERY_MS = 2_000;

/** The answer to one probe; times in milliseconds of `performance.now`. */
interface ProbeAnswer {
  readonly askedAt: number;
  readonly answeredAt: number;
  readonly status: number;
  readonly code: string | null;
  readonly stale: boolean;
}

/** PostgreSQL is stopped under load and started again. */
export const outage: Scenario = {
  title: 'PostgreSQL stopped under load',
  seconds: { normal: 15, quick: 4 },
  async run({ seconds, quick }): Promise<Findings> {
    const { host, capacity, load } = await startWarmHost(quick);
    const rate = LOAD * capacity;
    const [tenant] = host.tenants;
    if (!tenant) throw new Error('this host has no sites');
    const { port } = host;
    const api = watch({ port, path: '/api/themes', key: tenant.key }, API_PERIOD_MS);
    const page = watch({ port, host: tenant.host }, PAGE_PERIOD_MS);
    const loading = load(rate, BEFORE + seconds + AFTER);
    await sleep(BEFORE * 1_000);
    const { stoppedAt, backAt } = await interrupt(host, seconds);
    const result = await loading;
    const [apiAnswers, pageAnswers] = [await api.end(), await page.end()];
    await host.end();

    const { p50, p99, max } = pageLatencies(result);
    const failures = describeFailures(result);
    const during = apiAnswers.filter(({ askedAt }) => askedAt > stoppedAt && askedAt < backAt);
    const uncoded = during.filter(({ status, code }) => status >= 500 && code === null).length;
    const pageRecovery = recovery(
      pageAnswers.filter(({ stale }) => !stale),
      backAt,
    );
    const apiRecovery = recovery(apiAnswers, backAt);
    const what = `PostgreSQL stopped for ${seconds} s, 20 warm sites, offered load ${perSecond(rate)}`;
    return {
      figures: [
        {
          what: `${what}: pages`,
          bar: '0 failed page requests',
          measured:
            `${failures.text} in ${result.due} requests; ${result.stale} pages from memory (with Cache-Status); ` +
            `p50 ${ms(p50)}, p99 ${ms(p99)}, maximum ${ms(max)}`,
          verdict: verdictOf(failures.count === 0),
          values: { failures: failures.count, stale: result.stale, p50, p99, max },
        },
        {
          what: `${what}: API answers during the outage`,
          bar: 'every request is answered; each 5xx carries an error code',
          measured: tally(during),
          verdict: verdictOf(uncoded === 0 && during.every(({ status }) => status !== 0)),
          values: { asked: during.length, withoutCode: uncoded },
        },
        {
          what: `${what}: time from the database’s return to the first page that is read from it, and to the first API answer`,
          bar: '< 2 s',
          measured: `page ${ms(pageRecovery)}, API ${ms(apiRecovery)}`,
          verdict: verdictOf(pageRecovery < RECOVERY_MS && apiRecovery < RECOVERY_MS),
          values: { page: pageRecovery, api: apiRecovery },
        },
      ],
      charts: [],
    };
  },
};

/** @returns when the database had stopped, and when it accepted connections again */
async function interrupt(host: Host, seconds: number): Promise<{ stoppedAt: number; backAt: number }> {
  const startDatabase = await host.stopDatabase();
  const stoppedAt = performance.now();
  await sleep(seconds * 1_000);
  await startDatabase();
  return { stoppedAt, backAt: performance.now() };
}

/** Sends a probe each period, whether or not the last one was answered. */
function watch(question: Question, periodMs: number): { end(): Promise<ProbeAnswer[]> } {
  const seen: ProbeAnswer[] = [];
  const pending = new Set<Promise<void>>();
  const timer = setInterval(() => {
    const asking = probe(question).then((answer) => {
      seen.push(answer);
      pending.delete(asking);
    });
    pending.add(asking);
  }, periodMs);
  return {
    end: async () => {
      clearInterval(timer);
      await Promise.all(pending);
      return seen;
    },
  };
}

async function probe(question: Question): Promise<ProbeAnswer> {
  const askedAt = performance.now();
  try {
    const { status, headers, text } = await ask(question);
    const code = /^\{"error":"([a-z_]+)"/.exec(text)?.[1] ?? null;
    return { askedAt, answeredAt: performance.now(), status, code, stale: 'cache-status' in headers };
  } catch (error) {
    const { code = 'no answer' } = error as { code?: string };
    return { askedAt, answeredAt: performance.now(), status: 0, code, stale: false };
  }
}

/** Milliseconds from the database's return to the first 200 after it; Infinity when there is none. */
function recovery(seen: readonly ProbeAnswer[], backAt: number): number {
  const times = seen.filter(({ status, answeredAt }) => status === 200 && answeredAt >= backAt);
  return Math.min(...times.map(({ answeredAt }) => answeredAt - backAt));
}

function tally(seen: readonly ProbeAnswer[]): string {
  const counts = new Map<string, number>();
  for (const { status, code } of seen) {
    const name = `${status || 'no answer'} ${code ?? ''}`.trim();
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].map(([name, count]) => `${count} × ${name}`).join(', ') || 'none';
}
