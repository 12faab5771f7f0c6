/**
 * `node bench/migration/main.ts [--quick]`: a database of before with 2,000 themes moves to the present form, while the program of before and this
 * one serve pages and take writes; then once more, with this program killed again and again.
 */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startEmbeddedServer } from '../../src/storage/embedded/server.ts';
import { atEnd } from '../endings.ts';
import { type Figure, lineOf, verdictOf } from '../figure.ts';
import { ms } from '../load/summary.ts';
import { runBench, say } from '../run.ts';
import { temporaryFolder } from '../vitrine/host.ts';
import type { Tenant } from '../vitrine/tenants.ts';
import { unpackBefore } from './before.ts';
import { type Starting, startProgram } from './program.ts';
import { compact, copyDatabase, countDifferences, digestsOf, expected, type Stage, sizeOf, stageOf } from './texts.ts';
import { type Tally, Use, type Written } from './use.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FILL = fileURLToPath(new URL('fill-before.ts', import.meta.url));
/** How long a write may wait, milliseconds. */
const LONGEST_WRITE = 2_000;
const LOOK_MS = 200;
const KILLS = 12;
/** The same when all texts are moved, and what is left of before is removed; so long after its beginning, milliseconds. */
const LATE_KILLS = 3;
const LATEST_MS = 4_000;

/** The time that this part of the requests did not exceed, milliseconds. */
const at = ({ times }: Tally, part: number) =>
  times.toSorted((a, b) => a - b)[Math.floor(part * (times.length - 1))] ?? 0;

