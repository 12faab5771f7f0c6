import { createHash } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MEDIA_LIMITS } from '../../../../src/media/limits.ts';
import { BucketStore } from '../../../../src/media/store/bucket-store.ts';
import { originalKey } from '../../../../src/media/store/media-store.ts';
import { freshDataDir } from '../../../support/data-dir.ts';
import { needs, SOAK } from '../../../support/needs.ts';
import { type Swift, startSwift } from '../../../support/swift.ts';
import { itStoresMedias } from './store-contract.ts';

/** More than a server of S3 lists at once. */
const MANY = 1_100;
/** Memory that both directions may take, bytes. */
const ROOM = 8_000_000;

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

/** Bytes outside of the heap that something refers to. */
function heldBytes(): number {
  collect();
  return process.memoryUsage().arrayBuffers;
}

describe('a store in a bucket of Swift', needs(SOAK, 'Swift'), () => {
  let folder: string;
  let swift: Swift;
  let store: BucketStore;
  beforeAll(async () => {
    folder = await freshDataDir();
    swift = await startSwift(join(folder, 'swift'));
    store = new BucketStore(swift.bucket);
  });
  afterAll(async () => {
    await store?.close();
    await swift?.end();
    await rm(folder, { recursive: true, force: true });
  });

  itStoresMedias(() => store, MANY);

  it('streams the largest file in both directions, and does not hold it in memory', async () => {
    const bytes = Buffer.alloc(MEDIA_LIMITS.bytes, 'vitrine ');
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const [key, path] = [originalKey('a', sha256), join(folder, 'large')];
    await writeFile(path, bytes);
    const before = heldBytes();
    let most = before;
    const watch = setInterval(() => {
      most = Math.max(most, heldBytes());
    }, 20);
    await store.putFile(key, path, { bytes: bytes.length, sha256 });
    const hash = createHash('sha256');
    for await (const piece of (await store.stream(key)) ?? Readable.from([])) hash.update(piece);
    clearInterval(watch);
    expect(hash.digest('hex')).toBe(sha256);
    expect(most - before).toBeLessThan(ROOM);
  });
});
