import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { StartupError } from '../../../src/startup-error.ts';
import { Cluster, isAlive } from '../../../src/storage/embedded/cluster.ts';
import { type EmbeddedServer, startEmbeddedServer } from '../../../src/storage/embedded/server.ts';
import { freshDataDir } from '../../support/data-dir.ts';
import { query } from '../../support/database.ts';
import { ask } from '../../support/http.ts';
import { type ServerProcess, startReadyServer } from '../../support/server-process.ts';
import { until } from '../../support/until.ts';

const HOST = 'origo.localhost';
/** After each answer: what starts meanwhile needs the processors more. */
const PAUSE_MS = 5;

/** Process id of the PostgreSQL that runs on this data directory now. */
async function postgresOf(dataDir: string): Promise<number> {
  const running = await new Cluster(dataDir).runningServer();
  if (!running) throw new Error('no server runs there');
  return running.pid;
}

describe('the program’s own PostgreSQL, killed while the program runs', () => {
  let dataDir: string;
  let server: ServerProcess;
  let key: string;

  beforeAll(async () => {
    dataDir = await freshDataDir();
    server = await startReadyServer({ DATA_DIR: dataDir });
    key = /svc_[\w-]{43}/.exec(server.output())?.[0] ?? '';
  });
  afterAll(async () => {
    await server.end('SIGTERM');
    await rm(dataDir, { recursive: true, force: true });
  });

  it('comes back by itself: no page fails, no acknowledged write is lost', async () => {
    const page = () => ask({ port: server.port, host: HOST });
    const [{ id }] = (await ask({ port: server.port, path: '/api/themes', key })).json().themes;
    const write = (n: number) => {
      const body = { chemin: 'layout/theme.liquid', contenu: `écrit ${n}` };
      return ask({ port: server.port, path: `/api/themes/${id}/fichiers`, method: 'PUT', key, body });
    };
    await write(0);
    expect((await page()).text).toBe('écrit 0');

    let over = false;
    onTestFinished(() => {
      over = true;
    });
    let acknowledged = 0;
    const refusals = new Set<string>();
    const writing = (async () => {
      for (let n = 1; !over; n++) {
        const answer = await write(n);
        if (answer.status === 200) acknowledged = n;
        else refusals.add(`${answer.status} ${answer.json().error}`);
        await sleep(PAUSE_MS);
      }
    })();
    const failed: number[] = [];
    const visiting = (async () => {
      while (!over) {
        const { status } = await page();
        if (status !== 200) failed.push(status);
        await sleep(PAUSE_MS);
      }
    })();

    const killed = await postgresOf(dataDir);
    for (let round = 0; round < 2; round++) {
      const before = acknowledged;
      await until('a write is acknowledged', () => expect(acknowledged).toBeGreaterThan(before));
      const running = await postgresOf(dataDir);
      // One write may be under way: the one after it has met the next server.
      const last = acknowledged;
      process.kill(running, 'SIGKILL');
      await until('writes are acknowledged again', () => expect(acknowledged).toBeGreaterThan(last + 1));
    }
    over = true;
    await Promise.all([writing, visiting]);

    expect(await postgresOf(dataDir)).not.toBe(killed);
    expect(server.output()).toContain('La base de données s’est arrêtée : elle redémarre…');
    expect(failed).toEqual([]);
    for (const refusal of refusals) expect(refusal).toMatch(/^(503 indisponible|500 save_failed)$/);
    // Pages look for the database a few times a second.
    await until('pages are fresh', async () => expect((await page()).headers['cache-status']).toBeUndefined());
    const shown = Number(/écrit (\d+)/.exec((await page()).text)?.[1]);
    // The last write may have been stored without an acknowledgement.
    expect(shown).toBeGreaterThanOrEqual(acknowledged);
  });

  it('is owned again: a second instance on the same folder is still refused', async () => {
    await expect(startEmbeddedServer(dataDir, () => undefined)).rejects.toThrow(StartupError);
    expect((await ask({ port: server.port, host: HOST })).status).toBe(200);
  });
});

describe('a server that is kept', () => {
  let dataDir: string;
  beforeAll(async () => {
    dataDir = await freshDataDir();
  });
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  const answers = ({ url }: EmbeddedServer) =>
    query(url, 'SELECT').then(
      () => true,
      () => false,
    );

  it('stands on the port that was asked for, at every start', async () => {
    const first = await startEmbeddedServer(dataDir, () => undefined);
    const port = Number(new URL(first.url).port);
    await first.stop();
    const second = await startEmbeddedServer(dataDir, () => undefined, { port });
    expect(second.url).toBe(first.url);
    expect(await answers(second)).toBe(true);
    await second.stop();
  });

  it('takes its ownership again when only its connections are lost', async () => {
    const server = await startEmbeddedServer(dataDir, () => undefined);
    const owner = async () =>
      (await query(server.url, 'SELECT pid FROM pg_locks WHERE locktype = $1', ['advisory'])).rows[0]?.pid;
    const before = await owner();
    await query(
      server.url,
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND backend_type = $1',
      ['client backend'],
    );
    const isOwned = () =>
      startEmbeddedServer(dataDir, () => undefined).then(
        () => false,
        (error) => error instanceof StartupError,
      );
    // The connection that was ended keeps its lock for a moment.
    await until('another one has the lock', async () => expect([undefined, before]).not.toContain(await owner()));
    expect(await isOwned()).toBe(true);
    await server.stop();
  });

  it('can be stopped while it is being started again, and then stays down', async () => {
    const server = await startEmbeddedServer(dataDir, () => undefined);
    for (const waited of [0, 30, 150]) {
      const pid = await postgresOf(dataDir);
      process.kill(pid, 'SIGKILL');
      await until('the server is dead', () => !isAlive(pid));
      if (waited === 150) break;
      await until('the server answers again', () => answers(server));
    }
    await server.stop();
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(await answers(server)).toBe(false);
    expect(await new Cluster(dataDir).runningServer()).toBeNull();
  });
});
