/**
 * `npm run bench:engine`: rendering in an isolate compared with liquidjs without one, the time of a first page, the time to compile
 * a theme, the memory of a warm theme, and how the time to parse and to compile grows with the file. Rivals are measured in the same run, alternately.
 */
import { cpus } from 'node:os';
import { checkTemplate, type SiteContent, type ThemeFiles } from '../../engine/index.ts';
import { roleOf, SETTINGS_SCHEMA } from '../../engine/language/paths.ts';
import { dataOf } from '../../engine/theme/data.ts';
import { type GuestIsolate, GuestProgram, type LoadableUnit, loadable } from '../../sandbox/render-process/isolate.ts';
import { warmUp } from '../../sandbox/render-process/warm-up.ts';
import { bundle } from '../../sandbox/web-process/bundle.ts';
import { isFaulty } from '../fault/fault.ts';
import { type Figure, type Judged, judged, lineOf, stated } from '../figure.ts';
import { liquidjsTheme, parserOfFiles } from '../liquidjs-theme.ts';
import { median } from '../median.ts';
import { readArguments, say, writeFindings } from '../run.ts';
import { type BenchPage, FLUID_US, ORIGO, PAGES, PRODUCT_PAGES, WORDS_PAGE } from './pages.ts';
import { profileCost } from './profile.ts';
import { SHAPES } from './shapes.ts';

const THEME = 't';
const NONCE = 'bm9uY2Ugb2YgMTYgYnl0ZXM=';
const ROUNDS = 7;
const options = readArguments();
const ROUND_MS = options.quick ? 20 : 100;

const figures: Figure[] = [];
const judge = (given: Omit<Judged, 'measured'> & { readonly measured?: string }) => {
  const figure = judged({ measured: '', ...given });
  say(lineOf(figure));
  figures.push(figure);
};

/** With `--fault` all that is ours is done four times. */
const FAULT = 'all of it is done four times';
const TIMES = isFaulty ? 4 : 1;

/** Processor time of this process so far, with the threads of its collector, milliseconds: what else runs on the machine adds little to it. */
function used(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** Mean processor time of a call over about `ROUND_MS`, milliseconds. */
function timed(call: () => unknown): number {
  const start = used();
  let calls = 0;
  while (used() - start < ROUND_MS) for (let n = 0; n < 8; n++, calls++) call();
  return (used() - start) / calls;
}

interface Times {
  readonly ours: number;
  readonly theirs: number;
}

/** Times both calls alternately, so that a drift of the machine's speed changes both figures. The first round warms up. */
function race(ours: () => unknown, theirs: () => unknown, time = timed): Times[] {
  const mine = () => {
    for (let n = 0; n < TIMES; n++) ours();
  };
  return Array.from({ length: ROUNDS + 1 }, () => ({ ours: time(mine), theirs: time(theirs) })).slice(1);
}

/** Processor time of one call, milliseconds. */
function once(call: () => unknown): number {
  const start = used();
  call();
  return used() - start;
}

/** The least processor time of some calls: what a collection of garbage takes only adds to it. */
const least = (call: () => unknown): number => Math.min(...Array.from({ length: 4 }, () => once(call)));

const mediansOf = (rounds: readonly Times[]): Times => ({
  ours: median(rounds.map(({ ours }) => ours)),
  theirs: median(rounds.map(({ theirs }) => theirs)),
});
/** The times of a race as text. */
const described = (rounds: readonly Times[]): string => {
  const { ours, theirs } = mediansOf(rounds);
  return `${ours.toFixed(2)} ms beside ${theirs.toFixed(2)} ms`;
};
/** Our time divided by theirs, by round. */
const shares = (rounds: readonly Times[]): number[] => rounds.map(({ ours, theirs }) => ours / theirs);

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
  `${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}; medians of ${ROUNDS} rounds of ${ROUND_MS} ms of processor time, alternately\n`,
);
say('page'.padEnd(22) + ['KB', 'isolate ms', 'liquidjs ms', 'ratio'].map((head) => head.padStart(12)).join(''));
/** Measures a page and prints its row. @returns its times by round, milliseconds */
function measurePage(bench: BenchPage): Times[] {
  const isolate = warm(bench);
  const request = { templates: [bench.template], page: bench.page, nonce: NONCE };
  const rival = liquidjsTheme(bench.files, bench.content, NONCE);
  const ours = isolate.render(THEME, request);
  const html = ours.outcome === 'page' ? ours.html : '';
  const same = comparable(html) === comparable(rival(bench.template, bench.page));
  const rounds = race(
    () => isolate.render(THEME, request),
    () => rival(bench.template, bench.page),
  );
  isolate.dispose();
  const times = mediansOf(rounds);
  const figures = [
    (html.length / 1000).toFixed(1),
    times.ours.toFixed(4),
    times.theirs.toFixed(4),
    (times.theirs / times.ours).toFixed(1),
  ];
  say(
    bench.name.padEnd(22) +
      figures.map((figure) => figure.padStart(12)).join('') +
      (same ? '' : '  (the HTML differs)'),
  );
  return rounds;
}

