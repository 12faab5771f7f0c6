/**
 * The parent of the render processes. Linux copies the launching process for each launch: this small one stands still for 1.5 ms, the web
 * process with 300 MB would for 20 to 30 ms. The environment of this process is empty.
 */
import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { getPriority, setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { LEAST_NICENESS } from '../limits.ts';
import { CHANNEL_FD, type FromLauncher, type LaunchOrder, type ToLauncher } from '../messages/protocol.ts';
import { leaveSignalsToWebProcess } from '../signals.ts';
import { setCpuPolicy, startWith } from './set-cpu-policy.ts';

/** A young generation that fits into a core's cache: at 2,500 pages a second both cores are 107 % busy, with V8's own 16 MiB 117 %. */
const HEAP = '--max-semi-space-size=2';

/** The script that has started this process, and starts the render processes, too. */
const [, BOOT = ''] = process.argv;
const ROOT = join(dirname(BOOT), '..');

/** A render process may read the program's own files; Node.js refuses other files, and programs (docs/decisions/processes.md). */
const PERMISSIONS = [
  '--permission',
  '--allow-addons',
  '--allow-worker',
  `--allow-fs-read=${join(ROOT, '*')}`,
  '--allow-fs-read=/etc/alpine-release',
  '--no-warnings',
];

/** A render process reads its program from standard input; its connections begin at `CHANNEL_FD`. */
const STDIO: readonly ('pipe' | 'ignore')[] = ['pipe', 'ignore', 'ignore'];

const WEB_PROCESS = process.ppid;
const PARENT_POLL_MS = 2_000;

// Render processes inherit the niceness. Where the whole program is nicer already, only root may make this process less nice.
if (LEAST_NICENESS > getPriority()) setPriority(LEAST_NICENESS);
process.on('message', (order: ToLauncher) => {
  if (order.type === 'launch') return launch(order);
  setCpuPolicy(order.pid, order.cpuPolicy);
  tell({ type: 'cpu-policy-set', id: order.id });
});
// The web process has ended; the render processes end by themselves. While a connection is being sent Node tells of no end: hence the
// interval (test/sandbox/killed-while-launching.alone.test.ts).
process.on('disconnect', () => process.exit(0));
setInterval(() => {
  if (process.ppid !== WEB_PROCESS) process.exit(0);
}, PARENT_POLL_MS);
leaveSignalsToWebProcess();

function launch({ id, code, connections, cpuPolicy }: LaunchOrder & { readonly id: number }): void {
  const options = { env: {}, stdio: [...STDIO, ...Array<'pipe'>(connections).fill('pipe')] };
  const child = spawn(process.execPath, [...PERMISSIONS, HEAP, BOOT], options);
  child.once('error', () => tell({ type: 'ended', id, code: null, signal: null }));
  child.once('exit', (exitCode, signal) => tell({ type: 'ended', id, code: exitCode, signal }));
  if (child.pid === undefined) return;
  if (cpuPolicy.onlyIdle || cpuPolicy.isConfined) startWith(child.pid, cpuPolicy);
  child.stdin?.on('error', () => undefined).end(code);
  for (const connection of child.stdio.slice(CHANNEL_FD)) tell({ type: 'connection', id }, connection as Socket);
  tell({ type: 'launched', id, pid: child.pid });
}

function tell(message: FromLauncher, connection?: Socket): void {
  process.send?.(message, connection, {}, () => undefined);
}
