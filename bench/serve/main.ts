/**
 * `npm run bench:serve [-- load|visitor] [seconds] [--before folder]`: pages a second of the demo home page from vitrine, with sandbox and database,
 * compared with Fastify and liquidjs without either, and with Fastify sending a constant, each in one process and in as many as there are
 * processors (`load`); and the latency of a page for one visitor (`visitor`). Only one server is loaded at a time, by turns, for `seconds` in each of
 * four rounds, without `Accept-Encoding` and, vitrine and liquidjs, with that of a browser. The rivals have no plug-in: they compress nothing. `folder` is another checkout,
 * whose program is measured too.
 */
import { cpus } from 'node:os';
import type { Chart, Figure } from '../figure.ts';
import { lineOf } from '../figure.ts';
import { BROWSER, PLAIN } from '../load/asking.ts';
import { runBench, say } from '../run.ts';
import { type Contestant, medianOf, type Results, runRounds, warmUp } from './contest.ts';
import { HOST, startRivals, startVitrine } from './contestants.ts';
import { bytesFigure, efficiencyFigure, hopFigures, ratioFigure, tableOf, timesFigure } from './figures.ts';
import { hopShares, readHops } from './hops.ts';
import { oneVisitor } from './visitor.ts';

const CONNECTIONS = 50;
const ROUNDS = 4;
/** Pages in a second of a processor, beside liquidjs and a constant. */
const LIQUIDJS_BAR = 10;
const STRING_BAR = 0.33;
const BYTES_BAR = 7_500;

const OURS = 'vitrine, sandbox and database on';
const BEFORE = 'vitrine before, the same';

const PARTS = ['load', 'visitor'];

await runBench(async ({ words, quick, before: root }) => {
  const chosen = words.filter((word) => PARTS.includes(word));
  const seconds = words.map(Number).find((word) => word > 0) ?? (quick ? 1 : 2);
  const runs = (part: string) => chosen.length === 0 || chosen.includes(part);
  say(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}`);
  const ours = await startVitrine(OURS);
  const before = root === undefined ? null : await startVitrine(BEFORE, root);

  const figures: Figure[] = [];
  const charts: Chart[] = [];
  if (runs('load')) {
    const found = await measureLoad(ours, before, { turn: seconds, warmUpTurn: quick ? 1 : 2 });
    figures.push(...found.figures);
    charts.push(found.chart);
  }
  if (runs('visitor')) figures.push(...(await oneVisitor(ours, before, quick)));
  say('');
  for (const figure of figures) say(lineOf(figure));
  return { figures, charts };
});

async function measureLoad(
  ours: Contestant,
  before: Contestant | null,
  lengths: { readonly turn: number; readonly warmUpTurn: number },
): Promise<{ figures: Figure[]; chart: Chart }> {
  const contest = { host: HOST, connections: CONNECTIONS, rounds: ROUNDS, ...lengths };
  const { liquidjs, string, buffer } = await startRivals(ours);
  const rivals = [liquidjs.one, liquidjs.all, string.one, string.all, buffer.one, buffer.all];
  const contestants = [ours, ...(before ? [before] : []), ...rivals];
  await warmUp(contest, contestants);
  const hopsBefore = await readHops(ours.port);
  const results = await runRounds(contest, contestants);
  const hopsAfter = await readHops(ours.port);
  const hops = hopsBefore && hopsAfter ? hopShares(hopsBefore, hopsAfter) : [];

  const of = ({ name }: Contestant, how = PLAIN) =>
    results.find((result) => result.name === name && result.asking === how) as Results;
  const [plain, browser] = [of(ours), of(ours, BROWSER)];
  const beside = ({ asking }: Results) => of(ours, asking);
  const byAsking = [PLAIN, BROWSER].flatMap((how) => results.filter(({ asking }) => asking === how));
  say(
    `${CONNECTIONS} connections; medians of ${ROUNDS} rounds; in each round every server is loaded for ${contest.turn} s`,
  );
  say('ratio: pages a second of vitrine divided by those of the row');
  for (const line of tableOf(byAsking, beside)) say(line);

  const stated = (rival: Contestant) => rival.askings.map((how) => ratioFigure(of(ours, how), of(rival, how)));
  const figures = [
    efficiencyFigure(plain, of(liquidjs.all), LIQUIDJS_BAR),
    efficiencyFigure(browser, of(liquidjs.all, BROWSER), LIQUIDJS_BAR),
    efficiencyFigure(plain, of(string.one), STRING_BAR),
    bytesFigure(browser, BYTES_BAR),
    ...rivals.flatMap(stated),
    timesFigure('vitrine', plain),
    timesFigure('vitrine', browser),
    ...(before ? [...stated(before), ...[PLAIN, BROWSER].map((how) => timesFigure(BEFORE, of(before, how)))] : []),
    ...hopFigures(hops),
  ];
  return { figures, chart: chartOf(ours, [plain, browser, ...rivals.map((rival) => of(rival))]) };
}

function chartOf(ours: Contestant, results: readonly Results[]): Chart {
  const bars = results.map((result) => ({
    label: result.asking === BROWSER ? `${result.name}, in gzip` : result.name,
    value: medianOf(result, (round) => round.pagesPerSecond),
    ours: result.name === ours.name,
  }));
  return {
    kind: 'bars',
    name: 'pages-per-second',
    title: 'Demo home page, pages a second',
    description: bars.map(({ label, value }) => `${label}: ${value.toFixed(0)}`).join('; '),
    unit: 'pages/s',
    bars,
  };
}
