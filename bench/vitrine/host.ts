import { type ChildProcess, fork } from 'node:child_process';
import { openSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withConnection } from '../../src/storage/database.ts';
import { startEmbeddedServer } from '../../src/storage/embedded/server.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { atEnd } from '../endings.ts';
import { FAULT_ENVIRONMENT } from '../fault/fault.ts';
import { endProgram, firstMessage } from '../processes.ts';
import { databaseProcess } from './process-tree.ts';
import { treeProcessorTime } from './processor-time.ts';
import { createTenants, type NewTenant, type Tenant } from './tenants.ts';

/** The checkout whose program is measured: this one, or that of the variable `PROGRAM`. */
const ROOT = process.env.PROGRAM ?? fileURLToPath(new URL('../..', import.meta.url));
const PROCESS = 'bench/vitrine/process.ts';
const LOG_TAIL_UNITS = 2_000;

/** vitrine in its own process. */
export interface ServerProcess {
  readonly port: number;
  readonly pid: number;
  /** Stops it with its normal shutdown. */
  end(): Promise<void>;
}

/** Makes a folder that is removed at the end of the bench. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-bench-'));
  // As root, PostgreSQL runs as another system user, which has to reach its files.
  await chmod(folder, 0o711);
  atEnd(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * Starts vitrine.
 * @param environment its environment variables
 * @param folder its log is written there
 * @param options `hole`: its engine has a deliberate hole. `root`: the folder of another checkout, whose program is started
 */
export async function startServer(
  environment: Readonly<Record<string, string>>,
  folder: string,
  { hole = false, root = ROOT } = {},
): Promise<ServerProcess> {
  const log = join(folder, 'vitrine.log');
  const output = openSync(log, 'w');
  const child: ChildProcess = fork(join(root, PROCESS), hole ? ['--with-hole'] : [], {
    env: { PATH: process.env.PATH, PORT: '0', ...FAULT_ENVIRONMENT, ...environment },
    stdio: ['ignore', output, output, 'ipc'],
  });
  const end = atEnd(() => endProgram(child));
  try {
    const { port } = await firstMessage<{ port: number }>(child);
    return { port, pid: child.pid ?? 0, end };
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${(await readFile(log, 'utf8')).slice(-LOG_TAIL_UNITS)}`);
  }
}

/** A PostgreSQL, vitrine in its own process, and some sites. */
export interface Host extends ServerProcess {
  readonly tenants: readonly Tenant[];
  /** Address of the database, with all rights. */
  readonly databaseUrl: string;
  /** Processor time that vitrine and its database have used so far, with their processes that have ended, seconds. */
  processorTime(): Promise<number>;
  /** The same of the database alone. */
  databaseTime(): Promise<number>;
  /** Stops vitrine and starts it again, with the same database and data folder; its port and its pid change. */
  restart(): Promise<void>;
  /** Starts the program of another checkout beside it, with the same database and a data folder of its own. */
  startBeside(root: string): Promise<ServerProcess>;
  /** Stops the database with its normal shutdown. @returns a function that starts it again at the same address */
  stopDatabase(): Promise<() => Promise<void>>;
}

/** @param environment environment variables of vitrine besides those of the database */
export async function startHost(
  sites: readonly NewTenant[],
  { environment = {}, hole = false }: { environment?: Readonly<Record<string, string>>; hole?: boolean } = {},
): Promise<Host> {
  const folder = await temporaryFolder();
  const clusterDir = join(folder, 'database');
  let starting = startEmbeddedServer(clusterDir, () => undefined);
  const endDatabase = atEnd(async () => (await starting).stop());
  const { url } = await starting;
  await withConnection('DATABASE_URL', url, migrate);
  const tenants = await createTenants(url, sites);
  const variables = {
    DATABASE_URL: url,
    SERVICE_DATABASE_URL: url,
    DATA_DIR: join(folder, 'data'),
    ...environment,
  };
  let server = await startServer(variables, folder, { hole });
  const databaseTime = async () => treeProcessorTime(await databaseProcess(clusterDir));
  return {
    get port() {
      return server.port;
    },
    get pid() {
      return server.pid;
    },
    tenants,
    databaseUrl: url,
    processorTime: async () => (await treeProcessorTime(server.pid)) + (await databaseTime()),
    databaseTime,
    restart: async () => {
      await server.end();
      server = await startServer(variables, folder, { hole });
    },
    startBeside: async (root) => {
      const other = join(folder, 'beside');
      await mkdir(other);
      return startServer({ ...variables, DATA_DIR: join(other, 'data') }, other, { root });
    },
    stopDatabase: async () => {
      await (await starting).stop();
      return async () => {
        starting = startEmbeddedServer(clusterDir, () => undefined, { port: Number(new URL(url).port) });
        await starting;
      };
    },
    end: async () => {
      await server.end();
      await endDatabase();
    },
  };
}
