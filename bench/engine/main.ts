/**
 * `npm run bench:engine`: a page in its isolate beside liquidjs without one, what a first page costs, what compiling costs, what
 * a warm theme weighs, and how parsing grows. Rivals are measured in the same run, in turns.
 */
import { cpus } from 'node:os';
import { Liquid } from 'liquidjs';
import { checkTemplate } from '../../engine/index.ts';
import { bundle } from '../../sandbox/bundle.ts';
import { type GuestIsolate, GuestProgram } from '../../sandbox/isolate.ts';
import { WARM_UP_FILES, warmUp } from '../../sandbox/warm-up.ts';
import { type Figure, verdictOf } from '../figure.ts';
import { liquidjsTheme } from '../liquidjs-theme.ts';
import { handBack, readArguments, say } from '../run.ts';
import { type BenchPage, ORIGO, PAGES, WORDS_PAGE } from './pages.ts';

const NONCE = 'bm9uY2Ugb2YgMTYgYnl0ZXM=';
const ROUNDS = 7;
const options = readArguments();
const ROUND_MS = options.quick ? 30 : 300;

const figures: Figure[] = [];
const judge = (what: string, bar: string, value: number, unit: string, isMet: boolean) =>
  figures.push({
    what,
    bar,
    measured: `${value.toFixed(2)} ${unit}`,
    verdict: verdictOf(isMet),
    values: { [unit]: value },
  });
const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** Milliseconds a call, over about `ROUND_MS`. */
function timed(call: () => unknown): number {
  const start = performance.now();
  let calls = 0;
  while (performance.now() - start < ROUND_MS) for (let n = 0; n < 8; n++, calls++) call();
  return (performance.now() - start) / calls;
}

/** Both in turns, so that what the machine does besides falls on both; the first round warms up. */
function race(ours: () => unknown, theirs: () => unknown): { ours: number; theirs: number } {
  const times = Array.from({ length: ROUNDS + 1 }, () => ({ ours: timed(ours), theirs: timed(theirs) })).slice(1);
  return { ours: median(times.map((time) => time.ours)), theirs: median(times.map((time) => time.theirs)) };
}

const guests = await bundle();
const compiler = new GuestProgram(guests.compile);
const runtime = new GuestProgram(guests.render);

function warm({ files, content }: BenchPage): GuestIsolate {
  const compiling = compiler.takeIsolate();
  const isolate = runtime.takeIsolate();
  isolate.load(compiling.compile('t', files));
  compiling.dispose();
  isolate.setContent('1', content);
  return isolate;
}

/** liquidjs writes some entities in another way. */
const comparable = (html: string) => html.replaceAll('&#34;', '&quot;');

say(
  `${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}; medians of ${ROUNDS} rounds of ${ROUND_MS} ms, in turns\n`,
);
say('page'.padEnd(22) + ['KB', 'isolate ms', 'liquidjs ms', 'ratio'].map((head) => head.padStart(12)).join(''));
/** One row of the table. @returns how many times faster the isolate is */
function measurePage(bench: BenchPage): number {
  const isolate = warm(bench);
  const request = { templates: [bench.template], page: bench.page, nonce: NONCE };
  const rival = liquidjsTheme(bench.files, bench.content, NONCE);
  const ours = isolate.render(request);
  const html = ours.outcome === 'page' ? ours.html : '';
  const same = comparable(html) === comparable(rival(bench.template, bench.page));
  const times = race(
    () => isolate.render(request),
    () => rival(bench.template, bench.page),
  );
  isolate.dispose();
  const ratio = times.theirs / times.ours;
  const figures = [(html.length / 1000).toFixed(1), times.ours.toFixed(4), times.theirs.toFixed(4), ratio.toFixed(1)];
  say(bench.name.padEnd(22) + figures.map((figure) => figure.padStart(12)).join('') + (same ? '' : '  (other bytes)'));
  return ratio;
}

const ratios = PAGES.map(measurePage);
const mean = Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);
say(`geometric mean ${mean.toFixed(1)} (bar 10), least ${Math.min(...ratios).toFixed(1)} (bar 5)`);
measurePage(WORDS_PAGE);
say('');
judge(
  'a page in its isolate beside liquidjs without one, geometric mean of all pages',
  '≥ 10',
  mean,
  'times',
  mean >= 10,
);
judge('the same, the least of the pages', '≥ 5', Math.min(...ratios), 'times', Math.min(...ratios) >= 5);

