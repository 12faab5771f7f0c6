import { setTimeout as sleep } from 'node:timers/promises';
import { ask, type Question } from '../../test/support/http.ts';
import { faulty, isFaulty } from '../fault/fault.ts';
import { type Findings, judged } from '../figure.ts';
import { describeFailures, ms, pageLatencies, perSecond } from '../load/summary.ts';
import type { Host } from '../vitrine/host.ts';
import { type Scenario, startWarmHost } from './scenario.ts';

const LOAD = 0.3;
/** Load before the database stops and after it is back, seconds. */
const BEFORE = 1;
const AFTER = 4;
const OUTAGES = { normal: 3, quick: 1 };
const API_PERIOD_MS = 100;
const PAGE_PERIOD_MS = 20;
/** How many times as long as PostgreSQL takes to start pages and API may be without it then. */
const ALLOWED_RATIO = 8;
/** Turns the bar of the time red: an answer of a probe is so late, milliseconds. */
const LATE_MS = 30_000;

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
  seconds: { normal: 4, quick: 2 },
  async run({ seconds, quick }): Promise<Findings> {
    const { host, capacity, load } = await startWarmHost(quick);
    const rate = LOAD * capacity;
    const [tenant] = host.tenants;
    if (!tenant) throw new Error('this host has no sites');
    const { port } = host;
    const headers = faulty({ late: LATE_MS });
    const outages = [];
    for (let n = 0; n < OUTAGES[quick ? 'quick' : 'normal']; n++) {
      const api = watch({ port, path: '/api/themes', key: tenant.key, headers }, API_PERIOD_MS);
      const page = watch({ port, host: tenant.host, headers }, PAGE_PERIOD_MS);
      const loading = load(rate, BEFORE + seconds + AFTER, {}, { fail: 1_000 });
      await sleep(BEFORE * 1_000);
      const moments = await interrupt(host, seconds);
      outages.push({ ...moments, result: await loading, api: await api.end(), page: await page.end() });
    }
    const broken = isFaulty ? await probe({ port: 1, path: '/' }) : null;
    await host.end();

    const results = outages.map(({ result }) => result);
    const { p50, p99, max } = pageLatencies(...results);
    const failures = describeFailures(...results);
    const stale = results.reduce((sum, result) => sum + result.stale, 0);
    const due = results.reduce((sum, result) => sum + result.due, 0);
    const during = outages.flatMap(({ api, stoppedAt, startsAt }) =>
      api.filter(({ askedAt }) => askedAt > stoppedAt && askedAt < startsAt),
    );
    if (broken) during.push(broken);
    const wrong = during.filter(({ status, code }) => status === 0 || (status >= 500 && code === null)).length;
    const times = outages.map(({ api, page, startsAt, backAt }) => ({
      start: backAt - startsAt,
      page: recovery(
        page.filter(({ stale }) => !stale),
        backAt,
      ),
      api: recovery(api, backAt),
    }));
    const what = `PostgreSQL stopped ${outages.length} times for ${seconds} s, 20 warm sites, offered load ${perSecond(rate)}`;
    return {
      figures: [
        judged({
          what: `${what}: pages`,
          bar: { most: 0 },
          unit: 'failed requests',
          rounds: [failures.count],
          measured: `${failures.text} in ${due} requests; ${stale} pages from memory (with Cache-Status); p50 ${ms(p50)}, p99 ${ms(p99)}, maximum ${ms(max)}`,
          fault: 'each thousandth request fails',
          values: { stale, p50, p99, max },
        }),
        judged({
          what: `${what}: requests to the API meanwhile that had no answer, or a 5xx without an error code`,
          bar: { most: 0 },
          unit: 'requests',
          rounds: [wrong],
          measured: tally(during),
          fault: 'one is sent where nobody listens',
          values: { asked: during.length },
        }),
        judged({
          what: `${what}: time from PostgreSQL’s start to the first page that is read from it and the first API answer, compared with the time until it takes connections`,
          bar: { most: ALLOWED_RATIO },
          rounds: times.map(({ start, page, api }) => (start + Math.max(page, api)) / start),
          measured: times
            .map(({ start, page, api }) => `${ms(start)}, then page ${ms(page)}, API ${ms(api)}`)
            .join('; '),
          fault: `an answer is ${LATE_MS / 1_000} s late`,
        }),
      ],
      charts: [],
    };
  },
};

/** @returns when the database had stopped, when it was started, and when it accepted connections again */
async function interrupt(
  host: Host,
  seconds: number,
): Promise<{ stoppedAt: number; startsAt: number; backAt: number }> {
  const startDatabase = await host.stopDatabase();
  const stoppedAt = performance.now();
  await sleep(seconds * 1_000);
  const startsAt = performance.now();
  await startDatabase();
  return { stoppedAt, startsAt, backAt: performance.now() };
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
