/**
 * `npm run bench:engine`: rendering in an isolate compared with liquidjs without one, the time of a first page, the time to compile
 * a theme, the memory of a warm theme, and how the time to parse and to compile grows with the file. Rivals are measured in the same run, alternately.
 */
import { cpus } from 'node:os';
import { Liquid } from 'liquidjs';
import { checkTemplate, type SiteContent, type ThemeFiles } from '../../engine/index.ts';
import { roleOf, SETTINGS_SCHEMA } from '../../engine/language/paths.ts';
import { dataOf } from '../../engine/theme/data.ts';
import { type GuestIsolate, GuestProgram, type LoadableUnit, loadable } from '../../sandbox/render-process/isolate.ts';
import { warmUp } from '../../sandbox/render-process/warm-up.ts';
import { bundle } from '../../sandbox/web-process/bundle.ts';
import { type Figure, verdictOf } from '../figure.ts';
import { forLiquidjs, liquidjsTheme } from '../liquidjs-theme.ts';
import { median } from '../median.ts';
import { readArguments, say, writeFindings } from '../run.ts';
import { type BenchPage, FLUID_US, ORIGO, PAGES, PRODUCT_PAGES, WORDS_PAGE } from './pages.ts';
import { profileCost } from './profile.ts';
import { SHAPES } from './shapes.ts';

const THEME = 't';
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

/** Mean time of a call over about `ROUND_MS`, milliseconds. */
function timed(call: () => unknown): number {
  const start = performance.now();
  let calls = 0;
  while (performance.now() - start < ROUND_MS) for (let n = 0; n < 8; n++, calls++) call();
  return (performance.now() - start) / calls;
}

/** Times both calls alternately, so that a drift of the machine's speed changes both figures. The first round warms up. */
function race(ours: () => unknown, theirs: () => unknown): { ours: number; theirs: number } {
  const times = Array.from({ length: ROUNDS + 1 }, () => ({ ours: timed(ours), theirs: timed(theirs) })).slice(1);
  return { ours: median(times.map((time) => time.ours)), theirs: median(times.map((time) => time.theirs)) };
}

const guests = await bundle();
const compiler = new GuestProgram(guests.compile);
const runtime = new GuestProgram(guests.render);

/** The compiled code of a theme, and its other files as a worker passes them to an isolate. */
interface CompiledTheme {
  readonly units: readonly { readonly path: string; readonly unit: LoadableUnit }[];
  readonly schema: string;
  readonly data: string;
}

/** Path and text of the files that are compiled. */
const codeOf = (files: ThemeFiles) => Object.entries(files).filter(([path]) => roleOf(path) !== undefined);

function compiledBy(isolate: GuestIsolate, files: ThemeFiles): CompiledTheme {
  const code = codeOf(files);
  const units = isolate.compile(code).map((unit, index) => ({ path: code[index]?.[0] ?? '', unit: loadable(unit) }));
  return { units, schema: files[SETTINGS_SCHEMA] ?? '', data: JSON.stringify(dataOf(files)) };
}

/** Makes an isolate ready to render one theme. */
function open(isolate: GuestIsolate, { units, schema, data }: CompiledTheme, content: SiteContent): void {
  isolate.load(units, schema);
  isolate.open(THEME, data);
  isolate.setContent(THEME, content);
}

function warm({ files, content }: BenchPage): GuestIsolate {
  const compiling = compiler.takeIsolate();
  const isolate = runtime.takeIsolate();
  open(isolate, compiledBy(compiling, files), content);
  compiling.dispose();
  return isolate;
}

/** liquidjs writes `&#34;` where vitrine writes `&quot;`. */
const comparable = (html: string) => html.replaceAll('&#34;', '&quot;');

