import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Database, openDatabase, withConnection } from '../../../src/storage/database.ts';
import { convertNext } from '../../../src/storage/text-conversion.ts';
import { directUrl, freshDatabase, query } from '../../support/database.ts';
import { until } from '../../support/until.ts';
import { BothPrograms, LAYOUT, oldFiles } from './conversion/both-programs.ts';
import { schemaOf } from './conversion/catalog.ts';
import { OldProgram } from './conversion/old-program.ts';

const SITE = '00000000-0000-4000-8000-00000000000a';
const THEMES = 4;

let url: string;
let old: OldProgram;
let ids: string[];
let database: Database | null = null;

beforeEach(async () => {
  url = await freshDatabase({ migrated: false });
  old = await OldProgram.start(url);
  await query(url, `INSERT INTO sites (id, slug, nom) VALUES ('${SITE}', 'a', 'A')`);
  ids = [];
  for (let n = 0; n < THEMES; n++) ids.push(await old.insert(SITE, `Thème ${n}`, oldFiles(n)));
  await old.publish(SITE, String(ids[0]));
});
afterEach(async () => {
  await old.end();
  await database?.close();
  database = null;
});

/** Starts the present program's part of the database: it migrates. */
async function open(): Promise<BothPrograms> {
  database = await openDatabase({ url, serviceUrl: undefined, warn: () => undefined });
  return new BothPrograms(SITE, old, database, new Map(ids.map((id, n) => [id, oldFiles(n)])));
}

/** Each step on a connection of its own, as after a start: nothing is remembered of the steps before. */
const step = (isAlone = true) => withConnection('DATABASE_URL', url, (client) => convertNext(client, isAlone));

/** Takes steps until one is another than `moved`. @param between what happens after each */
async function convert(between: () => Promise<void> = async () => undefined): Promise<string> {
  for (let steps = 0; steps < 1_000; steps++) {
    const taken = await step();
    await between();
    if (taken !== 'moved') return taken;
  }
  throw new Error('there is always something to move');
}

/** Takes steps, and kills one in the middle: when it waits for a lock. */
async function stepKilled(): Promise<void> {
  const client = new pg.Client(directUrl(url));
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query('SELECT pg_backend_pid() AS pid');
  let end: unknown = null;
  const stepping = (async () => {
    for (;;) expect(await convertNext(client, true)).toBe('moved');
  })().catch((error) => {
    end = error;
  });
  const waits = "SELECT FROM pg_stat_activity WHERE pid = $1 AND wait_event_type = 'Lock'";
  const isWaiting = async () => (await query(url, waits, [rows[0].pid])).rowCount !== 0;
  await until('the step waits for a lock, or has ended', async () => end !== null || (await isWaiting()));
  await query(url, 'SELECT pg_terminate_backend($1)', [rows[0].pid]);
  await stepping;
  // Killed, or it has given way by itself.
  expect((end as { code?: string } | null)?.code).toMatch(/^(57P01|55P03)$/);
  await client.end();
}

it('the program of before and this one share a database until the old one ends; it then has the schema of a new one', async () => {
  const both = await open();
  await both.useBoth();
  let taken = 0;
  const useAtTimes = async () => {
    if (taken++ % 2 === 0) await both.useBoth();
  };
  expect(await convert(useAtTimes)).toBe('waits');
  // A theme that the old program makes while it is waited for is moved too.
  const late = await old.insert(SITE, 'Tard', oldFiles(0));
  expect(await step()).toBe('moved');
  expect(await step()).toBe('waits');
  await both.checkAll();
  await both.endOld();
  // It may only have had no connection just then.
  expect(await step(false)).toBe('quiet');
  const useNewAtTimes = async () => {
    if (taken++ % 2 === 0) await both.useNew();
  };
  expect(await convert(useNewAtTimes)).toBe('done');
  expect(await step()).toBe('done');
  expect((await query(url, 'SELECT numero FROM themes WHERE id = $1', [late])).rows).toEqual([{ numero: 1 }]);
  expect(await schemaOf(url)).toEqual(await schemaOf(await freshDatabase()));
});

it('whatever step is killed, the next one goes on', async () => {
  const both = await open();
  const [first = ''] = ids;
  // The theme’s lock is held by a writer: the step has stored texts, and waits.
  await old.write(SITE, first, new Map([[LAYOUT, 'thème 0']]), stepKilled);
  await both.checkAll();
  expect(await convert()).toBe('waits');
  await both.endOld();
  // All texts are moved: the next steps take one form, and remove what is double.
  const reader = new pg.Client(url);
  await reader.connect();
  const whileRead = async (killed: () => Promise<void>) => {
    await reader.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    await reader.query('SELECT count(*) FROM fichiers_complets');
    await killed();
    await reader.query('COMMIT');
  };
  await whileRead(stepKilled);
  await both.checkAll();
  expect(await step()).toBe('moved');
  await until('all texts are moved', async () => {
    await step();
    expect((await query(url, 'SELECT FROM fichiers WHERE contenu IS NOT NULL')).rowCount).toBe(0);
  });
  // The index waits for whoever reads from before it, and is left half made.
  await whileRead(stepKilled);
  await both.checkAll();
  await both.useNew();
  expect(await convert()).toBe('done');
  await both.checkAll();
  expect(await schemaOf(url)).toEqual(await schemaOf(await freshDatabase()));
  await reader.end();
});
