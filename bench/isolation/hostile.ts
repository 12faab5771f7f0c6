import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ask } from '../../test/support/http.ts';
import { goOn } from '../endings.ts';
import { type Figure, type Findings, verdictOf } from '../figure.ts';
import { applyLoad, type LoadResult } from '../load/load.ts';
import { say } from '../run.ts';
import type { Host } from '../vitrine/host.ts';
import type { Tenant } from '../vitrine/tenants.ts';
import { ATTACKS, type Attack, HOSTILE_SECTION, hostileSites } from './attacks.ts';
import {
  describeFailures,
  ms,
  pageLatencies,
  perSecond,
  type Scenario,
  SITES,
  startWarmHost,
  type WarmHost,
} from './scenario.ts';

const HOSTILE_RATE = 50;
/** The machine itself stalls for up to a second at times: the middle of so many rounds is told. */
const ROUNDS = 3;
/** More than the requests that 50 a second leave open when each takes the 3 s that a render may, milliseconds. */
const HOSTILE_CONNECTIONS = 300;
const ALLOWED_RATIO = 3;
/** A page of each site within this time, milliseconds, is calm; how long calm is waited for. */
const CALM_MS = 250;
const CALM_WITHIN_MS = 30_000;
const CALM_POLL_MS = 250;
const REWRITE_MS = 1_000;
/** Within which the processes are there that make the requests, milliseconds. */
const GENERATORS_START_MS = 1_000;

interface Comparison {
  readonly attack: Attack;
  /** Share of the capacity that the sites that behave well are asked for. */
  readonly share: number;
  /** Requests a second of the sites that behave well. */
  readonly rate: number;
  readonly without: ReturnType<typeof pageLatencies>;
  readonly under: ReturnType<typeof pageLatencies>;
  readonly ratio: number;
  /** Of every round, the smallest first. */
  readonly ratios: readonly number[];
  readonly failures: ReturnType<typeof describeFailures>;
  /** What the hostile requests were answered. */
  readonly answers: string;
  /** Seconds until the sites were as quick as before; Infinity when they were not in half a minute. */
  readonly calmAfter: number;
}