say(
  `${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}; medians of ${ROUNDS} rounds of ${ROUND_MS} ms, alternately\n`,
);
say('page'.padEnd(22) + ['KB', 'isolate ms', 'liquidjs ms', 'ratio'].map((head) => head.padStart(12)).join(''));
/** Measures a page and prints its row. @returns times in milliseconds, and how many times faster the isolate is */
function measurePage(bench: BenchPage): { readonly ours: number; readonly theirs: number; readonly ratio: number } {
  const isolate = warm(bench);
  const request = { templates: [bench.template], page: bench.page, nonce: NONCE };
  const rival = liquidjsTheme(bench.files, bench.content, NONCE);
  const ours = isolate.render(THEME, request);
  const html = ours.outcome === 'page' ? ours.html : '';
  const same = comparable(html) === comparable(rival(bench.template, bench.page));
  const times = race(
    () => isolate.render(THEME, request),
    () => rival(bench.template, bench.page),
  );
  isolate.dispose();
  const ratio = times.theirs / times.ours;
  const figures = [(html.length / 1000).toFixed(1), times.ours.toFixed(4), times.theirs.toFixed(4), ratio.toFixed(1)];
  say(
    bench.name.padEnd(22) +
      figures.map((figure) => figure.padStart(12)).join('') +
      (same ? '' : '  (the HTML differs)'),
  );
  return { ...times, ratio };
}

const ratios = PAGES.map((bench) => measurePage(bench).ratio);
const mean = Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);
say(`geometric mean ${mean.toFixed(1)} (bar 10), lowest ${Math.min(...ratios).toFixed(1)} (bar 5)`);
measurePage(WORDS_PAGE);
say(`\nthe public bench of Fluid (.NET): its authors publish ${FLUID_US} µs for 100 products on their machine`);
for (const bench of PRODUCT_PAGES) {
  const { ours, theirs } = measurePage(bench);
  const [isolate, liquidjs] = [ours * 1000, theirs * 1000];
  figures.push({
    what: `Fluid’s public benchmark, ${bench.name} (on its authors’ machine Fluid takes ${FLUID_US} µs for 100)`,
    bar: null,
    measured: `${isolate.toFixed(0)} µs in an isolate, liquidjs without one ${liquidjs.toFixed(0)} µs`,
    verdict: 'stated',
    values: { isolate, liquidjs },
  });
}
say('');
judge(
  'rendering speed in an isolate compared with liquidjs without one, geometric mean of all pages',
  '≥ 10 times',
  mean,
  'times',
  mean >= 10,
);
judge(
  'rendering speed in an isolate compared with liquidjs without one, the page with the lowest ratio',
  '≥ 5 times',
  Math.min(...ratios),
  'times',
  Math.min(...ratios) >= 5,
);

const [home] = PAGES as [BenchPage];
const request = { templates: ['index'], page: home.page, nonce: NONCE };
const compiling = compiler.takeIsolate();
const origo = compiledBy(compiling, ORIGO);
compiling.dispose();

/** Renders a first page in the way of a worker. @param prepared whether a spare isolate is ready. @returns milliseconds */
function firstPage(prepared: boolean): number {
  if (prepared) runtime.prepareSpare((spare) => warmUp(spare, guests.warmUp));
  const start = performance.now();
  const isolate = runtime.takeIsolate();
  open(isolate, origo, home.content);
  isolate.render(THEME, request);
  const time = performance.now() - start;
  isolate.dispose();
  return time;
}
const firsts = (prepared: boolean) => median(Array.from({ length: 41 }, () => firstPage(prepared)).slice(1));
const [first, firstWithoutSpare] = [firsts(true), firsts(false)];
say(
  `time to load the compiled theme origo into a new isolate and render its first page: median ${first.toFixed(2)} ms (bar 5); ${firstWithoutSpare.toFixed(2)} ms when no spare isolate is ready`,
);
judge(
  'time to load the compiled theme origo into a new isolate and render its first page',
  '≤ 5 ms',
  first,
  'ms',
  first <= 5,
);

const isolate = warm(home);
let held = Number.POSITIVE_INFINITY;
for (let n = 0; n < 4_000; n++) {
  isolate.render(THEME, request);
  // The smallest size of the heap is that without garbage.
  if (n >= 2_000) held = Math.min(held, isolate.memory.used);
}
say(`heap of an isolate with the theme origo after 2,000 pages: ${(held / 2 ** 20).toFixed(2)} MB (bar 2)`);
judge('heap of an isolate with the theme origo after 2,000 pages', '≤ 2 MB', held / 2 ** 20, 'MB', held <= 2 * 2 ** 20);
isolate.dispose();

