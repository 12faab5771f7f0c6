/**
 * `npm run bench:api [-- seconds]`: what the checks of the management API cost: requests a second compared with a server of
 * Fastify and pg that only runs the same statements. Both use one database and are loaded alternately, for `seconds` in each of three rounds.
 */

import { cpus } from 'node:os';
import { readCatalogTheme } from '../../src/themes/catalog.ts';
import { type Figure, lineOf, verdictOf } from '../figure.ts';
import { applyLoad } from '../load/load.ts';
import type { Target } from '../load/target.ts';
import { median } from '../median.ts';
import { startRival } from '../rival.ts';
import { runBench, say } from '../run.ts';
import { startHost } from '../vitrine/host.ts';
import { normalSites } from '../vitrine/tenants.ts';
import { type Kind, kindsOf } from './requests.ts';

const SITES = 20;
const ROUNDS = 3;

interface Turn {
  readonly perSecond: number;
  readonly failures: number;
}

await runBench(async ({ words, quick }) => {
  const seconds = Number(words[0] ?? (quick ? 2 : 4));
  const theme = await readCatalogTheme('origo');
  if (!theme) throw new Error('the catalog has no theme origo');
  const host = await startHost(await normalSites(SITES));
  const rival = await startRival(new URL('rival-bare.ts', import.meta.url), [host.databaseUrl]);

  say(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}`);
  say(`medians of ${ROUNDS} rounds; in each round both servers are loaded for ${seconds} s, one after the other`);
  const figures: Figure[] = [];
  for (const kind of kindsOf(theme.files)) {
    const targets = host.tenants.flatMap((tenant) => kind.targets(tenant));
    const turn = (port: number, duration: number) => takeTurn(kind, targets, port, duration);
    for (const port of [host.port, rival.port]) await turn(port, seconds / 2);
    const rounds: { ours: Turn; theirs: Turn }[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      rounds.push({ ours: await turn(host.port, seconds), theirs: await turn(rival.port, seconds) });
    }
    const figure = figureOf(kind, rounds);
    say(lineOf(figure));
    figures.push(figure);
  }
  await host.end();
  return { figures, charts: [] };
});

async function takeTurn(
  { status, connections }: Kind,
  targets: readonly Target[],
  port: number,
  seconds: number,
): Promise<Turn> {
  const { answers, broken } = await applyLoad({ port, targets, rate: null, connections, seconds });
  const others = [...answers].filter(([got]) => got !== status).map(([, { count }]) => count);
  const failures = [...others, ...broken.values()].reduce((sum, count) => sum + count, 0);
  return { perSecond: (answers.get(status)?.inTime ?? 0) / seconds, failures };
}

function figureOf({ name, bar }: Kind, rounds: readonly { ours: Turn; theirs: Turn }[]): Figure {
  const ratio = median(rounds.map(({ ours, theirs }) => ours.perSecond / theirs.perSecond));
  const [ours, theirs] = [
    median(rounds.map((round) => round.ours.perSecond)),
    median(rounds.map((round) => round.theirs.perSecond)),
  ];
  const failures = rounds.reduce((sum, round) => sum + round.ours.failures, 0);
  return {
    what: `${name}: requests a second of vitrine compared with Fastify and pg that only run the same statements`,
    bar: bar === null ? null : `≥ ${bar} times`,
    measured: `${ratio.toFixed(2)} times: vitrine ${ours.toFixed(0)}/s, the other ${theirs.toFixed(0)}/s${failures > 0 ? `; ${failures} requests of vitrine failed` : ''}`,
    verdict: bar === null ? 'stated' : verdictOf(ratio >= bar && failures === 0),
    values: { ratio, ours, theirs, failures },
  };
}
