import { type ChildProcess, fork } from 'node:child_process';
import { openSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withConnection } from '../../src/storage/database.ts';
import { startEmbeddedServer } from '../../src/storage/embedded/server.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { atEnd } from '../endings.ts';
import { endProgram, firstMessage } from '../processes.ts';
import { createTenants, type NewTenant, type Tenant } from './tenants.ts';

const PROCESS = fileURLToPath(new URL('process.ts', import.meta.url));
const LOG_TAIL_UNITS = 2_000;

/** vitrine in a process of its own. */
export interface ServerProcess {
  readonly port: number;
  readonly pid: number;
  /** Ends it in an orderly way. */
  end(): Promise<void>;
}

/** A new folder that goes with the bench. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-bench-'));
  // As root, PostgreSQL runs as another system user, which has to reach its files.
  await chmod(folder, 0o711);
  atEnd(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * @param environment the variables that vitrine reads
 * @param folder takes what it logs
 * @param options `hole`: its engine has one
 */
export async function startServer(
  environment: Readonly<Record<string, string>>,
  folder: string,
  { hole = false } = {},
): Promise<ServerProcess> {
  const log = join(folder, 'vitrine.log');
  const output = openSync(log, 'w');
  const child: ChildProcess = fork(PROCESS, hole ? ['--with-hole'] : [], {
    env: { PATH: process.env.PATH, PORT: '0', ...environment },
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

/** A PostgreSQL, vitrine in its own process, and sites. */
export interface Host extends ServerProcess {
  readonly tenants: readonly Tenant[];
  /** Of the database, with all rights. */
  readonly databaseUrl: string;
  /** Ends the database in an orderly way. @returns a function that starts it again, at the same address */
  stopDatabase(): Promise<() => Promise<void>>;
}

/** @param environment variables of vitrine besides those of the database */
export async function startHost(
  sites: readonly NewTenant[],
  { environment = {}, hole = false }: { environment?: Readonly<Record<string, string>>; hole?: boolean } = {},
): Promise<Host> {
  const folder = await temporaryFolder();
  const dataDir = join(folder, 'data');
  let starting = startEmbeddedServer(dataDir, () => undefined);
  const endDatabase = atEnd(async () => (await starting).stop());
  const { url } = await starting;
  await withConnection('DATABASE_URL', url, migrate);
  const tenants = await createTenants(url, sites);
  const server = await startServer({ DATABASE_URL: url, SERVICE_DATABASE_URL: url, ...environment }, folder, { hole });
  return {
    ...server,
    tenants,
    databaseUrl: url,
    stopDatabase: async () => {
      await (await starting).stop();
      return async () => {
        starting = startEmbeddedServer(dataDir, () => undefined, { port: Number(new URL(url).port) });
        await starting;
      };
    },
    end: async () => {
      await server.end();
      await endDatabase();
    },
  };
}
