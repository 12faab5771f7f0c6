/**
 * The process that render processes are children of. To launch one is to copy the launching process: 1.5 ms of this one, 20 to 30 ms of
 * one of 300 MB that holds connections, in which no page moves. Its environment is empty.
 */
import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { getPriority, setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { LEAST_NICENESS } from '../limits.ts';
import { CHANNEL_FD, type FromLauncher, type LaunchOrder, type ToLauncher } from '../messages/protocol.ts';
import { leaveSignalsToWebProcess } from '../signals.ts';
import { setCpuPolicy, startWith } from './set-cpu-policy.ts';

/**
 * A young generation that fits into a core's own cache: at 2,500 pages a second both cores are 107 % busy instead of 117 with V8's
 * own 16 MiB, and a process that takes another's place touches less memory for the first time.
 */
const HEAP = '--max-semi-space-size=2';

/** The script that has started this process; it starts the render processes too. */
const [, BOOT = ''] = process.argv;
const ROOT = join(dirname(BOOT), '..');

/** Of its own code a render process may read; nothing else is allowed (architecture, Toolchain). */
const PERMISSIONS = [
  '--permission',
  '--allow-addons',
  '--allow-worker',
  `--allow-fs-read=${join(ROOT, '*')}`,
  '--allow-fs-read=/etc/alpine-release',
  '--no-warnings',
];

/** Its program comes by standard input; its connections begin at `CHANNEL_FD`. */
const STDIO: readonly ('pipe' | 'ignore')[] = ['pipe', 'ignore', 'ignore'];

const WEB_PROCESS = process.ppid;
const PARENT_POLL_MS = 2_000;

// Children inherit it, so that they have it from their first instruction on. Where the whole program is nicer, only root may take that back.
if (LEAST_NICENESS > getPriority()) setPriority(LEAST_NICENESS);
process.on('message', (order: ToLauncher) => {
  if (order.type === 'launch') return launch(order);
  setCpuPolicy(order.pid, order.cpuPolicy);
  tell({ type: 'cpu-policy-set', id: order.id });
});
// The channel closes when the web process has ended; render processes then end by themselves. Node does not tell it while a connection is
// being sent, so that a launch under way would leave this process for ever.
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
