/**
 * `npm run bench [-- --quick] [--before folder]`: runs every bench, one after the other, each in its own process, and writes one report on them to
 * `bench/report/` (a quick one in `bench/report/quick/`). A bench that fails is reported as failed; the others still run. With the folder of another
 * checkout, whose packages are installed, `serve` and `tail` measure its program beside this one's.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { atEnd, endAll, waitIfStopping } from './endings.ts';
import type { Findings } from './figure.ts';
import { describeCircumstances } from './reporting/machine.ts';
import { type Part, writeReport } from './reporting/report.ts';
import { readArguments, say } from './run.ts';
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

const { quick, before } = readArguments();
const folder = await temporaryFolder();
try {
  const parts: Part[] = [];
  for (const bench of BENCHES) parts.push(await runPart(bench));
  const report = new URL(quick ? 'report/quick/' : 'report/', import.meta.url);
  await writeReport(report, await describeCircumstances(), { parts, quick });
  say(`\nThe report is ${fileURLToPath(report)}report.md`);
  if (parts.some(({ figures }) => figures.some(({ verdict }) => verdict === 'failed'))) process.exitCode = 1;
} finally {
  await endAll();
}

async function runPart(bench: string): Promise<Part> {
  say(`\n— bench:${bench} —\n`);
  const file = join(folder, `${bench}.json`);
  const script = fileURLToPath(new URL(`${bench}/main.ts`, import.meta.url));
  const args = [script, '--figures', file, ...(quick ? ['--quick'] : []), ...(before ? ['--before', before] : [])];
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
