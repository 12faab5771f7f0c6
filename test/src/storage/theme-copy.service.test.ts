import { afterAll, beforeAll, expect, it } from 'vitest';
import { CopyTooLong } from '../../../src/storage/copy-out.ts';
import type { RolePools } from '../../../src/storage/role-pools.ts';
import { copyTheme, measureCopy } from '../../../src/storage/theme-copy.ts';
import { insertTheme } from '../../../src/storage/themes.ts';
import { inTransaction } from '../../../src/storage/transaction.ts';
import { freshDatabase, openPools, query } from '../../support/database.ts';
import { createTenant } from '../../support/program.ts';
import { BY_NOBODY } from '../../support/stored-files.ts';

const NOBODY = '00000000-0000-4000-8000-000000000000';

let db: RolePools;
let siteId: string;

beforeAll(async () => {
  const url = await freshDatabase();
  // Rows come in whatever order they lie in.
  const name = new URL(url).pathname.slice(1);
  for (const scan of ['indexscan', 'bitmapscan', 'indexonlyscan']) {
    await query(url, `ALTER DATABASE ${name} SET enable_${scan} = off`);
  }
  ({ siteId } = await createTenant(url));
  db = openPools(url, 'vitrine_gestion');
});
afterAll(() => db.end());

const insert = (files: Record<string, string>) =>
  inTransaction(db, (client) =>
    insertTheme(client, { siteId, name: 'É "', version: '1', origin: null, authorship: BY_NOBODY, files }),
  );

it('the files come in the order of code points of their paths, each as a member of JSON', async () => {
  const files = { 'b/a': '2', 'a/b': '"\u0001\u2028', 'a/B': '', 'a/_': '€', 'a/-': '😀' };
  const copy = await copyTheme(db, siteId, await insert(files), 10_000);
  expect(copy?.theme).toEqual({ nom: 'É "', version: '1', origine: null });
  expect(copy?.members.map((member) => Object.entries(JSON.parse(`{${member}}`))[0])).toEqual(
    ['a/-', 'a/B', 'a/_', 'a/b', 'b/a'].map((path) => [path, files[path as keyof typeof files]]),
  );
});

it.each([
  ['one character of six bytes', '\u0001'],
  ['one of three', '€'],
  ['quotes', '"'],
])('the measure is never less than what comes: contents of %s', async (_what, character) => {
  const files = Object.fromEntries(Array.from({ length: 3 }, (_, n) => [`a/${n}`, character.repeat(524_288)]));
  const id = await insert(files);
  const bytes = await measureCopy(db, siteId, id);
  const copy = await copyTheme(db, siteId, id, bytes);
  expect(copy?.members).toHaveLength(3);
  await expect(copyTheme(db, siteId, id, 1_000_000)).rejects.toBeInstanceOf(CopyTooLong);
  // The connection is as good as before.
  const again = await copyTheme(db, siteId, id, bytes);
  expect(again?.theme).toEqual(copy?.theme);
  // `toEqual` compares nine million bytes one by one.
  expect(again?.members.map((member, n) => copy?.members[n]?.equals(member))).toEqual([true, true, true]);
});

it('a theme without files, and none at all', async () => {
  const id = await insert({});
  expect((await copyTheme(db, siteId, id, await measureCopy(db, siteId, id)))?.members).toEqual([]);
  expect(await copyTheme(db, siteId, NOBODY, 10_000)).toBeNull();
  expect(await copyTheme(db, NOBODY, id, 10_000)).toBeNull();
});
