import { cp, mkdir, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { UnitFolder } from '../../sandbox/web-process/code/unit-folder.ts';
import { freshDataDir } from '../support/data-dir.ts';

const KEY = 'a'.repeat(64);
const UNIT = Buffer.from('vitrine.unit(…)');

let parent: string;
let folder: UnitFolder;
beforeEach(async () => {
  parent = await freshDataDir();
  folder = new UnitFolder(parent, 'moteur');
  await folder.write(KEY, UNIT);
});

/** The one file that there is. */
async function fileOf(): Promise<string> {
  const names = await readdir(parent, { recursive: true });
  return join(parent, names.find((name) => name.endsWith(KEY)) ?? '');
}

it('gives back what was written, to the same build only', async () => {
  expect(await folder.read(KEY)).toEqual(UNIT);
  expect(await new UnitFolder(parent, 'moteur').read(KEY)).toEqual(UNIT);
  expect(await new UnitFolder(parent, 'autre moteur').read(KEY)).toBe(null);
  expect(await folder.read('b'.repeat(64))).toBe(null);
});

it.each<[string, (path: string) => Promise<void>]>([
  ['damaged', async (path) => writeFile(path, (await readFile(path)).fill(0x41, 40, 41))],
  ['with another sum', async (path) => writeFile(path, (await readFile(path)).fill(0x41, 0, 1))],
  ['truncated', async (path) => truncate(path, 40)],
  ['empty', async (path) => truncate(path, 0)],
  ['longer than it was', async (path) => writeFile(path, Buffer.concat([await readFile(path), UNIT]))],
  ['a folder', async (path) => rm(path).then(() => mkdir(path))],
])('takes a unit for absent that is %s, and writes it anew', async (_what, damage) => {
  await damage(await fileOf());
  expect(await folder.read(KEY)).toBe(null);
  await rm(await fileOf(), { recursive: true });
  await folder.write(KEY, UNIT);
  expect(await folder.read(KEY)).toEqual(UNIT);
});

it('takes a unit of another build for absent, though it lies in its place', async () => {
  const other = new UnitFolder(parent, 'autre');
  await other.write(KEY, Buffer.from('autre'));
  const files = (await readdir(parent, { recursive: true })).filter((name) => name.endsWith(KEY));
  expect(files).toHaveLength(2);
  expect(await folder.read(KEY)).toEqual(UNIT);
});

it('goes on where nothing can be written, and says so once', async () => {
  const file = join(parent, 'fichier');
  await writeFile(file, '');
  const told: string[] = [];
  const nowhere = new UnitFolder(join(file, 'code'), 'moteur', (reason) => told.push(reason));
  await nowhere.write(KEY, UNIT);
  await nowhere.write(KEY, UNIT);
  await nowhere.tidy();
  expect(told).toEqual(['ENOTDIR']);
  expect(await nowhere.read(KEY)).toBe(null);
});

it('leaves nothing unfinished, however many write the same unit at a time', async () => {
  await Promise.all(Array.from({ length: 20 }, () => folder.write(KEY, UNIT)));
  expect(await readdir(dirname(await fileOf()))).toEqual([KEY]);
});

it('keeps the units of its own build, and those of another that may still run', async () => {
  await cp(join(parent, (await readdir(parent))[0] ?? ''), join(parent, 'ancien'), { recursive: true });
  await folder.tidy();
  expect(await folder.read(KEY)).toEqual(UNIT);
  expect(await readdir(parent)).toContain('ancien');
});
