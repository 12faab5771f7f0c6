/**
 * `npm run bench:serve [-- seconds]`: pages a second of the demo home page from vitrine, with sandbox and database, compared
 * with Fastify and liquidjs without either, and with Fastify sending a constant. Only one server is loaded at a time, for `seconds` in each
 * of three rounds.
 */
import { writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import demo from '../../src/demo/origo.json' with { type: 'json' };
import { applyEdition, readCatalogTheme } from '../../src/themes/catalog.ts';
import { ask } from '../../test/support/http.ts';
import { type Figure, lineOf, verdictOf } from '../figure.ts';
import { median } from '../median.ts';
import { startRival } from '../rival.ts';
import { runBench, say } from '../run.ts';
import { startServer, temporaryFolder } from '../vitrine/host.ts';
import { type Results, ratioOf, runRounds, warmUp } from './contest.ts';
import { type HopShare, hopShares, readHops } from './hops.ts';

const CONNECTIONS = 50;
const ROUNDS = 3;
const HOST = `${demo.slug}.localhost`;
const LIQUIDJS = new URL('rival-liquidjs.ts', import.meta.url);
const CONSTANT = new URL('rival-constant.ts', import.meta.url);
const LIQUIDJS_BAR = 10;
const STRING_BAR = 0.27;

await runBench(async ({ words, quick }) => {
  const turn = Number(words[0] ?? (quick ? 2 : 10));
  const contest = { host: HOST, connections: CONNECTIONS, warmUpTurn: quick ? 3 : 10, turn, rounds: ROUNDS };
  const folder = await temporaryFolder();
  const file = (name: string) => join(folder, name);

  const { port } = await startServer({ DATA_DIR: file('data') }, folder);
  const { text } = await ask({ port, host: HOST });
  await writeFile(file('page.html'), text);
  await writeInputs(file('theme.json'), file('content.json'));
  const contestants = [
    { name: 'vitrine, sandbox and database on', port },
    {
      name: 'Fastify + liquidjs, no sandbox, no database',
      ...(await startRival(LIQUIDJS, [file('theme.json'), file('content.json')])),
    },
    { name: 'Fastify, constant string', ...(await startRival(CONSTANT, [file('page.html'), 'string'])) },
    { name: 'Fastify, constant Buffer', ...(await startRival(CONSTANT, [file('page.html'), 'buffer'])) },
  ] as const;
  await warmUp(contest, contestants);
  const before = await readHops(port);
  const results = await runRounds(contest, contestants);
  const after = await readHops(port);
  const [ours, liquidjs, asString, asBuffer] = results as [Results, Results, Results, Results];

  say(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}, ${CONNECTIONS} connections`);
  say(`medians of ${ROUNDS} rounds; in each round every server is loaded for ${turn} s`);
  for (const result of results) say(rowOf(result, ours));
  const hops = before && after ? hopShares(before, after) : [];
  for (const { hop, microseconds, share } of hops) {
    say(
      `  ${hop.padEnd(14)} ${microseconds.toFixed(1).padStart(9)} µs a page ${(100 * share).toFixed(1).padStart(6)} %`,
    );
  }
  const figures = [
    ratioFigure('Fastify + liquidjs, no sandbox, no database', ours, liquidjs, LIQUIDJS_BAR),
    ratioFigure('Fastify sending the same page from a constant string', ours, asString, STRING_BAR),
    ratioFigure('Fastify sending the same page from a constant Buffer', ours, asBuffer, null),
    ...hopFigure(hops),
  ];
  say('');
  for (const figure of figures) say(lineOf(figure));
  const bars = results.map((result) => ({
    label: result.name,
    value: pagesPerSecond(result),
    ours: result === ours,
  }));
  return {
    figures,
    charts: [
      {
        kind: 'bars',
        name: 'pages-per-second',
        title: 'Demo home page, pages a second',
        description: bars.map(({ label, value }) => `${label}: ${value.toFixed(0)}`).join('; '),
        unit: 'pages/s',
        bars,
      },
    ],
  };
});

/** Writes the theme and the content for the rival: the same as the demo site's. */
async function writeInputs(themeFile: string, contentFile: string): Promise<void> {
  const theme = await readCatalogTheme('origo');
  if (!theme) throw new Error('the catalog has no theme origo');
  await writeFile(themeFile, JSON.stringify(applyEdition(theme, demo.edition)));
  await writeFile(
    contentFile,
    JSON.stringify({ site: { nom: demo.nom, slug: demo.slug, description: demo.description }, menus: demo.menus }),
  );
}

function pagesPerSecond({ rounds }: Results): number {
  return median(rounds.map((round) => round.pagesPerSecond));
}

function describe(results: Results): string {
  return (
    `${pagesPerSecond(results).toFixed(0)} pages/s (p50 ${median(results.rounds.map(({ p50 }) => p50))} ms, ` +
    `p99 ${median(results.rounds.map(({ p99 }) => p99))} ms)`
  );
}

function failuresOf({ rounds }: Results): number {
  return rounds.reduce((sum, { failures }) => sum + failures, 0);
}

function rowOf(results: Results, ours: Results): string {
  return (
    `${results.name.padEnd(46)} ${describe(results).padEnd(44)} failures ${failuresOf(results)}  ` +
    `vitrine serves ${ratioOf(ours, results).toFixed(2)} times as many`
  );
}

function ratioFigure(rival: string, ours: Results, theirs: Results, bar: number | null): Figure {
  const [ratio, failures] = [ratioOf(ours, theirs), failuresOf(ours)];
  const failed = failures > 0 ? `; ${failures} requests of vitrine failed` : '';
  return {
    what: `demo home page, ${CONNECTIONS} connections: pages a second of vitrine compared with ${rival}`,
    bar: bar === null ? null : `≥ ${bar} times`,
    measured: `${ratio.toFixed(2)} times: vitrine ${describe(ours)}, the other ${describe(theirs)}${failed}`,
    verdict: bar === null ? 'stated' : verdictOf(ratio >= bar && failures === 0),
    values: { ratio, ours: pagesPerSecond(ours), theirs: pagesPerSecond(theirs) },
  };
}

function hopFigure(hops: readonly HopShare[]): Figure[] {
  if (hops.length === 0) return [];
  return [
    {
      what: 'mean time of one page in each step, microseconds',
      bar: null,
      measured: hops
        .map(({ hop, microseconds, share }) => `${hop} ${microseconds.toFixed(0)} (${(100 * share).toFixed(0)} %)`)
        .join(', '),
      verdict: 'stated',
      values: Object.fromEntries(hops.map(({ hop, microseconds }) => [hop, microseconds])),
    },
  ];
}