const cost = await profileCost(ORIGO, home.content, { ...request, page: { ...home.page } });
say(
  `profile of the home page of origo: ${cost.whole.toFixed(0)} ms of a worker, ${cost.frames} frames; it tells ${cost.page.toFixed(3)} ms for the page`,
);

/** A theme with the largest allowed number of files: origo and copies of its sections, which its home page shows. */
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
  path.endsWith('.liquid') ? [forLiquidjs(source).replace(/\{%-?\s*schema\s*-?%\}[\s\S]*$/, '')] : [],
);
const bench = compiler.takeIsolate();
const compile = race(
  () => bench.compile(codeOf(bigTheme)),
  () => plain.map((source) => parser.parse(source)),
);
say(
  `compile of a theme of ${Object.keys(bigTheme).length} files: ${compile.ours.toFixed(1)} ms; liquidjs parses it in ${compile.theirs.toFixed(1)} ms: ` +
    `${(compile.ours / compile.theirs).toFixed(2)} times (bar 2)`,
);
judge(
  'time to compile a theme of 120 files compared with the time liquidjs takes to parse it',
  '≤ 2 times',
  compile.ours / compile.theirs,
  'times',
  compile.ours <= 2 * compile.theirs,
);
bench.dispose();

const parse = (outputs: number) => timed(() => checkTemplate('{{x}}'.repeat(outputs), 'snippets/a.liquid'));
const [small, large] = [parse(25_000), parse(100_000)];
say(`time to parse 100,000 outputs / 25,000 outputs: ${(large / small).toFixed(2)} (bar 5; ${large.toFixed(0)} ms)`);
judge('time to parse 100,000 outputs compared with 25,000', '≤ 5 times', large / small, 'times', large <= 5 * small);

/** Length of the large files that are hard to compile, UTF-16 code units; the small ones have half of it. */
const HARD_UNITS = 400_000;
const hard = compiler.takeIsolate();
/** Time to compile a file, milliseconds. @param round makes the text another one: V8 knows texts again that it has compiled */
function compileTime(source: string, round: number): number {
  const start = performance.now();
  hard.compile([['snippets/a.liquid', `${source}${round}`]], 60_000);
  return performance.now() - start;
}
/** The least times of both lengths, measured alternately: what the machine does besides only adds to them. */
const hardTimes = Object.entries(SHAPES).map(([shape, source]) => {
  const rounds = Array.from({ length: options.quick ? 1 : 5 }, (_, round) => ({
    short: compileTime(source(HARD_UNITS / 2), round),
    long: compileTime(source(HARD_UNITS), round),
  }));
  const short = Math.min(...rounds.map((round) => round.short));
  const long = Math.min(...rounds.map((round) => round.long));
  return { shape, long, growth: long / short };
});
hard.dispose();
say(`\n${'file of 400,000 characters'.padEnd(42)}${'compile ms'.padStart(12)}${'a doubling'.padStart(12)}`);
for (const { shape, long, growth } of hardTimes)
  say(shape.padEnd(42) + long.toFixed(0).padStart(12) + growth.toFixed(2).padStart(12));
const [brackets] = hardTimes;
const steepest = Math.max(...hardTimes.map(({ growth }) => growth));
judge(
  'time to compile 400,000 characters of brackets that are never closed',
  '≤ 300 ms',
  brackets?.long ?? Number.POSITIVE_INFINITY,
  'ms',
  (brackets?.long ?? Number.POSITIVE_INFINITY) <= 300,
);
judge(
  'time to compile brackets that are never closed when there are twice as many',
  '≤ 2.2 times: twice, and a tenth for noise',
  brackets?.growth ?? Number.POSITIVE_INFINITY,
  'times',
  (brackets?.growth ?? Number.POSITIVE_INFINITY) <= 2.2,
);
judge(
  'time to compile a file of twice the length, the hard file that grows most',
  '≤ 2.5 times',
  steepest,
  'times',
  steepest <= 2.5,
);
await writeFindings({ figures, charts: [] }, options);
