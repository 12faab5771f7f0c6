import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openMediaFiles } from '../../../src/media/store/open-store.ts';
import { withConnection } from '../../../src/storage/database.ts';
import { freshDatabase, query } from '../../support/database.ts';
import { createTenant } from '../../support/program.ts';
import { insertMedia } from '../../support/stored-media.ts';
import { until } from '../../support/until.ts';

/** One round of the upkeep's deletions in a process of its own. */
const ROUND = new URL('./sweep-due-sites.ts', import.meta.url).pathname;

it('a process that is killed while it deletes a site leaves all of the site, and the next round deletes it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'killed-sweep-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const url = await freshDatabase();
  const { siteId } = await createTenant(url);
  const { store } = await openMediaFiles({ dataDir: folder, mediaBucket: undefined });
  const { key } = await insertMedia(url, store, siteId, Buffer.from('photo'));
  const sql = async (text: string) => (await query(url, text, [siteId])).rows;
  await sql("INSERT INTO pages (site_id, slug, titre, gabarit, contenu) VALUES ($1, 'a', 'A', 'page', '')");
  await sql("UPDATE sites SET efface_le = now() - interval '1 s' WHERE id = $1");
  const round = () => {
    const child = spawn(process.execPath, [ROUND, url, folder], { stdio: ['ignore', 'ignore', 'inherit'] });
    return { child, over: new Promise((resolve) => child.once('exit', (code, signal) => resolve(code ?? signal))) };
  };
  const rows = () =>
    sql(
      'SELECT (SELECT count(*)::int FROM pages WHERE site_id = $1) AS pages, (SELECT count(*)::int FROM membres WHERE site_id = $1) AS members',
    );

  // Members go among the last rows: whoever holds one stops the deletion in its middle.
  await withConnection('DATABASE_URL', url, async (client) => {
    await client.query('BEGIN');
    await client.query('SELECT role FROM membres WHERE site_id = $1 FOR UPDATE', [siteId]);
    const { child, over } = round();
    await until(
      'the deletion waits for the member',
      async () =>
        (
          await sql(
            "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'DELETE FROM membres%' AND $1::uuid IS NOT NULL",
          )
        ).length > 0,
    );
    child.kill('SIGKILL');
    expect(await over).toBe('SIGKILL');
    await client.query('ROLLBACK');
  });
  await until(
    'the database has ended what the process was doing',
    async () =>
      (
        await sql(
          "SELECT pid FROM pg_stat_activity WHERE query LIKE 'DELETE FROM membres%' AND state <> 'idle' AND $1::uuid IS NOT NULL",
        )
      ).length === 0,
  );
  expect(await rows()).toEqual([{ pages: 1, members: 1 }]);
  const bytes = await store.stream(key);
  expect(bytes).not.toBeNull();
  bytes?.destroy();

  expect(await round().over).toBe(0);
  expect(await rows()).toEqual([{ pages: 0, members: 0 }]);
  expect(await store.stream(key)).toBeNull();
}, 60_000);
