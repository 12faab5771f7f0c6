import { readFile, rm } from 'node:fs/promises';
import { expect } from 'vitest';
import { generateKey } from '../../../../src/accounts/api-key.ts';
import { insertAccount } from '../../../../src/storage/accounts.ts';
import { withConnection } from '../../../../src/storage/database.ts';
import { Cluster } from '../../../../src/storage/embedded/cluster.ts';
import { startEmbeddedServer } from '../../../../src/storage/embedded/server.ts';
import { insertKey } from '../../../../src/storage/keys.ts';
import { insertSite } from '../../../../src/storage/sites.ts';
import { freshDataDir } from '../../../support/data-dir.ts';
import { query } from '../../../support/database.ts';
import { type Answer, ask, type Question } from '../../../support/http.ts';
import { type ServerProcess, startReadyServer } from '../../../support/server-process.ts';
import { until } from '../../../support/until.ts';

/** Names of the clients' keys: authors of what they write. */
export const CLIENTS = ['client 0', 'client 1', 'client 2'] as const;
const HOST = 'essai.localhost';
/** How long the program may take to serve again, milliseconds. */
const BACK_MS = 60_000;

export type Victim = 'server' | 'database' | 'both';

/** The program in a process of its own, on a PostgreSQL of its own; both can be killed, and come back. */
export class World {
  readonly databaseUrl: string;
  readonly keys: readonly string[];
  readonly #dataDir: string;
  readonly #stopDatabase: () => Promise<void>;
  #server: ServerProcess;
  #returning: Promise<void> = Promise.resolve();

  private constructor(
    dataDir: string,
    database: { readonly url: string; stop(): Promise<void> },
    server: ServerProcess,
    keys: readonly string[],
  ) {
    this.#dataDir = dataDir;
    this.databaseUrl = database.url;
    this.#stopDatabase = database.stop;
    this.#server = server;
    this.keys = keys;
  }

  static async start(): Promise<World> {
    const dataDir = await freshDataDir();
    const database = await startEmbeddedServer(dataDir, () => undefined);
    const server = await startServer(dataDir, database.url);
    return new World(dataDir, database, server, await createSite(database.url));
  }

  async close(): Promise<void> {
    await this.#returning;
    await this.#server.end('SIGTERM');
    await this.#stopDatabase();
    await rm(this.#dataDir, { recursive: true, force: true });
  }

  ask(client: number, question: Omit<Question, 'port'>): Promise<Answer> {
    return ask({ port: this.#server.port, key: String(this.keys[client]), ...question });
  }

  visit(path = '/'): Promise<Answer> {
    return ask({ port: this.#server.port, host: HOST, path });
  }

  /** `kill -9`: nothing is tidied up. What died comes back at once. */
  strike(victim: Victim): void {
    // What was struck already is on its way back.
    this.#returning = Promise.all([this.#returning, this.#strike(victim)]).then(() => undefined);
  }

  async #strike(victim: Victim): Promise<void> {
    const killed = victim === 'database' ? null : this.#server;
    killed?.child.kill('SIGKILL');
    if (victim !== 'server') await killDatabase(this.#dataDir);
    await until('the database answers', () => query(this.databaseUrl, 'SELECT'), BACK_MS);
    if (!killed) return;
    await killed.end('SIGKILL');
    await this.#untilDisconnected();
    this.#server = await startServer(this.#dataDir, this.databaseUrl);
  }

  /** Waits until the program serves again: what it had begun before is there wholly, or not at all. */
  async settle(): Promise<void> {
    await this.#returning;
    const themes = () => this.ask(0, { path: '/api/themes' });
    await until('the program serves', async () => expect((await themes()).status).toBe(200), BACK_MS);
  }

  /** Statements that a dead program has sent still run to their end. */
  async #untilDisconnected(): Promise<void> {
    const left = "SELECT FROM pg_stat_activity WHERE application_name LIKE 'vitrine%' AND datname = current_database()";
    const connections = () => query(this.databaseUrl, left);
    await until('the program is disconnected', async () => expect((await connections()).rows).toEqual([]), BACK_MS);
  }
}

const startServer = (dataDir: string, url: string) =>
  startReadyServer({ DATA_DIR: dataDir, DATABASE_URL: url, SERVICE_DATABASE_URL: url, RENDER_WORKERS: '1' });

async function createSite(databaseUrl: string): Promise<string[]> {
  return withConnection('DATABASE_URL', databaseUrl, async (client) => {
    const account = await insertAccount(client, { email: 'essai@exemple.fr', passwordHash: '-', type: 'client' });
    if (!account) throw new Error('this account exists already');
    await insertSite(client, { slug: 'essai', name: 'Essai', state: 'actif', ownerId: account.id });
    const keys: string[] = [];
    for (const name of CLIENTS) {
      const { key, fingerprint, prefix } = generateKey();
      await insertKey(client, {
        accountId: account.id,
        name,
        fingerprint,
        prefix,
        scope: 'themes',
        expiresAt: null,
        backing: null,
      });
      keys.push(key);
    }
    return keys;
  });
}

/** All its processes, the first one first: what is left of it cannot bring it to an orderly end. */
async function killDatabase(dataDir: string): Promise<void> {
  const running = await new Cluster(dataDir).runningServer();
  if (!running) return;
  const children = await readFile(`/proc/${running.pid}/task/${running.pid}/children`, 'utf8').catch(() => '');
  for (const pid of [running.pid, ...children.split(' ').filter(Boolean).map(Number)]) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  }
}
