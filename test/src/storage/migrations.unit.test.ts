import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { PROGRAM_NAME } from '../../../src/storage/connection.ts';

const FOLDER = new URL('../../../src/storage/migrations/', import.meta.url);

/** Each migration with the MD5 that databases have noted of it. A line is added with a migration, and stays as it is. */
const MIGRATIONS: Readonly<Record<string, string>> = {
  '001.do.data-model.sql': '3d3837b7901ba710ef8115aad2c32861',
  '002.do.media.sql': '047c118157785e9d024e8796a65cbb38',
  '003.do.people.sql': '0b04a6fd8e918efc1c6b8fe6dcd7b0a5',
  '004.do.words.sql': 'db5b900caadc0f0cb26b8f1ffbc0b73d',
  '005.do.found-and-led.sql': '0ee26e5503f104348c0b8bc9d0e17f01',
  '006.do.domains.sql': 'a2bbe14b84ccc3987f18f8ee1183e523',
  '007.do.second-factor.sql': '8ed455b4dff8c230fd947b6e42b279bc',
  '008.do.journal.sql': 'b25a272e4255c94c9f0a9ae28b5c6321',
  '009.do.operators.sql': 'af831f543e58beb33e61cdd85cd2fae5',
  '010.do.names-change-hands.sql': 'f2d1a60c9f99657640b08e09cd49d1b1',
  '011.do.recovery.sql': '8e3840b917961f8a3ad9bc4900c7a065',
};

it('a migration is added and never edited: databases that have it already would refuse the program', async () => {
  const noted: Record<string, string> = {};
  for (const name of (await readdir(FOLDER)).toSorted()) {
    noted[name] = createHash('md5')
      .update(await readFile(new URL(name, FOLDER)))
      .digest('hex');
  }
  expect(noted).toEqual(MIGRATIONS);
  expect(Object.keys(noted).map((name) => Number.parseInt(name, 10))).toEqual(Object.keys(noted).map((_, n) => n + 1));
});

it('connections are named after the newest migration', () => {
  expect(PROGRAM_NAME).toBe(`vitrine ${Object.keys(MIGRATIONS).length}`);
});