/** Sites that attack, beside sites that behave well. */
export const hostile: Scenario = {
  title: 'hostile sites',
  seconds: { normal: 10, quick: 4 },
  async run({ seconds, quick }): Promise<Findings> {
    const comparisons: Comparison[] = [];
    for (const { attack, share } of ATTACKS.flatMap((attack) => attack.loads.map((share) => ({ attack, share })))) {
      const rounds: Comparison[] = [];
      for (let round = 0; round < (quick ? 1 : ROUNDS); round++) {
        // A host of its own, so that no round profits from what the one before it has left.
        const warm = await startWarmHost(quick, { others: hostileSites(attack.sites), hole: attack.needsHole });
        rounds.push(await compare(warm, attack, share, seconds));
        await warm.host.end();
        await goOn();
      }
      const comparison = middleOf(rounds);
      comparisons.push(comparison);
      say(`  ${titleOf(comparison)}: ${describe(comparison)}`);
    }
    return {
      figures: comparisons.map(figureOf),
      charts: [
        {
          kind: 'pairs',
          name: 'hostile',
          title: 'Other sites’ p99 beside a hostile site',
          description: `p99 of ${SITES} well-behaved sites, without and with each attack: ${comparisons
            .map((comparison) => `${titleOf(comparison)} ${ms(comparison.without.p99)} and ${ms(comparison.under.p99)}`)
            .join('; ')}. The mark stands at ${ALLOWED_RATIO} times the p99 without it.`,
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

/**
 * The attack between two times of peace that together last as long: the machine's speed drifts, and stalls meet either side alike
 * (nine times of peace of 4 s each, one after the other, had p99 of 11 to 40 ms). What an attack leaves behind is waited for
 * before the second.
 */
async function compare(
  { host, capacity, load }: WarmHost,
  attack: Attack,
  share: number,
  seconds: number,
): Promise<Comparison> {
  const rate = share * capacity;
  const attackers = host.tenants.slice(SITES, SITES + attack.sites);
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
  const calmAfter = await awaitCalm(host);
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
    answers: hostileResult ? describeAnswers(hostileResult) : 'nothing',
    calmAfter,
  };
}

/** The round with the middle ratio; the failures of all. */
function middleOf(rounds: readonly Comparison[]): Comparison {
  const byRatio = rounds.toSorted((a, b) => a.ratio - b.ratio);
  const middle = byRatio[Math.floor(byRatio.length / 2)] as Comparison;
  const worst = rounds.reduce((a, b) => (b.failures.count > a.failures.count ? b : a));
  return { ...middle, failures: worst.failures, ratios: byRatio.map(({ ratio }) => ratio) };
}

/** Uses a core at the lowest priority: the least that the work of any hostile site can cost the others on this machine. */
async function spin(seconds: number): Promise<null> {
  await once(fork(fileURLToPath(new URL('spinner.ts', import.meta.url)), [String(seconds)]), 'exit');
  return null;
}

/** What an attack leaves behind should end with it; the comparison goes on when it has. */
async function awaitCalm({ port, tenants }: Host): Promise<number> {
  const endedAt = performance.now();
  for (; performance.now() - endedAt < CALM_WITHIN_MS; await sleep(CALM_POLL_MS)) {
    const times = await Promise.all(tenants.slice(0, SITES).map(({ host }) => timePage(port, host)));
    if (times.every((time) => time < CALM_MS)) return (performance.now() - endedAt) / 1_000;
  }
  return Number.POSITIVE_INFINITY;
}

/** Milliseconds of one page; Infinity when it failed. */
async function timePage(port: number, host: string): Promise<number> {
  const askedAt = performance.now();
  const status = await ask({ port, host }).then(
    (answer) => answer.status,
    () => 0,
  );
  return status === 200 ? performance.now() - askedAt : Number.POSITIVE_INFINITY;
}

let versions = 0;

/** Gives the hostile theme a version that nobody has seen. */
async function rewrite(port: number, { themeId, key }: Tenant, section: string): Promise<void> {
  const contenu = `${section}<!-- ${++versions} -->`;
  const path = `/api/themes/${themeId}/fichiers`;
  const { status } = await ask({ port, method: 'PUT', path, key, body: { chemin: HOSTILE_SECTION, contenu } });
  if (status !== 200) throw new Error(`the hostile theme could not be written: ${status}`);
}

/** @param until milliseconds since 1970 */
async function rewriteEachSecond(port: number, tenants: readonly Tenant[], section: string, until: number) {
  for (await sleep(REWRITE_MS); Date.now() < until; await sleep(REWRITE_MS)) {
    // Under attack the analysis of the attacker's own file may be refused; the next second tries again.
    for (const tenant of tenants) await rewrite(port, tenant, section).catch(() => undefined);
  }
}

const describeAnswers = ({ answers, broken }: LoadResult): string =>
  [
    ...[...answers].map(([status, { count }]) => `${count} × ${status}`),
    ...[...broken].map(([kind, n]) => `${n} × ${kind}`),
  ].join(', ');

const describeCalm = (seconds: number): string =>
  Number.isFinite(seconds)
    ? `calm again after ${seconds.toFixed(1)} s`
    : `not calm again in ${CALM_WITHIN_MS / 1_000} s`;

const describeRounds = (ratios: readonly number[]): string =>
  ratios.length > 1 ? `, the middle of ${ratios.map((ratio) => ratio.toFixed(1)).join(', ')}` : '';

const titleOf = ({ attack, share }: Comparison): string => `${attack.name}, at ${100 * share} % of capacity`;

const describe = ({ without, under, ratio, ratios, failures, answers, calmAfter }: Comparison): string =>
  `p50 ${ms(without.p50)} → ${ms(under.p50)}, p99 ${ms(without.p99)} → ${ms(under.p99)} (${Number.isNaN(ratio) ? 'no page' : `${ratio.toFixed(1)} times${describeRounds(ratios)}`}), ` +
  `most ${ms(without.max)} → ${ms(under.max)}, ${failures.text}; ${describeCalm(calmAfter)}; the attacker got ${answers}`;

function figureOf(comparison: Comparison): Figure {
  const { attack, share, rate, without, under, ratio, failures } = comparison;
  return {
    what: `${attack.name}${attack.sites === 0 ? '' : `, ${HOSTILE_RATE}/s`}; ${SITES} other sites at ${100 * share} % of capacity, ${perSecond(rate)}`,
    bar: attack.isControl ? null : `p99 ≤ ${ALLOWED_RATIO} times that without it, 0 failures`,
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
