import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ask } from '../../test/support/http.ts';
import { waitIfStopping } from '../endings.ts';
import { type Figure, type Findings, verdictOf } from '../figure.ts';
import { applyLoad, type LoadResult } from '../load/load.ts';
import { describeFailures, ms, pageLatencies, perSecond } from '../load/summary.ts';
import { say } from '../run.ts';
import type { Host } from '../vitrine/host.ts';
import type { Tenant } from '../vitrine/tenants.ts';
import { ATTACKS, type Attack, HOSTILE_SECTION, hostileSites } from './attacks.ts';
import { type Scenario, SITES, startWarmHost, type WarmHost } from './scenario.ts';

const HOSTILE_RATE = 50;
/** The report gives the round with the larger ratio, and names both: the machine itself sometimes stalls for up to a second. */
const ROUNDS = 2;
/** Enough for 50 requests a second of 3 s each, the longest time of a render. */
const HOSTILE_CONNECTIONS = 300;
const ALLOWED_RATIO = 3;
/** After an attack the next load waits until every site answers a page in this time, milliseconds. */
const NORMAL_PAGE_MS = 250;
const NORMAL_WITHIN_MS = 30_000;
const NORMAL_POLL_MS = 250;
const REWRITE_MS = 1_000;
/** Time for the load generators to start, milliseconds. */
const GENERATORS_START_MS = 1_000;

interface Comparison {
  readonly attack: Attack;
  /** Offered load on the normal sites, as a share of the capacity. */
  readonly share: number;
  /** Requests a second to the normal sites. */
  readonly rate: number;
  readonly without: ReturnType<typeof pageLatencies>;
  readonly under: ReturnType<typeof pageLatencies>;
  readonly ratio: number;
  /** The ratio of every round, the smallest first. */
  readonly ratios: readonly number[];
  readonly failures: ReturnType<typeof describeFailures>;
  /** The answers to the hostile requests, by status. */
  readonly answers: string | null;
  /** Seconds from the end of the attack until every site answered quickly; Infinity when that took over half a minute. */
  readonly normalAfter: number;
}

/** Hostile sites on the same host as normal sites. */
export const hostile: Scenario = {
  title: 'hostile sites',
  seconds: { normal: 4, quick: 4 },
  async run({ seconds, quick }): Promise<Findings> {
    const comparisons: Comparison[] = [];
    for (const attack of ATTACKS) {
      const rounds: Comparison[][] = [];
      let capacity: number | undefined;
      for (let round = 0; round < (quick || attack.isControl ? 1 : ROUNDS); round++) {
        // Each round has a new host, so that it does not depend on the round before; the offered loads are the same.
        const others = hostileSites(attack.sites * attack.loads.length);
        const warm = await startWarmHost(quick, { others, hole: attack.needsHole, ...(capacity && { capacity }) });
        capacity = warm.capacity;
        rounds.push(await compareLoads(warm, attack, seconds));
        await warm.host.end();
        await waitIfStopping();
      }
      for (const load of attack.loads.keys()) {
        const comparison = worstOf(rounds.flatMap((round) => round[load] ?? []));
        comparisons.push(comparison);
        say(`  ${titleOf(comparison)}: ${describe(comparison)}`);
      }
    }
    return {
      figures: comparisons.map(figureOf),
      charts: [
        {
          kind: 'pairs',
          name: 'hostile',
          title: 'p99 of the other sites during an attack',
          description: `p99 of ${SITES} other sites, without and with each attack: ${comparisons
            .map((comparison) => `${titleOf(comparison)} ${ms(comparison.without.p99)} and ${ms(comparison.under.p99)}`)
            .join('; ')}. The mark is at ${ALLOWED_RATIO} times the p99 without the attack.`,
          unit: 'ms',
          allowed: ALLOWED_RATIO,
          pairs: comparisons.map((comparison) => ({
            label: titleOf(comparison),
            before: comparison.without.p99,
            after: comparison.under.p99,
          })),
        },
      ],
    };
  },
};

/** Measures an attack with each of its loads, each time from sites that have not attacked before. */
async function compareLoads(warm: WarmHost, attack: Attack, seconds: number): Promise<Comparison[]> {
  const comparisons: Comparison[] = [];
  for (const [index, share] of attack.loads.entries()) {
    const first = SITES + index * attack.sites;
    const attackers = warm.host.tenants.slice(first, first + attack.sites);
    comparisons.push(await compare(warm, { attack, attackers, share, seconds }));
  }
  return comparisons;
}

/** One attack at one load. */
interface Plan {
  readonly attack: Attack;
  readonly attackers: readonly Tenant[];
  readonly share: number;
  readonly seconds: number;
}

/**
 * Measures the normal sites before, during and after the attack. The times before and after are together as long as the attack, because
 * the machine's speed drifts (nine loads of 4 s without an attack, one after the other, had a p99 of 11 to 40 ms). The load after the
 * attack begins when the sites are quick again.
 */
async function compare(
  { host, capacity, load }: WarmHost,
  { attack, attackers, share, seconds }: Plan,
): Promise<Comparison> {
  const rate = share * capacity;
  const before = await load(rate, seconds / 2);
  for (const attacker of attackers) await rewrite(host.port, attacker, attack.section);
  const beginsAt = Date.now() + GENERATORS_START_MS;
  const [during, hostileResult] = await Promise.all([
    load(rate, seconds, { beginsAt }),
    attack.sites === 0
      ? spin(GENERATORS_START_MS / 1_000 + seconds)
      : applyLoad({
          port: host.port,
          targets: attackers.flatMap((attacker) => attack.requests(attacker)),
          rate: HOSTILE_RATE * attack.sites,
          connections: HOSTILE_CONNECTIONS * attack.sites,
          seconds,
          beginsAt,
        }),
    attack.rewrites && rewriteEachSecond(host.port, attackers, attack.section, beginsAt + seconds * 1_000),
  ]);
  const normalAfter = await awaitNormalPages(host);
  const after = await load(rate, seconds / 2);
  const without = pageLatencies(before, after);
  const under = pageLatencies(during);
  const ratio = under.p99 / without.p99;
  return {
    attack,
    share,
    rate,
    without,
    under,
    ratio,
    ratios: [ratio],
    failures: describeFailures(before, during, after),
    answers: hostileResult ? describeAnswers(hostileResult) : null,
    normalAfter,
  };
}

