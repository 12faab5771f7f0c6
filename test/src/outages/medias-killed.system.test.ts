import { readdirSync, readFileSync } from 'node:fs';
import { rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openMediaFiles } from '../../../src/media/store/open-store.ts';
import { sweepMedias, YOUNG_MS } from '../../../src/media/store/sweep.ts';
import { Cluster, DATABASE } from '../../../src/storage/embedded/cluster.ts';
import { freshDataDir } from '../../support/data-dir.ts';
import { freshDatabase, openPools } from '../../support/database.ts';
import { type Answer, ask } from '../../support/http.ts';
import { keptIn, mediasApi } from '../../support/medias.ts';
import { png } from '../../support/png.ts';
import { type Asked, createTenant } from '../../support/program.ts';
import { type ServerProcess, startReadyServer } from '../../support/server-process.ts';
import { sessionOfKey } from '../../support/sessions.ts';
import { until } from '../../support/until.ts';

/** What is killed while uploads are under way: no row is without bytes, what was acknowledged is there, and a round of upkeep removes the rest. */

let dataDir: string;
let server: ServerProcess;
beforeEach(async () => {
  dataDir = await freshDataDir();
});
afterEach(async () => {
  await server.end('SIGTERM');
  await rm(dataDir, { recursive: true, force: true });
});

let pictures = 0;
/** No two have the same bytes. */
const picture = (): Buffer => png(1_300, 900, `#${(++pictures).toString(16).padStart(6, '0')}`);

const apiOf = (databaseUrl: string, key: string) => {
  const asked = async (question: Asked) => {
    const beside = { cookie: await sessionOfKey(databaseUrl, key) };
    return ask({ port: server.port, ...question, headers: { ...beside, ...question.headers } });
  };
  return mediasApi({ ask: asked }, { key });
};

/** Uploads so many pictures at once. @returns ids as they are acknowledged; codes of refusals; the end of all */
function upload(databaseUrl: string, key: string, count: number) {
  const acknowledged: string[] = [];
  const refused: string[] = [];
  const take = (answer: Answer) => {
    if (answer.status === 201) acknowledged.push(answer.json().media.id);
    else refused.push(`${answer.status} ${answer.json().error}`);
  };
  const sent = Array.from({ length: count }, (_, n) => apiOf(databaseUrl, key).upload(`${n}.png`, picture()));
  // A killed server answers nothing.
  const over = Promise.all(sent.map((one) => one.then(take, () => undefined)));
  return { acknowledged, refused, over };
}

/** Makes all that is left as old as what upkeep removes, and lets a round of upkeep go by. */
async function tidy(databaseUrl: string): Promise<void> {
  const files = await openMediaFiles({ dataDir, mediaBucket: undefined });
  const old = new Date(Date.now() - 2 * YOUNG_MS);
  for await (const { key } of files.store.list('')) await utimes(join(dataDir, 'medias', key), old, old);
  const arriving = files.arrivals.folder;
  for (const name of readdirSync(arriving)) await utimes(join(arriving, name), old, old);
  const db = openPools(databaseUrl, 'vitrine_gestion');
  await sweepMedias(db, files);
  await db.end();
}

async function expectAll(databaseUrl: string, key: string, acknowledged: readonly string[]): Promise<void> {
  expect((await keptIn(databaseUrl, dataDir)).rowsWithoutBytes).toBe(0);
  await tidy(databaseUrl);
  const { files, ...kept } = await keptIn(databaseUrl, dataDir);
  expect(kept).toEqual({ rowsWithoutBytes: 0, bytesWithoutRows: 0, arriving: 0 });
  const listed = (await apiOf(databaseUrl, key).list()).map(({ id }) => id);
  expect(listed).toEqual(expect.arrayContaining([...acknowledged]));
  expect(files.length).toBeGreaterThanOrEqual(acknowledged.length);
}

it('the server', async () => {
  const databaseUrl = await freshDatabase();
  const start = () =>
    startReadyServer({ DATABASE_URL: databaseUrl, SERVICE_DATABASE_URL: databaseUrl, DATA_DIR: dataDir });
  server = await start();
  const { key } = await createTenant(databaseUrl);
  const acknowledged: string[] = [];
  for (let round = 0; round < 3; round++) {
    const uploads = upload(databaseUrl, key, 8);
    if (round === 0) await until('bodies arrive', async () => (await keptIn(databaseUrl, dataDir)).arriving > 0);
    else await until('some are acknowledged', () => uploads.acknowledged.length >= round);
    await server.end('SIGKILL');
    await uploads.over;
    acknowledged.push(...uploads.acknowledged);
    server = await start();
  }
  expect(acknowledged.length).toBeGreaterThan(0);
  await expectAll(databaseUrl, key, acknowledged);
});

it('the process that opens pictures', async () => {
  const databaseUrl = await freshDatabase();
  server = await startReadyServer({ DATABASE_URL: databaseUrl, SERVICE_DATABASE_URL: databaseUrl, DATA_DIR: dataDir });
  const { key } = await createTenant(databaseUrl);
  const uploads = upload(databaseUrl, key, 12);
  let killed = 0;
  for (const at of [0, 2, 4]) {
    await until('some are answered', () => uploads.acknowledged.length + uploads.refused.length >= at);
    const [pid] = await until('a process opens pictures', () => {
      const pids = pictureProcesses();
      return pids.length > 0 && pids;
    });
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
    killed++;
  }
  await uploads.over;
  expect([killed, uploads.acknowledged.length + uploads.refused.length]).toEqual([3, 12]);
  for (const refusal of uploads.refused) expect(refusal).toMatch(/^(503 indisponible|400 media_illisible)$/);
  expect((await keptIn(databaseUrl, dataDir)).bytesWithoutRows).toBe(0);
  await expectAll(databaseUrl, key, uploads.acknowledged);
});

it('the database', async () => {
  server = await startReadyServer({ DATA_DIR: dataDir });
  const key = /svc_[\w-]{43}/.exec(server.output())?.[0] ?? '';
  const cluster = new Cluster(dataDir);
  const running = async () => {
    const found = await cluster.runningServer();
    if (!found) throw new Error('no server runs there');
    return found;
  };
  const databaseUrl = await cluster.url((await running()).port, DATABASE);
  const acknowledged: string[] = [];
  for (let round = 1; round <= 2; round++) {
    const uploads = upload(databaseUrl, key, 8);
    await until('some are acknowledged', () => uploads.acknowledged.length >= round);
    process.kill((await running()).pid, 'SIGKILL');
    await uploads.over;
    for (const refusal of uploads.refused) expect(refusal).toMatch(/^(503 indisponible|500 save_failed)$/);
    acknowledged.push(...uploads.acknowledged);
    await until('the database answers', async () => (await apiOf(databaseUrl, key).ask('GET')).status === 200);
  }
  await expectAll(await cluster.url((await running()).port, DATABASE), key, acknowledged);
});

/** Processes of the server that open pictures. */
const pictureProcesses = (): number[] =>
  readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number)
    .filter((pid) => readProc(pid, 'cmdline').includes('picture-process') && isOf(pid, server.child.pid ?? 0));

function isOf(pid: number, ancestor: number): boolean {
  if (pid === ancestor || pid <= 1) return pid === ancestor;
  return isOf(Number(/^PPid:\s*(\d+)/m.exec(readProc(pid, 'status'))?.[1] ?? 0), ancestor);
}

function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    // It has just ended.
    return '';
  }
}
