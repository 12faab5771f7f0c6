/**
 * `npm run bench:verify`: what `vitrine verifier` takes for a theme of 120 files, from the start of its process to the end, by turns with a process that
 * only parses the files with liquidjs.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { FILES_PER_THEME } from '../../src/themes/limits.ts';
import { isFaulty } from '../fault/fault.ts';
import { judged, lineOf, stated } from '../figure.ts';
import { largeTheme } from '../large-theme.ts';
import { median } from '../median.ts';
import { byTurns } from '../rounds.ts';
import { runBench, say } from '../run.ts';
import { treeProcessorTime } from '../vitrine/processor-time.ts';

const COMMAND = fileURLToPath(new URL('../../src/cli/bin.cjs', import.meta.url));
const RIVAL = fileURLToPath(new URL('rival-parse.ts', import.meta.url));

/** How many times the processor time of liquidjs that reads and parses the same files the command may take. */
const MOST = 9;
const ROUNDS = { normal: 7, quick: 3 };
/** Turns the bar red: code that Node runs before the command. */
const FAULT_SECONDS = 5;
const FAULT = `data:text/javascript,while (process.cpuUsage().user < ${FAULT_SECONDS}e6);`;

await runBench(async ({ quick }) => {
  say(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}`);
  const folder = await largeTheme();
  const verify = (options: readonly string[]) => async () => {
    const run = await runOf([
      ...(isFaulty ? ['--import', FAULT] : []),
      COMMAND,
      'verifier',
      folder,
      ...options,
      '--json',
    ]);
    if (JSON.parse(run.said).fichiers !== FILES_PER_THEME) throw new Error('the command does not look at all files');
    return run;
  };
  const parse = () => runOf([RIVAL, folder]);
  // The first runs read the files of the programs from the disk.
  for (const run of [verify([]), parse]) await run();
  const rounds = await byTurns(ROUNDS[quick ? 'quick' : 'normal'], verify([]), parse);
  const corrected = await verify(['--corriger'])();
  const times = rounds.map(({ ours }) => ours.ms);
  const figures = [
    judged({
      what: `vitrine verifier, theme of ${FILES_PER_THEME} files: processor time from the start of its process to its end, compared with Node that parses the files with liquidjs`,
      bar: { most: MOST },
      rounds: rounds.map(({ ours, theirs }) => ours.used / theirs.used),
      measured: `median ${median(times).toFixed(0)} ms, longest ${Math.max(...times).toFixed(0)} ms, liquidjs ${median(rounds.map(({ theirs }) => theirs.ms)).toFixed(0)} ms`,
      fault: `the command computes ${FAULT_SECONDS} s more`,
      values: { median: median(times), longest: Math.max(...times) },
    }),
    stated(
      `vitrine verifier --corriger, with nothing to correct, theme of ${FILES_PER_THEME} files`,
      `${corrected.ms.toFixed(0)} ms`,
      { ms: corrected.ms },
    ),
  ];
  for (const figure of figures) say(lineOf(figure));
  return { figures, charts: [] };
});

/** Runs Node. @returns milliseconds, and processor time, seconds @throws Error when it fails */
async function runOf(words: readonly string[]): Promise<{ ms: number; used: number; said: string }> {
  const [began, before] = [performance.now(), await treeProcessorTime(process.pid)];
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    said += chunk;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}`);
  return { ms: performance.now() - began, used: (await treeProcessorTime(process.pid)) - before, said };
}