await runBench(async ({ quick }) => {
  const count = quick ? 60 : 2_000;
  const folder = await temporaryFolder();
  const before = await unpackBefore(folder);
  const server = await startEmbeddedServer(join(folder, 'database'), () => undefined);
  atEnd(() => server.stop());
  const { stdout } = await promisify(execFile)(process.execPath, [FILL, before, server.url, String(count)], {
    maxBuffer: 64 * 1_048_576,
  });
  const tenants: Tenant[] = JSON.parse(stdout);
  const digests = await digestsOf(server.url, 'fichiers');
  say(`${count} sites of before, ${digests.size} files, ${(await sizeOf(server.url)).toFixed(0)} MiB`);
  const copy = await copyDatabase(server.url, 'copie');
  const environment = (url: string, data: string) => ({
    ...{ DATABASE_URL: url, SERVICE_DATABASE_URL: url, DATA_DIR: join(folder, data) },
  });

  const figures: Figure[] = [];
  const tell = (figure: Figure) => {
    say(lineOf(figure));
    figures.push(figure);
  };
  for (const figure of await online()) tell(figure);
  tell(await killed());
  return { figures, charts: [] };

  async function online(): Promise<Figure[]> {
    const { url } = server;
    const written: Written = new Map();
    const sizes = [await sizeOf(url)];
    const until = async (...stages: Stage[]) => {
      while (!stages.includes(await stageOf(url))) {
        sizes.push(await sizeOf(url));
        await sleep(LOOK_MS);
      }
      return performance.now();
    };
    const old = await startProgram(before, environment(url, 'data-before')).ready;
    const alone = Use.begin([old.port], tenants, written);
    await sleep(quick ? 1_000 : 5_000);
    await alone.end();
    const beside = Use.begin([old.port], tenants, written);
    const began = performance.now();
    const present = await startProgram(ROOT, environment(url, 'data')).ready;
    const serves = performance.now();
    const both = Use.begin([old.port, present.port], tenants, written);
    await beside.end();
    const moved = await until('waiting');
    await sleep(quick ? 1_000 : 5_000);
    await both.end();
    const last = Use.begin([present.port], tenants, written);
    const oldEnds = performance.now();
    await old.end('SIGTERM');
    const done = await until('done');
    await sleep(1_000);
    await last.end();
    say(
      present
        .output()
        .split('\n')
        .filter((line) => /"msg"/.test(line))
        .join('\n'),
    );
    const different = countDifferences(await digestsOf(url, 'fichiers_complets'), expected(digests, written));
    const after = await sizeOf(url);
    await present.end('SIGTERM');
    await compact(url);
    sizes.push(after);

    const uses = [beside, both, last];
    const failures = uses.flatMap(({ pages, writes }) => [...pages.failures, ...writes.failures]);
    const stages = {
      'the old program alone': alone,
      'start and migration': beside,
      'both programs': both,
      after: last,
    };
    const describe = (kind: 'pages' | 'writes') =>
      Object.entries(stages)
        .map(
          ([stage, use]) =>
            `${stage}: p50 ${ms(at(use[kind], 0.5))}, p99 ${ms(at(use[kind], 0.99))}, longest ${ms(use[kind].longest)}`,
        )
        .join('; ');
    const sum = (kind: 'pages' | 'writes') => uses.reduce((total, use) => total + use[kind].times.length, 0);
    const longestWrite = Math.max(...uses.map(({ writes }) => writes.longest));
    const seconds = (from: number, to: number) => `${((to - from) / 1_000).toFixed(1)} s`;
    const mib = (size: number) => `${size.toFixed(0)} MiB`;
    return [
      {
        what: `the longest of ${sum('writes')} writes, through both programs`,
        bar: `≤ ${LONGEST_WRITE} ms`,
        measured: `${ms(longestWrite)} (${describe('writes')})`,
        verdict: verdictOf(longestWrite <= LONGEST_WRITE),
      },
      {
        what: `${sum('pages')} pages, of ${count} sites by turns, through both programs`,
        bar: null,
        measured: describe('pages'),
        verdict: 'stated',
      },
      {
        what: 'pages and writes that failed, and texts that the other program did not see at once',
        bar: '0',
        measured: `${failures.length}${failures.length > 0 ? `: ${[...new Set(failures)].slice(0, 5).join('; ')}` : ''}`,
        verdict: verdictOf(failures.length === 0),
      },
      {
        what: `files of ${digests.size} that are not what they must be`,
        bar: '0',
        measured: String(different),
        verdict: verdictOf(different === 0),
      },
      {
        what: 'time of the conversion beside both programs',
        bar: null,
        measured: `${seconds(began, serves)} to start and migrate, ${seconds(serves, moved)} until all themes are moved; ${seconds(oldEnds, done)} after the end of the old program`,
        verdict: 'stated',
      },
      {
        what: 'size of the database',
        bar: null,
        measured: `${mib(Number(sizes[0]))} before, ${mib(Math.max(...sizes))} at most, ${mib(after)} after, ${mib(await sizeOf(url))} when its tables are compacted`,
        verdict: 'stated',
      },
    ];
  }

  async function killed(): Promise<Figure> {
    const stages: string[] = [];
    const start = () => startProgram(ROOT, environment(copy, 'data-killed'));
    const kill = async (starting: Starting, latest: number) => {
      await sleep(Math.random() * latest);
      stages.push(await stageOf(copy));
      await starting.kill();
    };
    for (let n = 0; n < KILLS; n++) {
      const starting = start();
      // Some die while they migrate, the others while they move texts.
      if (n % 3 > 0) await starting.ready;
      await kill(starting, n % 3 === 0 ? 3_000 : 2_000);
    }
    for (let n = 0; n < LATE_KILLS; n++) {
      const starting = start();
      while (!['ending', 'done'].includes(await stageOf(copy))) await sleep(LOOK_MS);
      await kill(starting, LATEST_MS);
    }
    const present = await start().ready;
    while ((await stageOf(copy)) !== 'done') await sleep(LOOK_MS);
    await present.end('SIGTERM');
    const different = countDifferences(await digestsOf(copy, 'fichiers_complets'), digests);
    return {
      what: `files of ${digests.size} that are not what they were, after ${KILLS + LATE_KILLS} times kill -9 (while ${[...new Set(stages)].join(', ')}) and a last start`,
      bar: '0',
      measured: String(different),
      verdict: verdictOf(different === 0),
    };
  }
});
