import { withConnection } from '../../src/storage/database.ts';
import { findPublicRedirects } from '../../src/storage/public-redirects.ts';
import { type Findings, verdictOf } from '../figure.ts';
import { applyLoad } from '../load/load.ts';
import { describeFailures, ms, pageLatencies, perSecond } from '../load/summary.ts';
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
/** Time for the load generators to start, milliseconds. */
const GENERATORS_START_MS = 1_000;

/** A site with 10,000 redirects is asked for 100,000 addresses that it does not have. */
export const unknown: Scenario = {
  title: 'a flood of unknown addresses of a site with 10,000 redirects',
  seconds: { normal: 60, quick: 4 },
  async run({ seconds, quick }): Promise<Findings> {
    const [flooded] = await normalSites(1);
    if (!flooded) throw new Error('there is no site to flood');
    const { host, capacity, load } = await startWarmHost(quick, { others: [{ ...flooded, slug: 'inonde' }] });
    const siteId = await storeRedirects(host);
    const [median, last] = await timeLookUps(host, siteId);
    const asked = quick ? UNKNOWN_QUICK : UNKNOWN;
    const rate = Math.min(FLOOD * capacity, asked / seconds);
    const numbers = [...Array(asked).keys()];
    const addresses = { known: numbers.map((n) => `/?n=${n}`), unknown: numbers.map((n) => `/inconnue-${n}.html`) };
    /** Loads the normal sites, and the other one at these addresses. */
    const beside = async (paths: readonly string[]) => {
      const beginsAt = Date.now() + GENERATORS_START_MS;
      const targets = paths.map((path) => ({ host: 'inonde.localhost', path, weight: 1 }));
      const [normal, flood] = await Promise.all([
        load(LOAD * capacity, seconds, { beginsAt }),
        applyLoad({ port: host.port, targets, rate, connections: FLOOD_CONNECTIONS, seconds, beginsAt }),
      ]);
      return { normal, flood };
    };
    const before = await load(LOAD * capacity, seconds / 2);
    const busy = await beside(addresses.known);
    const flooding = await beside(addresses.unknown);
    const after = await load(LOAD * capacity, seconds / 2);
    await host.end();

    const [without, control, under] = [
      pageLatencies(before, after),
      pageLatencies(busy.normal),
      pageLatencies(flooding.normal),
    ];
    const ratio = under.p99 / without.p99;
    const answers = [...flooding.flood.answers].map(([status, { inTime }]) => `${inTime} × ${status}`).join(', ');
    return {
      figures: [
        {
          what: `look-up of an address in the table of a site with ${REDIRECTS} redirects, one at a time`,
          bar: `median < ${LOOK_UP_MS} ms`,
          measured: `median ${median.toFixed(2)} ms, p99 ${last.toFixed(2)} ms`,
          verdict: verdictOf(median < LOOK_UP_MS),
          values: { median, p99: last },
        },
        {
          what: `${SITES} other sites at ${perSecond(LOAD * capacity)} beside ${perSecond(rate)} unknown addresses, all different`,
          bar: `p99 ≤ ${ALLOWED_RATIO} × that without`,
          measured: `p99 ${ms(under.p99)}, without ${ms(without.p99)}: ${ratio.toFixed(2)} ×; beside as many visits of its home page ${ms(control.p99)}; ${describeFailures(flooding.normal).text}; unknown: ${answers}`,
          verdict: verdictOf(ratio <= ALLOWED_RATIO),
          values: { under: under.p99, control: control.p99, without: without.p99, ratio },
        },
      ],
      charts: [],
    };
  },
};

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
