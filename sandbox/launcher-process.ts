/**
 * The process that render processes are children of. To launch one is to copy the launching process: 1.5 ms of this one, 20 to 30 ms of
 * one of 300 MB that holds connections, in which no page moves. It knows nothing, not even an environment.
 */
import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { nicenessOf } from './posts.ts';
import { CHANNEL_FD, type Departing, type FromLauncher, type ToLauncher } from './protocol.ts';
import { restrain, restraining } from './restraint.ts';
import { leaveSignalsToWebProcess } from './signals.ts';

/**
 * A young generation that fits into a core's own cache: at 2,500 pages a second both cores are 107 % busy instead of 117 with V8's
 * own 16 MiB, and a process that takes another's place touches less memory for the first time.
 */
const HEAP = '--max-semi-space-size=2';

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

/** Its program comes by standard input; its connections begin at `CHANNEL_FD`. */
const STDIO: readonly ('pipe' | 'ignore')[] = ['pipe', 'ignore', 'ignore'];

// What is launched gives way from its first instruction on.
setPriority(nicenessOf());
process.on('message', (order: ToLauncher) => {
  if (order.type === 'launch') return launch(order);
  restrain(order.pid, order.restraint);
  tell({ type: 'restrained', id: order.id });
});
// The web process is gone, and what was launched for it ends by itself.
process.on('disconnect', () => process.exit(0));
leaveSignalsToWebProcess();

function launch({ id, code, connections, restraint }: Departing & { readonly id: number }): void {
  const options = { env: {}, stdio: [...STDIO, ...Array<'pipe'>(connections).fill('pipe')] };
  const command = [...restraining(restraint), process.execPath, ...PERMISSIONS, HEAP, BOOT];
  const [program = process.execPath, ...args] = command;
  const child = spawn(program, args, options);
  child.once('error', () => tell({ type: 'ended', id, code: null, signal: null }));
  child.once('exit', (exitCode, signal) => tell({ type: 'ended', id, code: exitCode, signal }));
  if (child.pid === undefined) return;
  child.stdin?.on('error', () => undefined).end(code);
  for (const connection of child.stdio.slice(CHANNEL_FD)) tell({ type: 'connection', id }, connection as Socket);
  tell({ type: 'launched', id, pid: child.pid });
}

function tell(message: FromLauncher, connection?: Socket): void {
  process.send?.(message, connection, {}, () => undefined);
}
