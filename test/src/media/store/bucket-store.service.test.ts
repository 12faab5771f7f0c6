import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BucketAddress } from '../../../../src/media/store/bucket-address.ts';
import { BucketStore } from '../../../../src/media/store/bucket-store.ts';
import { StoreAway } from '../../../../src/media/store/store-away.ts';
import { freePorts } from '../../../support/free-ports.ts';
import { S3Server } from '../../../support/s3-server.ts';
import { itStoresMedias } from './store-contract.ts';

const KEY = 'originaux/a/b';

describe('a store in a bucket', () => {
  let server: S3Server;
  let store: BucketStore;
  beforeAll(async () => {
    server = await S3Server.start();
    store = new BucketStore(server.address);
  });
  afterAll(async () => {
    await store?.close();
    await server?.close();
  });

  itStoresMedias(() => store, 40);

  it.each([
    ['a server that is busy for a moment', { status: 503, code: 'SlowDown' }],
    ['a connection that is lost', 'lost'],
    ['an answer that ends in its middle', 'half'],
  ] as const)('asks again after %s', async (_what, mishap) => {
    await store.put(KEY, Buffer.from('bytes'));
    server.mishaps.push(mishap, mishap);
    server.asked.length = 0;
    expect((await store.read(KEY))?.toString()).toBe('bytes');
    expect(server.asked).toEqual(Array(3).fill('GET /medias/originaux/a/b'));
  });

  it.each([
    ['keeps on failing', 3, { status: 500, code: 'InternalError' }, /500 InternalError$/],
    ['refuses the key', 1, { status: 403, code: 'InvalidAccessKeyId' }, /403 InvalidAccessKeyId$/],
    ['has no such bucket', 1, { status: 404, code: 'NoSuchBucket' }, /404 NoSuchBucket$/],
    ['is another one', 1, { status: 404, code: '' }, /404$/],
  ] as const)('says that it does not work where the server %s, after %i attempts', async (_what, attempts, mishap, words) => {
    for (const ask of [() => store.read(KEY), () => store.put(KEY, Buffer.from('a')), () => store.remove([KEY])]) {
      server.mishaps.push(...Array(attempts).fill(mishap));
      const error = await ask().catch((thrown: Error) => thrown);
      expect(error).toBeInstanceOf(StoreAway);
      expect((error as Error).message).toMatch(words);
      expect(server.mishaps).toEqual([]);
    }
  });

  it.each<[string, (address: BucketAddress) => Promise<BucketAddress>, RegExp]>([
    ['a wrong secret', async (address) => ({ ...address, secret: 'autre' }), /SignatureDoesNotMatch/],
    ['a server that is away', away, /ECONNREFUSED/],
  ])('says so with %s, and repeats no secret', async (_what, changed, words) => {
    const other = new BucketStore(await changed(server.address));
    try {
      const error = await other.read(KEY).catch((thrown: Error) => thrown);
      expect(error).toBeInstanceOf(StoreAway);
      expect((error as Error).message).toMatch(words);
      expect((error as Error).message).not.toMatch(/secret|autre|cle:/);
    } finally {
      await other.close();
    }
  });

  it('readers of streams who pause keep nobody else from the store', async () => {
    await store.put(KEY, Buffer.alloc(1_000_000));
    const paused = await Promise.all(Array.from({ length: 70 }, () => store.stream(KEY)));
    expect((await store.read(KEY))?.length).toBe(1_000_000);
    for (const stream of paused) stream?.destroy();
  });

  it('takes no list that is cut for a whole one, and no file of another program for its own', async () => {
    server.mishaps.push({ status: 200, code: 'Cut' });
    const keys = async () => {
      const found: string[] = [];
      for await (const { key } of store.list('')) found.push(key);
      return found;
    };
    await expect(keys()).rejects.toThrow(StoreAway);
    const bytes = Buffer.from('a');
    for (const key of ['Autre/fichier', 'lisez-moi.txt']) server.objects.set(key, { bytes, at: new Date() });
    const found = await keys();
    expect(found).toContain(KEY);
    expect(found.filter((key) => !/^(originaux|variantes)\//.test(key))).toEqual([]);
  });
});

async function away(address: BucketAddress): Promise<BucketAddress> {
  const [port] = await freePorts(1);
  return { ...address, url: `http://127.0.0.1:${port}/medias` };
}
