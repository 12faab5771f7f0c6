/**
 * `npm run bench:api [-- seconds]`: what the checks of the management API cost: requests in a second of a processor, PostgreSQL's included, compared
 * with a server of Fastify and pg that only runs the same statements. Both use one database and are loaded by turns, for `seconds` in each of five
 * rounds.
 */

import { cpus } from 'node:os';
import { readCatalogTheme } from '../../src/themes/catalog.ts';
import { faulty } from '../fault/fault.ts';
import { type Figure, judged, lineOf } from '../figure.ts';
import { applyLoad } from '../load/load.ts';
import type { Target } from '../load/target.ts';
import { median } from '../median.ts';
import { startRival } from '../rival.ts';
import { byTurns } from '../rounds.ts';
import { runBench, say } from '../run.ts';
import { startHost } from '../vitrine/host.ts';
import { treeProcessorTime } from '../vitrine/processor-time.ts';
import { normalSites } from '../vitrine/tenants.ts';
import { type Kind, kindsOf } from './requests.ts';

const SITES = 20;
const ROUNDS = 5;
/** Turns each bar red: milliseconds of the web process besides. */
const FAULT_MS = 20;

interface Turn {
  readonly perSecond: number;
  /** Processor time of a request, milliseconds. */
  readonly each: number;
  readonly failures: number;
}

/** A server, and the processor time that it and the database have used so far. */
interface Server {
  readonly port: number;
  used(): Promise<number>;
}

await runBench(async ({ words, quick }) => {
  const seconds = Number(words[0] ?? (quick ? 1 : 1.5));
  const theme = await readCatalogTheme('origo');
  if (!theme) throw new Error('the catalog has no theme origo');
  const host = await startHost(await normalSites(SITES));
  const rival = await startRival(new URL('rival-bare.ts', import.meta.url), [host.databaseUrl]);

  say(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}`);
  say(`medians of ${ROUNDS} rounds; in each round both servers are loaded for ${seconds} s, one after the other`);
  const figures: Figure[] = [];
  for (const kind of kindsOf(theme.files)) {
    const targets = host.tenants
      .flatMap((tenant) => kind.targets(tenant))
      .map((target) => ({ ...target, headers: { ...target.headers, ...faulty({ busy: FAULT_MS }) } }));
    const ours = { port: host.port, used: host.processorTime };
    const theirs = {
      port: rival.port,
      used: async () => (await host.databaseTime()) + (await treeProcessorTime(rival.pid)),
    };
    const turn = (server: Server, duration = seconds) => takeTurn(kind, targets, server, duration);
    for (const server of [ours, theirs]) await turn(server, seconds / 2);
    const figure = figureOf(
      kind,
      await byTurns(
        ROUNDS,
        () => turn(ours),
        () => turn(theirs),
      ),
    );
    say(lineOf(figure));
    figures.push(figure);
  }
  await host.end();
  return { figures, charts: [] };
});

async function takeTurn(
  { status, connections }: Kind,
  targets: readonly Target[],
  { port, used }: Server,
  seconds: number,
): Promise<Turn> {
  const before = await used();
  const { answers, broken, due } = await applyLoad({ port, targets, rate: null, connections, seconds });
  const each = (1_000 * ((await used()) - before)) / due;
  const others = [...answers].filter(([got]) => got !== status).map(([, { count }]) => count);
  const failures = [...others, ...broken.values()].reduce((sum, count) => sum + count, 0);
  return { perSecond: (answers.get(status)?.inTime ?? 0) / seconds, each, failures };
}

function figureOf({ name, bar }: Kind, rounds: readonly { ours: Turn; theirs: Turn }[]): Figure {
  const [mine, others] = [rounds.map(({ ours }) => ours), rounds.map(({ theirs }) => theirs)];
  const perSecond = (turns: readonly Turn[]) => median(turns.map((turn) => turn.perSecond));
  const each = (turns: readonly Turn[]) => median(turns.map((turn) => turn.each)).toFixed(2);
  return judged({
    what: `${name}: requests that vitrine answers in a second of a processor, compared with Fastify and pg that only run the same statements`,
    bar: { least: bar },
    rounds: rounds.map(({ ours, theirs }) => theirs.each / ours.each),
    none: { failures: mine.reduce((sum, { failures }) => sum + failures, 0) },
    measured: `a request takes ${each(mine)} ms beside ${each(others)} ms; vitrine ${perSecond(mine).toFixed(0)}/s, the other ${perSecond(others).toFixed(0)}/s`,
    fault: `a request takes ${FAULT_MS} ms more of the web process`,
    values: { ours: perSecond(mine), theirs: perSecond(others) },
  });
}
