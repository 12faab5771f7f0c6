/**
 * The process that render processes are children of. To launch one is to copy the launching process: 1.5 ms of this one, 20 to 30 ms of
 * one of 300 MB that holds connections, in which no page moves. It knows nothing, not even an environment.
 */
import { type StdioOptions, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { nicenessOf } from './posts.ts';
import { CHANNEL_FD, type FromLauncher, type ToLauncher } from './protocol.ts';
import { leaveSignalsToWebProcess } from './signals.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const BOOT = fileURLToPath(new URL('render-process.boot.cjs', import.meta.url));

/** Of its own code a render process may read; nothing else is allowed (architecture, Toolchain). */
const PERMISSIONS = [
  '--permission',
  '--allow-addons',
  '--allow-worker',
  `--allow-fs-read=${ROOT}*`,
  '--allow-fs-read=/etc/alpine-release',
  '--no-warnings',
];

/** Its program comes by standard input; what stands at `CHANNEL_FD` is its connection. */
const STDIO: StdioOptions = ['pipe', 'ignore', 'ignore', 'pipe'];

// What is launched gives way from its first instruction on.
setPriority(nicenessOf());
process.on('message', ({ id, code }: ToLauncher) => launch(id, code));
// The web process is gone, and what was launched for it ends by itself.
process.on('disconnect', () => process.exit(0));
leaveSignalsToWebProcess();

/** @param code what the process runs, read from its standard input */
function launch(id: number, code: string): void {
  const child = spawn(process.execPath, [...PERMISSIONS, BOOT], { env: {}, stdio: STDIO });
  child.once('error', () => tell({ type: 'ended', id, code: null, signal: null }));
  child.once('exit', (exitCode, signal) => tell({ type: 'ended', id, code: exitCode, signal }));
  if (child.pid === undefined) return;
  child.stdin?.on('error', () => undefined).end(code);
  tell({ type: 'launched', id, pid: child.pid }, child.stdio[CHANNEL_FD] as Socket);
}

function tell(message: FromLauncher, channel?: Socket): void {
  process.send?.(message, channel, {}, () => undefined);
}
