import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';

/** What a confined process may. */
export interface Bounds {
  /** Memory that it may have of its own, mebibytes: what it asks for beyond is refused to it. */
  readonly dataMb: number;
  /** Files of the program that it may read, from the program's folder on. */
  readonly reads: readonly string[];
  /** All that its environment has. */
  readonly environment: Readonly<Record<string, string>>;
}

/** A process of this machine with two pipes, and nothing else. */
export type ConfinedProcess = ChildProcessByStdio<Writable, Readable, null>;

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Takes away what the system can take away, then becomes the program: memory is bounded, no file can be written (not a byte) and no core is
 * left, the system ends this process first when memory runs out, and there is no network where the system gives it one of its own: root's, or one
 * in a namespace of users. The first that works is taken. It also leaves one processor to the others, for Linux is slow to move a waiting thread
 * while every processor is busy (`sandbox/messages/cpu-policy.ts`): the p99 of other sites' pages beside 200 uploads was 3.5 times as long, and 2.2
 * times with this (`npm run bench:media`, two processors).
 */
const CONFINE = `
ulimit -d "$1" 2>/dev/null; ulimit -f 0 2>/dev/null; ulimit -c 0 2>/dev/null
echo 1000 2>/dev/null >/proc/self/oom_score_adj
mask=$(taskset -p $$ 2>/dev/null); mask=\${mask##* }
if [ -n "$mask" ] && [ \${#mask} -le 15 ] && [ $((0x$mask & (0x$mask - 1))) -ne 0 ]; then
  taskset -p "$(printf %x $((0x$mask & (0x$mask - 1))))" $$ >/dev/null 2>&1
fi
unset PWD
shift
for own in '--net' '--user --map-current-user --net' '--user --map-root-user --net'; do
  unshare $own true 2>/dev/null && exec unshare $own "$@"
done
exec "$@"`;

/**
 * Starts Node confined.
 * @param args a program's file, and flags before it
 * @param niceness as Linux counts
 */
export function spawnConfined(
  args: readonly string[],
  { dataMb, reads, environment }: Bounds,
  niceness: number,
): ConfinedProcess {
  const may = ['--permission', '--allow-addons', ...reads.map((path) => `--allow-fs-read=${ROOT}${path}`)];
  const node = [process.execPath, ...may, '--no-warnings', ...args];
  const child = spawn('/bin/sh', ['-c', CONFINE, 'sh', String(dataMb * 1_024), ...node], {
    env: environment,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  try {
    // Set before the process has other threads, because they inherit it from the first.
    if (child.pid !== undefined) setPriority(child.pid, niceness);
  } catch {
    // The process has ended already; its exit event says so.
  }
  return child;
}
