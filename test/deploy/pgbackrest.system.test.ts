import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { manage } from '../src/outages/whole-site.ts';
import { type BackedUpServer, startBackedUpServer } from '../support/backed-up-server.ts';
import { type Client, createClient } from '../support/client.ts';
import { freshDataDir } from '../support/data-dir.ts';
import { query } from '../support/database.ts';
import { needs } from '../support/needs.ts';
import { startTestProgram, type TestProgram } from '../support/program.ts';
import { until } from '../support/until.ts';

/** Pages written before a step, at least. */
const SOME = 5;

const second = () => Math.floor(Date.now() / 1_000);

describe('a database that pgBackRest backs up', needs('pgBackRest'), () => {
  let folder: string;
  let server: BackedUpServer;
  let vitrine: TestProgram;
  let client: Client;

  beforeAll(async () => {
    folder = await freshDataDir();
    server = await startBackedUpServer(folder);
    await server.operate('stanza-create');
    vitrine = await startTestProgram({}, { databaseUrl: server.url });
    client = await createClient(vitrine);
    await client.publish(await client.install());
  });
  afterAll(async () => {
    await vitrine?.close();
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const visit = (path: string) => vitrine.ask({ host: `${client.tenant.slug}.localhost`, path });
  /** The numbers of the pages that the test has written. */
  const pages = async (): Promise<number[]> => {
    const listed: { slug: string }[] = (await manage(vitrine, client.tenant, 'pages')).pages;
    const numbers = listed.flatMap(({ slug }) => /^page-(\d+)$/.exec(slug)?.[1] ?? []).map(Number);
    return numbers.sort((a, b) => a - b);
  };

  it('is brought back to a moment between two writes after its disk was lost, and goes on', async () => {
    let [begun, written, over] = [0, 0, false];
    onTestFinished(() => {
      over = true;
    });
    const writing = (async () => {
      while (!over) {
        const body = { slug: `page-${++begun}`, titre: 'Page', contenu: '<p>écrit</p>', publiee: true };
        await manage(vitrine, client.tenant, 'pages', { method: 'POST', body });
        written = begun;
      }
    })();
    const more = async () => {
      const enough = written + SOME;
      await until(`${SOME} more writes are done`, async () => {
        await Promise.race([writing, visit('/')]);
        expect(written).toBeGreaterThanOrEqual(enough);
      });
    };
    await more();
    const atBackup = written;
    await server.backUp('full');
    expect(written).toBeGreaterThan(atBackup);
    // pgBackRest knows the end of a backup to the second, and takes one that ended in a second before the moment.
    const backedUp = second();
    do await more();
    while (second() === backedUp);

    const acknowledged = written;
    const { rows } = await query(server.url, 'SELECT clock_timestamp()::text AS now');
    const known = begun;
    await more();
    over = true;
    await writing;
    const last = written;
    await server.operate('check');
    await vitrine.close();
    await server.destroy();

    await server.operate('restore', { MOMENT: rows[0].now });
    await server.start();
    await server.operate('pg_is_in_recovery');
    vitrine = await startTestProgram({}, { databaseUrl: server.url });
    const restored = await pages();
    expect(restored).toEqual(restored.map((_, place) => place + 1));
    expect(restored.length).toBeGreaterThanOrEqual(acknowledged);
    expect(restored.length).toBeLessThanOrEqual(known);
    expect(last).toBeGreaterThan(known);
    expect((await visit(`/page-${acknowledged}`)).status).toBe(200);
    expect((await visit(`/page-${last}`)).status).toBe(404);

    const body = { slug: `page-${restored.length + 1}`, titre: 'Page', contenu: '', publiee: true };
    await manage(vitrine, client.tenant, 'pages', { method: 'POST', body });
    expect(await pages()).toHaveLength(restored.length + 1);
    // The log of the new timeline is archived like that of the old one.
    await server.operate('check');
  });
});
