/** What grows with the number of sites: the database, look-ups, the start of an instance, upkeep, writes. */
import pg from 'pg';
import { withConnection } from '../../src/storage/database.ts';
import { removeUnusedTexts, type ThemePlace, trimVersions } from '../../src/storage/history.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { probeSites } from '../../src/storage/public-sites.ts';
import { openRolePools } from '../../src/storage/role-pools.ts';
import { readCatalogTheme } from '../../src/themes/catalog.ts';
import { writeFile } from '../../src/themes/files.ts';
import { RETENTION } from '../../src/themes/upkeep.ts';
import { treeProcessorTime } from '../vitrine/processor-time.ts';
import { settle } from '../vitrine/settled.ts';
import type { CountingServer } from '../vitrine/statement-counts.ts';
import { createTenants } from '../vitrine/tenants.ts';

export const MODEL = 'modele';
const EDITED = 'sections/hero.liquid';
const LOOK_UPS = 5_000;
const WRITES = 200;

/** Makes the site that others are copies of, as an installation of `origo` makes it. */
export async function createModel(url: string): Promise<void> {
  await withConnection('DATABASE_URL', url, migrate);
  const origo = await readCatalogTheme('origo');
  if (!origo) throw new Error('the catalog has no theme origo');
  await createTenants(url, [{ slug: MODEL, files: origo.files }]);
  await settle(url);
}

/** Bytes of the whole database. */
export async function databaseBytes(url: string): Promise<number> {
  const [row] = await ask<{ bytes: string }>(url, 'SELECT pg_database_size(current_database()) AS bytes');
  return Number(row?.bytes);
}

/** Look-ups of one random site each, one after the other. */
export async function measureLookUps(server: CountingServer, sites: number) {
  const db = openRolePools(server.url, 'vitrine_public');
  const lookUp = async () => {
    const slug = `copie-${1 + Math.floor(Math.random() * sites)}`;
    const began = performance.now();
    const [state] = await probeSites(db.probes, [{ slug, host: '' }]);
    if (!state?.theme_id) throw new Error(`${slug} was not found`);
    return performance.now() - began;
  };
  for (let n = 0; n < LOOK_UPS / 10; n++) await lookUp();
  await server.forget();
  const before = await treeProcessorTime(server.pid);
  const times: number[] = [];
  for (let n = 0; n < LOOK_UPS; n++) times.push(await lookUp());
  const processor = (1_000 * ((await treeProcessorTime(server.pid)) - before)) / LOOK_UPS;
  const blocks = (await server.counts()).reduce((sum, count) => sum + count.blocks, 0) / LOOK_UPS;
  await db.end();
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part: number) => sorted[Math.floor(part * LOOK_UPS)] ?? 0;
  return { p50: at(0.5), p99: at(0.99), processor, blocks };
}

/** What a part of a round of upkeep takes without its rests, seconds. */
interface Passage {
  readonly all: number;
  /** The longest of its statements. */
  readonly longest: number;
}

/** One round of upkeep. */
export async function measureUpkeep(server: CountingServer): Promise<{ versions: Passage; texts: Passage }> {
  const db = openRolePools(server.url, 'vitrine_gestion');
  try {
    const versions = await goThrough<ThemePlace | null>(null, (after) => trimVersions(db, RETENTION, after));
    return { versions, texts: await goThrough('', (after) => removeUnusedTexts(db, after)) };
  } finally {
    await db.end();
  }
}

async function goThrough<Place>(start: Place, step: (after: Place) => Promise<Place | null>): Promise<Passage> {
  let [all, longest] = [0, 0];
  for (let after: Place | null = start, isFirst = true; isFirst || after !== null; isFirst = false) {
    const began = performance.now();
    after = await step(after as Place);
    const seconds = (performance.now() - began) / 1_000;
    all += seconds;
    longest = Math.max(longest, seconds);
  }
  return { all, longest };
}

/** A file of each of some sites is written, right after a checkpoint and then again: what that adds to the log (WAL), and its processor time. */
export async function measureWrites(server: CountingServer) {
  const { url } = server;
  const sites = await ask<{ site_id: string; id: string; contenu: string }>(
    url,
    `SELECT t.site_id, t.id, f.contenu FROM themes t
     JOIN fichiers_complets f ON f.site_id = t.site_id AND f.theme_id = t.id AND f.chemin = '${EDITED}' LIMIT ${WRITES}`,
  );
  const db = openRolePools(url, 'vitrine_gestion');
  const write = async (mark: string) => {
    const [before, began] = [await walBytes(url), await treeProcessorTime(server.pid)];
    for (const { site_id, id, contenu } of sites) {
      const content = `${contenu}<!-- ${mark} ${id} -->`;
      const file = { path: EDITED, content, ifAbsent: false, ifFingerprint: undefined };
      await writeFile(db, async () => null, { siteId: site_id, themeId: id, author: null }, file);
    }
    const [bytes, seconds] = [(await walBytes(url)) - before, (await treeProcessorTime(server.pid)) - began];
    return { bytes: bytes / sites.length, processor: (1_000 * seconds) / sites.length };
  };
  await ask(url, 'CHECKPOINT');
  const first = await write('1');
  const again = await write('2');
  await db.end();
  return { first, again };
}

async function walBytes(url: string): Promise<number> {
  const [row] = await ask<{ bytes: string }>(
    url,
    "SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') AS bytes",
  );
  return Number(row?.bytes);
}

async function ask<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}
