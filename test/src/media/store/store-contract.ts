import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type MediaStore,
  originalKey,
  originalsOf,
  type StoredFile,
  variantKey,
  variantsOf,
} from '../../../../src/media/store/media-store.ts';
import { freshDataDir } from '../../../support/data-dir.ts';

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const newObject = (bytes: Uint8Array): string => `${sha256(bytes)}-${randomBytes(8).toString('hex')}`;

async function listed(store: MediaStore, prefix: string): Promise<StoredFile[]> {
  const files: StoredFile[] = [];
  for await (const file of store.list(prefix)) files.push(file);
  return files.sort((a, b) => (a.key < b.key ? -1 : 1));
}

/** What every store of medias does. @param find the store, once the tests run @param many more files than the store lists at once */
export function itStoresMedias(find: () => MediaStore, many: number): void {
  let folder: string;
  beforeAll(async () => {
    folder = await freshDataDir();
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('gives back a file of the disk whole, in parts and as a stream, and leaves the file where it was', async () => {
    const [store, site, bytes] = [find(), randomUUID(), randomBytes(300_000)];
    const key = originalKey(site, newObject(bytes));
    const path = join(folder, 'photo');
    await writeFile(path, bytes);
    await store.putFile(key, path, { bytes: bytes.length, sha256: sha256(bytes) });
    expect(await readdir(folder)).toEqual(['photo']);
    expect((await store.read(key))?.equals(bytes)).toBe(true);
    const partOf = async (first: number, last: number) =>
      buffer((await store.stream(key, { first, last })) ?? Readable.from([]));
    expect((await partOf(0, 0)).equals(bytes.subarray(0, 1))).toBe(true);
    expect((await partOf(70_000, 299_999)).equals(bytes.subarray(70_000))).toBe(true);
    expect((await buffer((await store.stream(key)) ?? Readable.from([]))).equals(bytes)).toBe(true);
  });

  it('takes bytes of memory, and other bytes at the same key later', async () => {
    const [store, site] = [find(), randomUUID()];
    const key = variantKey(site, sha256(Buffer.from('a')), '640-4x5-500x250.webp');
    await store.put(key, Buffer.from('one'));
    await store.put(key, Buffer.from('another'));
    expect((await store.read(key))?.toString()).toBe('another');
    expect(await listed(store, variantsOf(site))).toMatchObject([{ key, bytes: 7 }]);
  });

  it('has nothing at other keys, and forgets what is removed', async () => {
    const [store, site, bytes] = [find(), randomUUID(), randomBytes(10)];
    const [key, other] = [originalKey(site, newObject(bytes)), originalKey(site, newObject(bytes))];
    await store.put(key, bytes);
    expect(await store.read(other)).toBeNull();
    expect(await store.stream(other, { first: 0, last: 1 })).toBeNull();
    await store.remove([other, key, other]);
    await store.remove([]);
    expect([await store.read(key), await listed(store, originalsOf(site))]).toEqual([null, []]);
  });

  it('a stream may be given up', async () => {
    const [store, bytes] = [find(), randomBytes(200_000)];
    const key = originalKey(randomUUID(), newObject(bytes));
    await store.put(key, bytes);
    (await store.stream(key))?.destroy();
    expect((await store.read(key))?.length).toBe(200_000);
  });

  it('lists all files of a site, however many, with their sizes and times, and none of another', async () => {
    const [store, site] = [find(), randomUUID()];
    const began = Date.now();
    const keys = Array.from({ length: many }, (_, n) => variantKey(site, sha256(Buffer.from(`${n}`)), `${n}.webp`));
    await store.put(variantKey(randomUUID(), sha256(Buffer.from('x')), '640.webp'), Buffer.from('x'));
    for (let at = 0; at < keys.length; at += 10) {
      await Promise.all(keys.slice(at, at + 10).map((key) => store.put(key, Buffer.from(key.slice(-8)))));
    }
    const files = await listed(store, variantsOf(site));
    expect(files.map(({ key, bytes }) => [key, bytes])).toEqual(keys.sort().map((key) => [key, 8]));
    for (const { storedAt } of files) expect(Math.abs(storedAt - began)).toBeLessThan(10 * 60_000);
    expect(await listed(store, originalsOf(site))).toEqual([]);
    await store.remove(keys);
    expect(await listed(store, variantsOf(site))).toEqual([]);
  });

  it.each([
    '..',
    'originaux/../../etc/passwd',
    '/originaux/a',
    'originaux//a',
    'originaux/.a',
    'originaux/a\nb',
    'autre/a',
  ])('has no file at %j', async (key) => {
    await expect(async () => find().read(key)).rejects.toThrow('malformed');
    await expect(async () => find().put(key, Buffer.from('a'))).rejects.toThrow('malformed');
  });
}
