import { randomBytes } from 'node:crypto';
import { readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MediaFiles } from '../../../../src/media/store/open-store.ts';
import { openMediaFiles } from '../../../../src/media/store/open-store.ts';
import { StoreAway } from '../../../../src/media/store/store-away.ts';
import { freshDataDir } from '../../../support/data-dir.ts';
import { itStoresMedias } from './store-contract.ts';

const HOUR_MS = 60 * 60 * 1_000;

describe('a store in the data folder', () => {
  let dataDir: string;
  let media: MediaFiles;
  beforeAll(async () => {
    dataDir = await freshDataDir();
    media = await openMediaFiles({ dataDir, mediaBucket: undefined });
  });
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  itStoresMedias(() => media.store, 20);

  it('leaves no folder without files', async () => {
    const key = 'variantes/a/b/640.webp';
    await media.store.put(key, randomBytes(3));
    await media.store.remove([key]);
    expect(await readdir(join(dataDir, 'medias', 'variantes'))).not.toContain('a');
  });

  it('lists no file of somebody else', async () => {
    const key = 'originaux/d/a';
    await media.store.put(key, Buffer.from('a'));
    await writeFile(join(dataDir, 'medias', 'originaux', 'd', '.DS_Store'), 'not ours');
    await writeFile(join(dataDir, 'medias', 'originaux', 'lisez moi'), 'not ours');
    const keys: string[] = [];
    for await (const file of media.store.list('originaux/')) keys.push(file.key);
    expect(keys).toContain(key);
    expect(keys.filter((one) => /DS_Store|lisez/.test(one))).toEqual([]);
  });

  it('files come and go in one folder at the same time', async () => {
    const keys = Array.from({ length: 60 }, (_, n) => `originaux/c/${n}`);
    await Promise.all(
      keys.map(async (key) => {
        await media.store.put(key, Buffer.from(key));
        expect((await media.store.read(key))?.toString()).toBe(key);
        await media.store.remove([key]);
      }),
    );
    expect(await readdir(media.arrivals.folder)).toEqual([]);
  });

  it('what killed processes have left among arriving files goes after an hour, and nothing else', async () => {
    const [old, young] = [await media.arrivals.place(), await media.arrivals.place()];
    await Promise.all([writeFile(old, 'a'), writeFile(young, 'b')]);
    const before = (Date.now() - 2 * HOUR_MS) / 1_000;
    await utimes(old, before, before);
    await media.arrivals.tidy();
    expect(await readdir(media.arrivals.folder)).toEqual([young.slice(young.lastIndexOf('/') + 1)]);
    await rm(young);
  });

  it('says that it does not work where the disk refuses', async () => {
    const notAFolder = join(dataDir, 'file');
    await writeFile(notAFolder, '');
    const closed = await openMediaFiles({ dataDir: notAFolder, mediaBucket: undefined });
    await expect(closed.store.put('originaux/a/b', Buffer.from('a'))).rejects.toThrow(StoreAway);
    expect(await closed.store.read('originaux/a/b')).toBeNull();
    await closed.arrivals.tidy();
  });
});
