import { setTimeout as sleep } from 'node:timers/promises';
import { ask } from '../../test/support/http.ts';
import { waitIfStopping } from '../endings.ts';
import { faulty } from '../fault/fault.ts';
import { type Figure, type Findings, judged } from '../figure.ts';
import { applyLoad, type LoadResult } from '../load/load.ts';
import { describeFailures, ms, pageLatencies, perSecond } from '../load/summary.ts';
import type { Target } from '../load/target.ts';
import { median } from '../median.ts';
import { byTurns } from '../rounds.ts';
import { say } from '../run.ts';
import type { Host } from '../vitrine/host.ts';
import type { Tenant } from '../vitrine/tenants.ts';
import { ATTACKS, type Attack, HOSTILE_SECTION, home, hostileSites } from './attacks.ts';
import { type Scenario, SITES, startWarmHost, type WarmHost } from './scenario.ts';

const HOSTILE_RATE = 50;
const ROUNDS = 3;
/** Offered load on the normal sites, as a share of the capacity: the load generators run on the same processors. */
const LOAD = 0.3;
/** Enough for 50 requests a second of 3 s each, the longest time of a render. */
const HOSTILE_CONNECTIONS = 300;
/** How many times the control's the latency of the others may be. */
const ALLOWED_RATIO = 5;
/** Turns each bar red: a hostile request takes so many milliseconds of the web process. */
const FAULT_MS = 40;
/** After an attack the next load waits until every site answers a page in this time, milliseconds. */
const NORMAL_PAGE_MS = 250;
const NORMAL_WITHIN_MS = 30_000;
const NORMAL_POLL_MS = 250;
const REWRITE_MS = 500;
/** Time for the load generators to open their connections, milliseconds. */
const GENERATORS_START_MS = 500;

/** The load on the other sites beside an attack, or beside its control. */
interface Slice {
  readonly others: LoadResult;
  /** What the hostile site, or the control, was answered. */
  readonly own: LoadResult;
}

interface Comparison {
  readonly attack: Attack;
  /** Requests a second to the normal sites. */
  readonly rate: number;
  readonly rounds: readonly { readonly ours: Slice; readonly theirs: Slice }[];
  /** The longest time from the end of an attack until every site answered quickly, seconds; Infinity when that took over half a minute. */
  readonly normalAfter: number;
}

/** Hostile sites on the same host as normal sites: each attack by turns with its control, the same load of a normal site. */
export const hostile: Scenario = {
  title: 'hostile sites',
  seconds: { normal: 1.5, quick: 1 },
  async run({ seconds, quick }): Promise<Findings> {
    const comparisons: Comparison[] = [];
    // Those that need the hole have a host of their own, so that the others meet the engine as it is.
    for (const hole of [false, true]) {
      const attacks = ATTACKS.filter(({ needsHole }) => needsHole === hole);
      const attackers = attacks.reduce((sum, { sites }) => sum + sites * ROUNDS, 0);
      const warm = await startWarmHost(quick, { others: hostileSites(attackers), hole });
      const fresh = warm.host.tenants.slice(SITES).values();
      for (const attack of attacks) {
        const comparison = await compare(warm, attack, { fresh, seconds });
        comparisons.push(comparison);
        say(`  ${attack.name}: ${describe(comparison)}`);
        await waitIfStopping();
      }
      await warm.host.end();
    }
    const p99s = comparisons.map(({ attack, rounds }) => ({
      label: attack.name,
      before: medianOf(rounds.map(({ theirs }) => theirs)).p99,
      after: medianOf(rounds.map(({ ours }) => ours)).p99,
    }));
    return {
      figures: comparisons.map(figureOf),
      charts: [
        {
          kind: 'pairs',
          name: 'hostile',
          title: 'p99 of the other sites during an attack',
          description: `p99 of ${SITES} other sites, beside a normal site of the same load and beside each attack: ${p99s
            .map(({ label, before, after }) => `${label} ${ms(before)} and ${ms(after)}`)
            .join('; ')}. The mark is at ${ALLOWED_RATIO} times the p99 beside the normal site.`,
          unit: 'ms',
          allowed: ALLOWED_RATIO,
          pairs: p99s,
        },
      ],
    };
  },
};

interface Plan {
  /** Sites that have not attacked before. */
  readonly fresh: Iterator<Tenant>;
  readonly seconds: number;
}

