/**
 * `node bench/scaling/sizing.ts [--<input> <number>]…`: the table of docs/scaling.md for other inputs, e.g. `--pages 1000 --web 0.6`. What each input
 * is stands there.
 */
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

/** Assumptions, then what was measured. */
export const INPUTS = {
  pages: 200,
  writes: 2,
  peak: 5,
  use: 0.5,
  own: 0.1,
  warm: 200,
  edits: 50,
  web: 1.44,
  render: 0.84,
  cold: 8.9,
  database: 0.2,
  statements: 1.03,
  site: 17_300,
  edit: 2_700,
  log: 12_000,
  base: 550,
  visited: 0.1,
  theme: 5.1,
  connections: 43,
};
export type Inputs = Readonly<typeof INPUTS>;

const SITES = [10_000, 100_000, 1_000_000];
const SECONDS = 86_400;
/** Sites of which an instance has something in memory, at most. */
const REMEMBERED = 10_000;
const MEBIBYTES = 1_024;

/** Euler’s constant as a factor: the sum of 1/n up to x is about ln(x · e^0.577). */
const HARMONIC = Math.exp(0.577);

export interface Row {
  readonly what: string;
  readonly formula: string;
  readonly value: (sites: number) => string;
}

/** The rows of the table. */
function rowsFor(i: Inputs): readonly Row[] {
  const pages = (sites: number) => (sites * i.pages * i.peak) / SECONDS;
  const writes = (sites: number) => (sites * i.writes * i.peak) / SECONDS;
  const cores = (sites: number, ms: number) => (pages(sites) * ms) / 1_000 / i.use;
  const instances = (sites: number) => Math.max(2, Math.ceil(cores(sites, i.web)));
  const ownEach = (sites: number) => (i.own * sites) / instances(sites);
  const missed = (sites: number) => Math.max(0, 1 - Math.log(HARMONIC * i.warm) / Math.log(HARMONIC * ownEach(sites)));
  const memoryEach = (sites: number) =>
    i.base + i.visited * Math.min(REMEMBERED, sites / instances(sites)) + i.theme * Math.min(i.warm, ownEach(sites));
  return [
    { what: 'pages a second, P', formula: 'S · pages · peak / 86,400', value: (s) => round(pages(s)) },
    { what: 'writes a second, W', formula: 'S · writes · peak / 86,400', value: (s) => round(writes(s)) },
    {
      what: 'instances, N: web cores',
      formula: 'P · web / 1,000 / use, rounded up, at least 2',
      value: (s) => String(instances(s)),
    },
    {
      what: 'render cores',
      formula: 'P · (render + own · m · cold) / 1,000 / use',
      value: (s) => round(cores(s, i.render + i.own * missed(s) * i.cold)),
    },
    {
      what: 'part of the pages of own code whose theme is not warm, m',
      formula: '1 − ln(1.78 · warm) / ln(1.78 · own · S / N), at least 0',
      value: (s) => `${(100 * missed(s)).toFixed(0)} %`,
    },
    {
      what: 'memory of all instances, GiB',
      formula: 'N · (base + visited · min(10,000, S / N) + theme · min(warm, own · S / N)) / 1,024',
      value: (s) => round((instances(s) * memoryEach(s)) / MEBIBYTES),
    },
    { what: 'statements a second', formula: 'P · statements', value: (s) => round(pages(s) * i.statements) },
    { what: 'cores of PostgreSQL', formula: 'P · database / 1,000 / use', value: (s) => round(cores(s, i.database)) },
    {
      what: 'database, GB',
      formula: 'S · (site + edits · edit) / 10^9',
      value: (s) => round((s * (i.site + i.edits * i.edit)) / 1e9),
    },
    {
      what: 'what pages read of it, GB: memory of its machine',
      formula: 'S · site / 10^9',
      value: (s) => round((s * i.site) / 1e9),
    },
    {
      what: 'log (WAL) a day, GB',
      formula: 'S · writes · log / 10^9',
      value: (s) => round((s * i.writes * i.log) / 1e9),
    },
    {
      what: 'connections of instances, at most',
      formula: 'connections · N',
      value: (s) => String(i.connections * instances(s)),
    },
  ];
}

/** The table in Markdown. */
export function tableFor(inputs: Inputs): string {
  const head = ['for S sites', 'formula', ...SITES.map((sites) => sites.toLocaleString('en'))];
  const lines = rowsFor(inputs).map(({ what, formula, value }) => [what, formula, ...SITES.map(value)]);
  return [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Two digits are more than the inputs are good for. */
const round = (value: number): string =>
  value >= 10 ? Number(value.toPrecision(2)).toLocaleString('en') : value.toPrecision(2);

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const options = Object.fromEntries(Object.keys(INPUTS).map((name) => [name, { type: 'string' as const }]));
  const given = Object.entries(parseArgs({ options }).values).map(([name, value]) => [name, Number(value)]);
  process.stdout.write(`${tableFor({ ...INPUTS, ...Object.fromEntries(given) })}\n`);
}
