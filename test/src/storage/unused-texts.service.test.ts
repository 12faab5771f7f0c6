import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { removeUnusedTexts } from '../../../src/storage/history.ts';
import type { RolePools } from '../../../src/storage/role-pools.ts';
import { upsertFiles } from '../../../src/storage/theme-files.ts';
import { beginVersion, lockTheme } from '../../../src/storage/themes.ts';
import { inTransaction } from '../../../src/storage/transaction.ts';
import { freshDatabase, openPools, query } from '../../support/database.ts';
import { BY_NOBODY, storeFiles } from '../../support/stored-files.ts';
import { until } from '../../support/until.ts';

const SITE = '00000000-0000-4000-8000-00000000000a';
const THEME = '00000000-0000-4000-8000-000000000001';
const PATH = 'assets/a.css';
const TEXT = 'à personne';

let url: string;
let pools: RolePools;
let other: pg.Client;

beforeAll(async () => {
  url = await freshDatabase();
  pools = openPools(url, 'vitrine_gestion');
  other = new pg.Client(url);
  await other.connect();
  await query(url, `INSERT INTO sites (id, slug, nom) VALUES ('${SITE}', 'a', 'A')`);
});
beforeEach(async () => {
  await query(url, 'DELETE FROM themes');
  await query(url, 'DELETE FROM textes');
  await query(url, `INSERT INTO themes (site_id, id, lignee, nom) VALUES ('${SITE}', '${THEME}', '${THEME}', 'T')`);
  // A text that nothing has.
  await storeFiles(url, SITE, THEME, { [PATH]: TEXT });
  await query(url, 'DELETE FROM fichiers');
});
afterAll(async () => {
  await other.end();
  await pools.end();
});

const texts = async () => (await query(url, 'SELECT contenu FROM textes')).rows;
const stored = async () => (await query(url, 'SELECT chemin, contenu FROM fichiers_complets')).rows;
const write = () =>
  inTransaction(pools, async (client) => {
    await lockTheme(client, SITE, THEME);
    await upsertFiles(client, await beginVersion(client, SITE, THEME, BY_NOBODY), new Map([[PATH, TEXT]]));
  });

async function untilWaiting(): Promise<void> {
  const waiting = "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";
  await until('somebody waits for the lock', async () => expect((await query(url, waiting)).rowCount).not.toBe(0));
}

it('a text that is written just when it is removed is stored again', async () => {
  await other.query('BEGIN');
  await other.query('DELETE FROM textes');
  const writing = write();
  await untilWaiting();
  await other.query('COMMIT');
  await writing;
  expect(await stored()).toEqual([{ chemin: PATH, contenu: TEXT }]);
});

it('a text that is removed just when it is written stays, and others go', async () => {
  await query(url, `INSERT INTO textes (cle, contenu) VALUES (sha256('autre'), 'autre')`);
  await other.query('BEGIN');
  await other.query(
    `INSERT INTO fichiers (site_id, theme_id, chemin, texte, depuis)
     SELECT '${SITE}', '${THEME}', '${PATH}', cle, 1 FROM textes WHERE contenu = '${TEXT}'`,
  );
  const removing = removeUnusedTexts(pools, '');
  await untilWaiting();
  await other.query('COMMIT');
  expect(await removing).toBeNull();
  expect(await texts()).toEqual([{ contenu: TEXT }]);
  expect(await stored()).toEqual([{ chemin: PATH, contenu: TEXT }]);
});