async function compare(
  { host, capacity, load }: WarmHost,
  attack: Attack,
  { fresh, seconds }: Plan,
): Promise<Comparison> {
  const rate = LOAD * capacity;
  let normalAfter = 0;
  const slice = async (targets: readonly Target[], besides?: (until: number) => Promise<void>): Promise<Slice> => {
    const beginsAt = Date.now() + GENERATORS_START_MS;
    const [others, own] = await Promise.all([
      load(rate, seconds, { beginsAt }),
      applyLoad({
        ...{ port: host.port, targets, rate: HOSTILE_RATE * attack.sites, seconds, beginsAt },
        connections: HOSTILE_CONNECTIONS * attack.sites,
      }),
      besides?.(beginsAt + seconds * 1_000),
    ]);
    return { others, own };
  };
  const [normal] = host.tenants;
  const control = () => slice(normal ? home(normal) : []);
  const strike = async () => {
    const attackers = Array.from({ length: attack.sites }, () => fresh.next().value as Tenant);
    for (const attacker of attackers) await rewrite(host.port, attacker, attack.section);
    const targets = attackers.flatMap((attacker) => attack.requests(attacker));
    const hostile = targets.map((target) => ({
      ...target,
      headers: { ...target.headers, ...faulty({ busy: FAULT_MS }) },
    }));
    const struck = await slice(hostile, async (until) => {
      if (attack.rewrites) await rewriteAgain(host.port, attackers, attack.section, until);
    });
    normalAfter = Math.max(normalAfter, await awaitNormalPages(host));
    return struck;
  };
  return { attack, rate, rounds: await byTurns(ROUNDS, strike, control), normalAfter };
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
async function rewriteAgain(port: number, tenants: readonly Tenant[], section: string, until: number): Promise<void> {
  for (await sleep(REWRITE_MS); Date.now() < until; await sleep(REWRITE_MS)) {
    // During the attack the analysis of this file may be refused; the next time tries again.
    for (const tenant of tenants) await rewrite(port, tenant, section).catch(() => undefined);
  }
}

function describeAnswers(slices: readonly Slice[]): string {
  const counts = new Map<string, number>();
  const count = (kind: string, n: number) => counts.set(kind, (counts.get(kind) ?? 0) + n);
  for (const { own } of slices) {
    for (const [status, answers] of own.answers) count(String(status), answers.count);
    for (const [kind, n] of own.broken) count(kind, n);
  }
  return [...counts].map(([kind, n]) => `${n} × ${kind}`).join(', ');
}

const describeRecovery = (seconds: number): string =>
  Number.isFinite(seconds)
    ? `every site answers in ${NORMAL_PAGE_MS} ms again ${seconds.toFixed(1)} s after the end`
    : `some site does not answer in ${NORMAL_PAGE_MS} ms ${NORMAL_WITHIN_MS / 1_000} s after the end`;

/** Medians of the latencies of some rounds. */
function medianOf(slices: readonly Slice[]): { readonly p50: number; readonly p99: number; readonly max: number } {
  const latencies = slices.map(({ others }) => pageLatencies(others));
  const of = (which: 'p50' | 'p99' | 'max') => median(latencies.map((each) => each[which]));
  return { p50: of('p50'), p99: of('p99'), max: of('max') };
}

function describe({ rounds, normalAfter }: Comparison): string {
  const struck = rounds.map(({ ours }) => ours);
  const [control, under] = [medianOf(rounds.map(({ theirs }) => theirs)), medianOf(struck)];
  return [
    `control → attack: p50 ${ms(control.p50)} → ${ms(under.p50)}, p99 ${ms(control.p99)} → ${ms(under.p99)}, maximum ${ms(control.max)} → ${ms(under.max)}`,
    describeRecovery(normalAfter),
    `answers to the hostile requests: ${describeAnswers(struck)}`,
  ].join('; ');
}

function figureOf(comparison: Comparison): Figure {
  const { attack, rate, rounds } = comparison;
  const p99 = ({ others }: Slice) => pageLatencies(others).p99;
  return judged({
    what: `${attack.name}, ${HOSTILE_RATE} requests/s a site; offered load on ${SITES} other sites ${100 * LOAD} % of capacity (${perSecond(rate)}): their p99, compared with that beside as many requests to a normal site`,
    bar: { most: ALLOWED_RATIO },
    rounds: rounds.map(({ ours, theirs }) => p99(ours) / p99(theirs)),
    none: { failures: describeFailures(...rounds.flatMap(({ ours, theirs }) => [ours.others, theirs.others])).count },
    measured: describe(comparison),
    fault: `a hostile request takes ${FAULT_MS} ms of the web process`,
  });
}