const [home] = PAGES as [BenchPage];
const request = { templates: ['index'], page: home.page, nonce: NONCE };
const compiling = compiler.takeIsolate();
const program = compiling.compile('t', ORIGO);
const warmUpProgram = compiling.compile('', WARM_UP_FILES);
compiling.dispose();

/** A first page as a worker gives it; `prepared` when its spare isolate was there. */
function firstPage(prepared: boolean): number {
  if (prepared) runtime.prepareSpare((spare) => warmUp(spare, warmUpProgram));
  const start = performance.now();
  const isolate = runtime.takeIsolate();
  isolate.load(program);
  isolate.setContent('1', home.content);
  isolate.render(request);
  const time = performance.now() - start;
  isolate.dispose();
  return time;
}
const firsts = (prepared: boolean) => median(Array.from({ length: 41 }, () => firstPage(prepared)).slice(1));
const [first, firstWithoutSpare] = [firsts(true), firsts(false)];
say(
  `files to first HTML of origo in a new isolate: median ${first.toFixed(2)} ms (bar 5); ${firstWithoutSpare.toFixed(2)} ms when no spare one is ready`,
);
judge('files to first HTML of origo in a new isolate', '≤ 5 ms', first, 'ms', first <= 5);

const isolate = warm(home);
let held = Number.POSITIVE_INFINITY;
for (let n = 0; n < 4_000; n++) {
  isolate.render(request);
  // What is held, without the garbage of the moment: the least that the heap is seen to shrink to.
  if (n >= 2_000) held = Math.min(held, isolate.usedHeapBytes);
}
say(`memory of origo after 2,000 pages: ${(held / 2 ** 20).toFixed(2)} MB (bar 2)`);
judge('memory of origo after 2,000 pages', '≤ 2 MB', held / 2 ** 20, 'MB', held <= 2 * 2 ** 20);
isolate.dispose();

/** A theme as large as one may be: the catalog's, its sections again under other names, each of them in the page. */
const FILES = 120;
const sources = Object.entries(ORIGO).filter(([path]) => path.startsWith('sections/'));
const more = Array.from({ length: FILES - Object.keys(ORIGO).length }, (_, index): [string, string] => [
  `sections/s${index}.liquid`,
  sources[index % sources.length]?.[1] ?? '',
]);
const types = more.map(([path]) => path.slice('sections/'.length, -'.liquid'.length));
const bigTheme: Record<string, string> = {
  ...ORIGO,
  ...Object.fromEntries(more),
  'templates/index.json': JSON.stringify({
    sections: Object.fromEntries(types.map((type) => [type, { type }])),
    order: types,
  }),
};
const parser = new Liquid();
for (const name of ['schema', 'section']) parser.registerTag(name, { parse: () => undefined, render: () => '' });
const plain = Object.entries(bigTheme).flatMap(([path, source]) =>
  path.endsWith('.liquid') ? [source.replace(/\{%-?\s*schema\s*-?%\}[\s\S]*$/, '')] : [],
);
const bench = compiler.takeIsolate();
const compile = race(
  () => bench.compile('t', bigTheme),
  () => plain.map((source) => parser.parse(source)),
);
say(
  `compile of a theme of ${Object.keys(bigTheme).length} files: ${compile.ours.toFixed(1)} ms, liquidjs parses it in ${compile.theirs.toFixed(1)} ms: ` +
    `${(compile.ours / compile.theirs).toFixed(2)} times (bar 2)`,
);
judge(
  'compile of a theme of 120 files beside liquidjs parsing it',
  '≤ 2',
  compile.ours / compile.theirs,
  'times',
  compile.ours <= 2 * compile.theirs,
);
bench.dispose();

const parse = (outputs: number) => timed(() => checkTemplate('{{x}}'.repeat(outputs), 'snippets/a.liquid'));
const [small, large] = [parse(25_000), parse(100_000)];
say(`parse of 100,000 outputs / of 25,000: ${(large / small).toFixed(2)} (bar 5; ${large.toFixed(0)} ms)`);
judge('parse of 100,000 outputs beside 25,000', '≤ 5', large / small, 'times', large <= 5 * small);
await handBack({ figures, charts: [] }, options);
