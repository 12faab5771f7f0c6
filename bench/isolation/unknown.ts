import { withConnection } from '../../src/storage/database.ts';
import { findPublicRedirects } from '../../src/storage/public-redirects.ts';
import { faulty, isFaulty } from '../fault/fault.ts';
import { type Findings, judged } from '../figure.ts';
import { applyLoad, type LoadResult } from '../load/load.ts';
import { describeFailures, ms, pageLatencies, perSecond } from '../load/summary.ts';
import { median } from '../median.ts';
import { byTurns } from '../rounds.ts';
import type { Host } from '../vitrine/host.ts';
import { normalSites } from '../vitrine/tenants.ts';
import { type Scenario, SITES, startWarmHost } from './scenario.ts';

const REDIRECTS = 10_000;
/** Offered loads on the normal sites and on the flooded one, as shares of the capacity. */
const LOAD = 0.3;
const FLOOD = 0.3;
const FLOOD_CONNECTIONS = 300;
const ALLOWED_RATIO = 2.5;
/** How many times as long as `SELECT 1` a look-up may take. */
const LOOK_UP_RATIO = 6;
const LOOK_UPS = 200;
/** With the fault each look-up is done so many times. */
const TIMES = isFaulty ? 6 : 1;
/** Loads of each kind: the machine's speed drifts, so that they take turns. */
const ROUNDS = 4;
/** Time for the load generators to start, milliseconds. */
const GENERATORS_START_MS = 500;

/** A site with 10,000 redirects is asked for very many addresses that it does not have, by turns with as many visits of its home page. */
export const unknown: Scenario = {
  title: 'a flood of unknown addresses of a site with 10,000 redirects',
  seconds: { normal: 2, quick: 1 },
  async run({ seconds, quick }): Promise<Findings> {
    const [flooded] = await normalSites(1);
    if (!flooded) throw new Error('there is no site to flood');
    const { host, capacity, load } = await startWarmHost(quick, { others: [{ ...flooded, slug: 'inonde' }] });
    const siteId = await storeRedirects(host);
    const lookUps = await timeLookUps(host, siteId);
    const rate = FLOOD * capacity;
    const asked = Math.ceil(rate * seconds);
    /** Loads the normal sites, and the other one at addresses that are made from numbers. */
    const beside = async (pathOf: (n: number) => string, headers: Readonly<Record<string, string>> = {}) => {
      const beginsAt = Date.now() + GENERATORS_START_MS;
      const targets = Array.from({ length: asked }, (_, n) => ({
        ...{ host: 'inonde.localhost', path: pathOf(n), weight: 1, headers },
      }));
      const [normal, flood] = await Promise.all([
        load(LOAD * capacity, seconds, { beginsAt }),
        applyLoad({ port: host.port, targets, rate, connections: FLOOD_CONNECTIONS, seconds, beginsAt }),
      ]);
      return { normal, flood };
    };
    const rounds = await byTurns(
      quick ? 3 : ROUNDS,
      (round) => beside((n) => `/inconnue-${round}-${n}.html`, faulty({ busy: 4 })),
      () => beside((n) => `/?n=${n}`),
    );
    await host.end();

    const control = p99Of(rounds.map(({ theirs }) => theirs.normal));
    const under = p99Of(rounds.map(({ ours }) => ours.normal));
    const answered = Map.groupBy(
      rounds.flatMap(({ ours }) => [...ours.flood.answers]),
      ([status]) => status,
    );
    const answers = [...answered].map(([status, parts]) => {
      const count = parts.reduce((sum, [, { count }]) => sum + count, 0);
      return `${count} × ${status}`;
    });
    return {
      figures: [
        judged({
          what: `look-up of an address in the table of a site with ${REDIRECTS} redirects, one at a time, compared with PostgreSQL’s SELECT 1`,
          bar: { most: LOOK_UP_RATIO },
          rounds: lookUps.map(({ ours, theirs }) => ours / theirs),
          measured: `medians ${median(lookUps.map(({ ours }) => ours)).toFixed(2)} ms and ${median(lookUps.map(({ theirs }) => theirs)).toFixed(2)} ms`,
          fault: `${TIMES} look-ups instead of one`,
        }),
        judged({
          what: `p99 of ${SITES} other sites at ${perSecond(LOAD * capacity)} beside ${perSecond(rate)} unknown addresses of one site, all different, compared with that beside as many visits of its home page`,
          bar: { most: ALLOWED_RATIO },
          rounds: rounds.map(({ ours, theirs }) => pageLatencies(ours.normal).p99 / pageLatencies(theirs.normal).p99),
          none: { failures: describeFailures(...rounds.map(({ ours }) => ours.normal)).count },
          measured: `p99 ${under.text}, control ${control.text}; unknown: ${answers.join(', ')}`,
          fault: 'an unknown address takes 4 ms more of the web process',
          values: { under: under.median, control: control.median },
        }),
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

/** @returns medians of rounds of look-ups, and of as many statements that do nothing, milliseconds */
const timeLookUps = ({ databaseUrl }: Host, siteId: string) =>
  withConnection('DATABASE_URL', databaseUrl, (client) => {
    const timed = async (statement: (n: number) => Promise<unknown>) => {
      const times: number[] = [];
      for (let n = 0; n < LOOK_UPS; n++) {
        const began = performance.now();
        await statement(n);
        times.push(performance.now() - began);
      }
      return median(times);
    };
    const lookUp = async (n: number) => {
      const de = `/ancienne-${(n * 7) % REDIRECTS}`;
      for (let time = 0; time < TIMES; time++)
        await findPublicRedirects(client, [
          { siteId, de: `${de}?x=1` },
          { siteId, de },
        ]);
    };
    return byTurns(
      ROUNDS,
      () => timed(lookUp),
      () => timed(() => client.query('SELECT 1')),
    );
  });
