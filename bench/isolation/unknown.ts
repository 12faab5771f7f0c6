import { withConnection } from '../../src/storage/database.ts';
import { findPublicRedirects } from '../../src/storage/public-redirects.ts';
import { type Findings, verdictOf } from '../figure.ts';
import { applyLoad, type LoadResult } from '../load/load.ts';
import { describeFailures, ms, pageLatencies, perSecond } from '../load/summary.ts';
import { median } from '../median.ts';
import type { Host } from '../vitrine/host.ts';
import { normalSites } from '../vitrine/tenants.ts';
import { type Scenario, SITES, startWarmHost } from './scenario.ts';

const REDIRECTS = 10_000;
/** Addresses without a page or a redirect, all different. */
const UNKNOWN = 100_000;
const UNKNOWN_QUICK = 5_000;
/** Offered loads on the normal sites and on the flooded one, as shares of the capacity. */
const LOAD = 0.3;
const FLOOD = 0.3;
const FLOOD_CONNECTIONS = 300;
const ALLOWED_RATIO = 1.5;
const LOOK_UP_MS = 1;
const LOOK_UPS = 2_000;
/** Loads of each kind: the machine's speed drifts, so that they take turns. */
const ROUNDS = 9;
/** Time for the load generators to start, milliseconds. */
const GENERATORS_START_MS = 1_000;

/** A site with 10,000 redirects is asked for 100,000 addresses that it does not have. */
export const unknown: Scenario = {
  title: 'a flood of unknown addresses of a site with 10,000 redirects',
  seconds: { normal: 54, quick: 9 },
  async run({ seconds, quick }): Promise<Findings> {
    const [flooded] = await normalSites(1);
    if (!flooded) throw new Error('there is no site to flood');
    const { host, capacity, load } = await startWarmHost(quick, { others: [{ ...flooded, slug: 'inonde' }] });
    const siteId = await storeRedirects(host);
    const [middle, last] = await timeLookUps(host, siteId);
    const turn = seconds / ROUNDS;
    const asked = Math.floor((quick ? UNKNOWN_QUICK : UNKNOWN) / ROUNDS);
    const rate = Math.min(FLOOD * capacity, asked / turn);
    /** Loads the normal sites, and the other one at addresses that are made from numbers. */
    const beside = async (pathOf: (n: number) => string) => {
      const beginsAt = Date.now() + GENERATORS_START_MS;
      const targets = Array.from({ length: asked }, (_, n) => ({
        host: 'inonde.localhost',
        path: pathOf(n),
        weight: 1,
      }));
      const [normal, flood] = await Promise.all([
        load(LOAD * capacity, turn, { beginsAt }),
        applyLoad({ port: host.port, targets, rate, connections: FLOOD_CONNECTIONS, seconds: turn, beginsAt }),
      ]);
      return { normal, flood };
    };
    const rounds = [];
    for (let round = 0; round < ROUNDS; round++) {
      rounds.push({
        without: await load(LOAD * capacity, turn),
        known: await beside((n) => `/?n=${n}`),
        unknown: await beside((n) => `/inconnue-${round}-${n}.html`),
      });
    }
    await host.end();

    const without = p99Of(rounds.map((round) => round.without));
    const control = p99Of(rounds.map(({ known }) => known.normal));
    const under = p99Of(rounds.map((round) => round.unknown.normal));
    const ratio = under.median / without.median;
    const answered = Map.groupBy(
      rounds.flatMap((round) => [...round.unknown.flood.answers]),
      ([status]) => status,
    );
    const answers = [...answered].map(([status, parts]) => {
      const count = parts.reduce((sum, [, { count }]) => sum + count, 0);
      return `${count} × ${status}`;
    });
    return {
      figures: [
        {
          what: `look-up of an address in the table of a site with ${REDIRECTS} redirects, one at a time`,
          bar: `median < ${LOOK_UP_MS} ms`,
          measured: `median ${middle.toFixed(2)} ms, p99 ${last.toFixed(2)} ms`,
          verdict: verdictOf(middle < LOOK_UP_MS),
          values: { median: middle, p99: last },
        },
        {
          what: `${SITES} other sites at ${perSecond(LOAD * capacity)} beside ${perSecond(rate)} unknown addresses, all different; medians of ${ROUNDS} loads of ${turn} s each, by turns`,
          bar: `p99 ≤ ${ALLOWED_RATIO} × that without`,
          measured: `p99 ${under.text}, without ${without.text}: ${ratio.toFixed(2)} ×; beside as many visits of its home page ${control.text}; ${describeFailures(...rounds.map((round) => round.unknown.normal)).text}; unknown: ${answers.join(', ')}`,
          verdict: verdictOf(ratio <= ALLOWED_RATIO),
          values: { under: under.median, control: control.median, without: without.median, ratio },
        },
      ],
      charts: [],
    };
  },
};

/** The 99th percentiles of loads: their median, milliseconds, and from the smallest to the largest. */
function p99Of(loads: readonly LoadResult[]): { readonly median: number; readonly text: string } {
  const times = loads.map((load) => pageLatencies(load).p99);
  const middle = median(times);
  return { median: middle, text: `${ms(middle)} (${ms(Math.min(...times))} to ${ms(Math.max(...times))})` };
}

/** @returns id of the site */
const storeRedirects = ({ databaseUrl }: Host): Promise<string> =>
  withConnection('DATABASE_URL', databaseUrl, async (client) => {
    const { rows } = await client.query<{ id: string }>("SELECT id FROM sites WHERE slug = 'inonde'");
    const siteId = String(rows[0]?.id);
    await client.query(
      `INSERT INTO redirections (site_id, de, vers, moyen)
       SELECT $1, '/ancienne-' || n, '/nouvelle-' || n, 'import' FROM generate_series(1, $2) n`,
      [siteId, REDIRECTS],
    );
    await client.query('SELECT vitrine_changer_contenu($1)', [siteId]);
    await client.query('ANALYZE redirections');
    return siteId;
  });

/** @returns median and 99th percentile, milliseconds */
const timeLookUps = ({ databaseUrl }: Host, siteId: string): Promise<[number, number]> =>
  withConnection('DATABASE_URL', databaseUrl, async (client) => {
    const times: number[] = [];
    for (let n = 0; n < LOOK_UPS; n++) {
      const began = performance.now();
      await findPublicRedirects(client, [
        { siteId, de: `/ancienne-${(n * 7) % REDIRECTS}?x=1` },
        { siteId, de: `/ancienne-${(n * 7) % REDIRECTS}` },
      ]);
      times.push(performance.now() - began);
    }
    times.sort((a, b) => a - b);
    return [times[LOOK_UPS / 2] ?? Number.NaN, times[Math.floor(LOOK_UPS * 0.99)] ?? Number.NaN];
  });