/** The round with the largest ratio, with the failures of the worst round. */
function worstOf(rounds: readonly Comparison[]): Comparison {
  const byRatio = rounds.toSorted((a, b) => a.ratio - b.ratio);
  const largest = byRatio.at(-1) as Comparison;
  const worst = rounds.reduce((a, b) => (b.failures.count > a.failures.count ? b : a));
  return { ...largest, failures: worst.failures, ratios: byRatio.map(({ ratio }) => ratio) };
}

/** Uses a core at the lowest priority: no hostile site that uses a core can cost the others less on this machine. */
async function spin(seconds: number): Promise<null> {
  await once(fork(fileURLToPath(new URL('spinner.ts', import.meta.url)), [String(seconds)]), 'exit');
  return null;
}

/** Waits until every site answers quickly. @returns seconds; Infinity when that takes over half a minute */
async function awaitNormalPages({ port, tenants }: Host): Promise<number> {
  const endedAt = performance.now();
  for (; performance.now() - endedAt < NORMAL_WITHIN_MS; await sleep(NORMAL_POLL_MS)) {
    const times = await Promise.all(tenants.slice(0, SITES).map(({ host }) => timePage(port, host)));
    if (times.every((time) => time < NORMAL_PAGE_MS)) return (performance.now() - endedAt) / 1_000;
  }
  return Number.POSITIVE_INFINITY;
}

/** Requests one page. @returns milliseconds; Infinity when it failed */
async function timePage(port: number, host: string): Promise<number> {
  const askedAt = performance.now();
  const status = await ask({ port, host }).then(
    (answer) => answer.status,
    () => 0,
  );
  return status === 200 ? performance.now() - askedAt : Number.POSITIVE_INFINITY;
}

let versions = 0;

/** Gives the hostile theme a new version. */
async function rewrite(port: number, { themeId, key }: Tenant, section: string): Promise<void> {
  const contenu = `${section}<!-- ${++versions} -->`;
  const path = `/api/themes/${themeId}/fichiers`;
  const { status } = await ask({ port, method: 'PUT', path, key, body: { chemin: HOSTILE_SECTION, contenu } });
  if (status !== 200) throw new Error(`the hostile theme could not be written: ${status}`);
}

/** @param until milliseconds since 1970 */
async function rewriteEachSecond(port: number, tenants: readonly Tenant[], section: string, until: number) {
  for (await sleep(REWRITE_MS); Date.now() < until; await sleep(REWRITE_MS)) {
    // During the attack the analysis of this file may be refused; the next second tries again.
    for (const tenant of tenants) await rewrite(port, tenant, section).catch(() => undefined);
  }
}

const describeAnswers = ({ answers, broken }: LoadResult): string =>
  [
    ...[...answers].map(([status, { count }]) => `${count} × ${status}`),
    ...[...broken].map(([kind, n]) => `${n} × ${kind}`),
  ].join(', ');

const describeRecovery = (seconds: number): string =>
  Number.isFinite(seconds)
    ? `every site answers in ${NORMAL_PAGE_MS} ms again ${seconds.toFixed(1)} s after the end`
    : `some site does not answer in ${NORMAL_PAGE_MS} ms ${NORMAL_WITHIN_MS / 1_000} s after the end`;

const describeRounds = (ratios: readonly number[]): string =>
  ratios.length > 1 ? `, the largest of ${ratios.map((ratio) => ratio.toFixed(1)).join(', ')}` : '';

const titleOf = ({ attack, share }: Comparison): string => `${attack.name}, at ${100 * share} % of capacity`;

const describe = ({ without, under, ratio, ratios, failures, answers, normalAfter }: Comparison): string =>
  `without → with it: p50 ${ms(without.p50)} → ${ms(under.p50)}, p99 ${ms(without.p99)} → ${ms(under.p99)} (${Number.isNaN(ratio) ? 'no page answered' : `${ratio.toFixed(1)} times${describeRounds(ratios)}`}), ` +
  `maximum ${ms(without.max)} → ${ms(under.max)}; ${failures.text}; ${describeRecovery(normalAfter)}${answers === null ? '' : `; answers to the hostile requests: ${answers}`}`;

function figureOf(comparison: Comparison): Figure {
  const { attack, share, rate, without, under, ratio, failures } = comparison;
  return {
    what: `${attack.name}${attack.sites === 0 ? '' : `, ${HOSTILE_RATE} requests/s`}; offered load on ${SITES} other sites ${100 * share} % of capacity (${perSecond(rate)}): their latency`,
    bar: attack.isControl ? null : `p99 ≤ ${ALLOWED_RATIO} times the p99 without the attack; 0 failures`,
    measured: describe(comparison),
    verdict: attack.isControl ? 'stated' : verdictOf(ratio <= ALLOWED_RATIO && failures.count === 0),
    values: {
      p50Without: without.p50,
      p99Without: without.p99,
      maxWithout: without.max,
      p50Under: under.p50,
      p99Under: under.p99,
      maxUnder: under.max,
      ratio,
      failures: failures.count,
    },
  };
}