/** How many times faster the isolate is: of each round that of each page. */
const pages = PAGES.map((bench) => measurePage(bench).map(({ ours, theirs }) => theirs / ours));
const ratios = Array.from({ length: ROUNDS }, (_, round) => pages.map((rounds) => rounds[round] ?? Number.NaN));
measurePage(WORDS_PAGE);
say(`\nthe public bench of Fluid (.NET): its authors publish ${FLUID_US} µs for 100 products on their machine`);
for (const bench of PRODUCT_PAGES) {
  const { ours, theirs } = mediansOf(measurePage(bench));
  const [isolate, liquidjs] = [ours * 1000, theirs * 1000];
  figures.push(
    stated(
      `Fluid’s public benchmark, ${bench.name} (on its authors’ machine Fluid takes ${FLUID_US} µs for 100)`,
      `${isolate.toFixed(0)} µs in an isolate, liquidjs without one ${liquidjs.toFixed(0)} µs`,
      { isolate, liquidjs },
    ),
  );
}
say('');
const speed = 'rendering speed in an isolate compared with liquidjs without one';
judge({
  what: `${speed}, geometric mean of all pages`,
  bar: { least: 25 },
  rounds: ratios.map((round) => Math.exp(round.reduce((sum, ratio) => sum + Math.log(ratio), 0) / round.length)),
  fault: FAULT,
});
judge({
  what: `${speed}, the page with the lowest ratio`,
  bar: { least: 3 },
  rounds: ratios.map((round) => Math.min(...round)),
  fault: FAULT,
});

const [home] = PAGES as [BenchPage];
const request = { templates: ['index'], page: home.page, nonce: NONCE };
const compiling = compiler.takeIsolate();
const origo = compiledBy(compiling, ORIGO);
compiling.dispose();

/** Renders a first page in the way of a worker, in a spare isolate. */
function firstPage(): void {
  const isolate = runtime.takeIsolate();
  open(isolate, origo, home.content);
  isolate.render(THEME, request);
  isolate.dispose();
}
const FIRSTS = 5;
const firsts = race(
  firstPage,
  () => liquidjsTheme(ORIGO, home.content, NONCE)('index', home.page),
  (call) => {
    let time = 0;
    for (let n = 0; n < FIRSTS; n++) {
      runtime.prepareSpare((spare) => warmUp(spare, guests.warmUp));
      time += once(call);
    }
    return time / FIRSTS;
  },
);
judge({
  what: 'time to load the compiled theme origo into a new isolate and render its first page, compared with liquidjs that parses it and renders its first page',
  bar: { most: 1 },
  rounds: shares(firsts),
  measured: described(firsts),
  fault: FAULT,
});

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

const isolate = warm({ ...home, files: isFaulty ? bigTheme : home.files });
let held = Number.POSITIVE_INFINITY;
for (let n = 0; n < 4_000; n++) {
  isolate.render(THEME, request);
  // The smallest size of the heap is that without garbage.
  if (n >= 2_000) held = Math.min(held, isolate.memory.used);
}
judge({
  what: 'heap of an isolate with the theme origo after 2,000 pages',
  bar: { most: 2_800 },
  unit: 'kB',
  rounds: [held / 1_000],
  fault: `its theme has ${FILES} files`,
});
isolate.dispose();

