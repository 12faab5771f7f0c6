/** `npm run bench:verify`: how long `vitrine verifier` takes for a theme of 120 files, from the start of its process to the end. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { FILES_PER_THEME } from '../../src/themes/limits.ts';
import { type Figure, lineOf, verdictOf } from '../figure.ts';
import { largeTheme } from '../large-theme.ts';
import { median } from '../median.ts';
import { runBench, say } from '../run.ts';

const COMMAND = fileURLToPath(new URL('../../src/cli/bin.cjs', import.meta.url));

/** An author waits no longer, milliseconds. */
const BAR_MS = 1_500;

/** The first run reads the files of the program from the disk, and is not counted. */
const RUNS = { normal: 15, quick: 2 };

await runBench(async ({ quick }) => {
  say(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}`);
  const folder = await largeTheme();
  const figures: Figure[] = [];
  for (const [what, options] of [
    ['vitrine verifier', []],
    ['vitrine verifier --corriger, with nothing to correct', ['--corriger']],
  ] as const) {
    const times: number[] = [];
    for (let run = 0; run <= RUNS[quick ? 'quick' : 'normal']; run++) times.push(await timeOf(folder, options));
    const [ms, most] = [median(times.slice(1)), Math.max(...times.slice(1))];
    const figure: Figure = {
      what: `${what}, theme of ${FILES_PER_THEME} files`,
      bar: options.length === 0 ? `≤ ${BAR_MS} ms` : null,
      measured: `median ${ms.toFixed(0)} ms, longest ${most.toFixed(0)} ms`,
      verdict: options.length === 0 ? verdictOf(ms <= BAR_MS) : 'stated',
      values: { median: ms, longest: most },
    };
    say(lineOf(figure));
    figures.push(figure);
  }
  return { figures, charts: [] };
});

/** Milliseconds of one run. @throws Error when the command fails, or does not look at all files */
async function timeOf(folder: string, options: readonly string[]): Promise<number> {
  const began = performance.now();
  const child = spawn(process.execPath, [COMMAND, 'verifier', folder, ...options, '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    said += chunk;
  });
  const [code] = await once(child, 'close');
  const time = performance.now() - began;
  if (code !== 0 || JSON.parse(said).fichiers !== FILES_PER_THEME) throw new Error(`the command ended with ${code}`);
  return time;
}
