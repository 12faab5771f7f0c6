/**
 * `npm run bench [-- --quick] [--fault] [--before folder] [folder]`: runs every bench, one after the other, each in its own process, and writes one
 * report on them to `bench/report/`, or to the folder that is named (a quick one to `bench/report/quick/`, one with faults to `bench/report/fault/`). A
 * bench that fails is reported as failed; the others still run. With `--fault` each bar has its deliberate fault, and the run ends with 1 when one of
 * them is not missed. `--before` names another checkout, whose packages are installed: `serve` and `tail` measure its program beside this one's.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { atEnd, endAll, waitIfStopping } from './endings.ts';
import type { Findings } from './figure.ts';
import { describeCircumstances } from './reporting/machine.ts';
import { type Part, tellCounts, writeReport } from './reporting/report.ts';
import { readArguments, say } from './run.ts';
import { UNDECIDED_AT_MOST } from './verdict.ts';
import { temporaryFolder } from './vitrine/host.ts';

const BENCHES = [
  'serve',
  'engine',
  'api',
  'accounts',
  'contents',
  'isolation',
  'tail',
  'media',
  'rehearsal',
  'storage',
  'scaling',
  'cluster',
  'verify',
  'language-server',
] as const;

const { quick, fault, before, words } = readArguments();
const folder = await temporaryFolder();
try {
  const parts: Part[] = [];
  for (const bench of BENCHES) parts.push(await runPart(bench));
  const sort = quick ? 'report/quick/' : fault ? 'report/fault/' : 'report/';
  const report = words[0] ? pathToFileURL(`${resolve(words[0])}/`) : new URL(sort, import.meta.url);
  await writeReport(report, await describeCircumstances(), { parts, quick });
  say(`\n${tellCounts(parts)}\nThe report is ${fileURLToPath(report)}report.md`);
  const figures = parts.flatMap((part) => part.figures);
  const green = figures.filter(({ verdict }) => verdict === 'met' || verdict === 'undecided');
  if (fault) for (const { what } of green) say(`no fault turned it red: ${what}`);
  const isUndecided = green.filter(({ verdict }) => verdict === 'undecided').length > UNDECIDED_AT_MOST;
  const isWrong = fault ? green.length > 0 : isUndecided;
  if (isWrong || figures.some(({ verdict }) => verdict === 'failed')) process.exitCode = 1;
} finally {
  await endAll();
}

async function runPart(bench: string): Promise<Part> {
  say(`\n— bench:${bench} —\n`);
  const file = join(folder, `${bench}.json`);
  const script = fileURLToPath(new URL(`${bench}/main.ts`, import.meta.url));
  const args = [
    script,
    '--figures',
    file,
    ...(quick ? ['--quick'] : []),
    ...(fault ? ['--fault'] : []),
    ...(before ? ['--before', before] : []),
  ];
  const child = spawn(process.execPath, args, { stdio: 'inherit' });
  const began = performance.now();
  const ended = once(child, 'exit');
  const end = atEnd(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  const [code, signal] = await ended;
  await end();
  await waitIfStopping();
  const minutes = (performance.now() - began) / 60_000;
  say(`\nbench:${bench} took ${minutes.toFixed(1)} minutes`);
  try {
    const findings: Findings = JSON.parse(await readFile(file, 'utf8'));
    return { bench, minutes, ...findings };
  } catch {
    const measured = `the bench ended (${signal ?? code}) without figures`;
    return { bench, minutes, figures: [{ what: bench, bar: null, measured, verdict: 'failed' }], charts: [] };
  }
}