const cost = await profileCost(ORIGO, home.content, { ...request, page: { ...home.page } });
say(
  `profile of the home page of origo: ${cost.whole.toFixed(0)} ms of a worker, ${cost.frames} frames; it tells ${cost.page.toFixed(3)} ms for the page`,
);

const parse = parserOfFiles();
const liquidFiles = Object.entries(bigTheme).flatMap(([path, source]) => (path.endsWith('.liquid') ? [source] : []));
const bench = compiler.takeIsolate();
const compile = race(
  () => bench.compile(codeOf(bigTheme)),
  () => liquidFiles.map(parse),
);
judge({
  what: `time to compile a theme of ${Object.keys(bigTheme).length} files compared with the time liquidjs takes to parse it`,
  bar: { most: 4 },
  rounds: shares(compile),
  measured: described(compile),
  fault: FAULT,
});
bench.dispose();

const check = (outputs: number) => () => checkTemplate('{{x}}'.repeat(outputs), 'snippets/a.liquid');
const parsed = race(check(100_000), check(25_000), least);
judge({
  what: 'time to parse 100,000 outputs compared with 25,000',
  bar: { most: 8 },
  rounds: shares(parsed),
  measured: described(parsed),
  fault: FAULT,
});

/** Length of the large files that are hard to compile, UTF-16 code units; the short ones have half of it, a quarter with the fault. */
const HARD_UNITS = 400_000;
const hard = compiler.takeIsolate();
/** Processor time to compile a file, milliseconds. @param mark makes the text another one: V8 knows texts again that it has compiled */
const compileTime = (source: string, mark: string): number =>
  once(() => hard.compile([['snippets/a.liquid', `${source}${mark}`]], 60_000));
const HARD_ROUNDS = options.quick ? 2 : 3;
/** How many times as long the longer file is. Twice the length costs a quadratic compiler four times the time, as four times the length costs ours. */
const LONGER = isFaulty ? 4 : 2;
const hardTimes = Object.entries(SHAPES).map(([shape, source]) => {
  const rounds = Array.from({ length: HARD_ROUNDS }, (_, round) => ({
    theirs: compileTime(source(HARD_UNITS / LONGER), `${round}`),
    ours: compileTime(source(HARD_UNITS), `${round}`),
  }));
  const [long, short] = (['ours', 'theirs'] as const).map((side) => Math.min(...rounds.map((round) => round[side])));
  return { shape, rounds, growth: (long ?? Number.NaN) / (short ?? Number.NaN) };
});
say(`\n${'file of 400,000 characters'.padEnd(42)}${'compile ms'.padStart(12)}${'a doubling'.padStart(12)}`);
for (const { shape, rounds, growth } of hardTimes)
  say(shape.padEnd(42) + mediansOf(rounds).ours.toFixed(0).padStart(12) + growth.toFixed(2).padStart(12));
const QUADRATIC = 'the longer file has four times the length of the short one';
const [brackets] = hardTimes;
const plainText = '{{ a.b }} '.repeat(HARD_UNITS / 40);
const besideLiquidjs = race(
  () =>
    hard.compile(
      [['snippets/a.liquid', (SHAPES['brackets that are never closed'] ?? String)(HARD_UNITS) + Math.random()]],
      60_000,
    ),
  () => parse(plainText),
  least,
);
hard.dispose();
judge({
  what: 'time to compile 400,000 characters of brackets that are never closed, compared with the time liquidjs takes to parse 100,000 of plain outputs',
  bar: { most: 3 },
  rounds: shares(besideLiquidjs),
  measured: described(besideLiquidjs),
  fault: FAULT,
});
judge({
  what: 'time to compile brackets that are never closed when there are twice as many',
  bar: { most: 2.8 },
  rounds: [brackets?.growth ?? Number.NaN],
  fault: QUADRATIC,
});
judge({
  what: 'time to compile a file of twice the length, the hard file that grows most',
  bar: { most: 4 },
  rounds: [Math.max(...hardTimes.map(({ growth }) => growth))],
  fault: QUADRATIC,
});
await writeFindings({ figures, charts: [] }, options);
