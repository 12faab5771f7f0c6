import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { DnsQuestions } from '../../../../src/domains/dns-questions.ts';
import { BucketStore } from '../../../../src/media/store/bucket-store.ts';
import { originalKey, variantKey } from '../../../../src/media/store/media-store.ts';
import { type MediaFiles, openMediaFiles } from '../../../../src/media/store/open-store.ts';
import { sweepMedias } from '../../../../src/media/store/sweep.ts';
import type { RolePools } from '../../../../src/storage/role-pools.ts';
import { Upkeep } from '../../../../src/themes/upkeep.ts';
import { freshDataDir } from '../../../support/data-dir.ts';
import { freshDatabase, openPools, query } from '../../../support/database.ts';
import { S3Server } from '../../../support/s3-server.ts';
import { insertMedia } from '../../../support/stored-media.ts';
import { until } from '../../../support/until.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

let url: string;
let pools: RolePools;
let server: S3Server;
let media: MediaFiles;
let siteId: string;
beforeAll(async () => {
  url = await freshDatabase();
  pools = openPools(url, 'vitrine_gestion');
  server = await S3Server.start();
  media = await openMediaFiles({ dataDir: await freshDataDir(), mediaBucket: server.address });
  const { rows } = await query(url, "INSERT INTO sites (slug, nom) VALUES ('photos', 'Photos') RETURNING id");
  siteId = rows[0].id;
});
beforeEach(async () => {
  await query(url, 'DELETE FROM medias');
  await query(url, 'DELETE FROM variantes');
  server.objects.clear();
});
afterAll(async () => {
  await media.close();
  await server.close();
  await pools.end();
});

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Stores a file that no row has, as old as this. @returns its key */
async function stray(
  days: number,
  key = originalKey(siteId, `${sha256(randomBytes(9))}-${'0'.repeat(16)}`),
): Promise<string> {
  await media.store.put(key, Buffer.from('stray'));
  server.age(key, days * DAY_MS);
  return key;
}

const keys = () => [...server.objects.keys()].sort();

it('what no row has goes when it is a day old, of every site, and of sites that are gone; everything else stays', async () => {
  const { key, empreinte } = await insertMedia(url, media.store, siteId, randomBytes(20));
  const variant = variantKey(siteId, empreinte, '640.webp');
  await query(
    url,
    "INSERT INTO variantes (site_id, empreinte, nom, octets) VALUES ($1, decode($2, 'hex'), '640.webp', 5)",
    [siteId, empreinte],
  );
  await stray(400, variant);
  server.age(key, 400 * DAY_MS);
  const young = await stray(0.9);
  await stray(1.1);
  await stray(2, variantKey(siteId, empreinte, '320.webp'));
  await stray(2, originalKey(randomUUID(), `${empreinte}-${'0'.repeat(16)}`));
  // The same object under another site: a row opens the files of its own site only.
  await stray(2, key.replace(siteId, randomUUID()));
  server.objects.set('lisez-moi', { bytes: Buffer.from('not ours'), at: new Date(0) });
  expect(await sweepMedias(pools, media)).toBe(4);
  expect(keys()).toEqual([key, 'lisez-moi', variant, young].sort());
});

it('rows of variants without a picture go, and their files with them', async () => {
  const { key, empreinte } = await insertMedia(url, media.store, siteId, randomBytes(20));
  const gone = sha256(randomBytes(5));
  for (const [hex, age] of [
    [empreinte, 9],
    [gone, 9],
    [sha256(randomBytes(5)), 0],
  ] as const) {
    await query(
      url,
      `INSERT INTO variantes (site_id, empreinte, nom, octets, faite_le)
       VALUES ($1, decode($2, 'hex'), '640.webp', 5, now() - make_interval(days => $3))`,
      [siteId, hex, age],
    );
    await stray(9, variantKey(siteId, hex, '640.webp'));
  }
  await sweepMedias(pools, media);
  const { rows } = await query(url, "SELECT encode(empreinte, 'hex') AS hex FROM variantes");
  expect(rows.map(({ hex }) => hex)).toContain(empreinte);
  expect(rows.map(({ hex }) => hex)).not.toContain(gone);
  expect(rows.length).toBe(2);
  expect(keys()).toEqual([key, ...rows.map(({ hex }) => variantKey(siteId, hex, '640.webp'))].sort());
});

it('several instances do it at the same time, with many files', async () => {
  const { key } = await insertMedia(url, media.store, siteId, randomBytes(20));
  for (let n = 0; n < 520; n++) {
    server.objects.set(originalKey(siteId, `${sha256(Buffer.from(`${n}`))}-${'0'.repeat(16)}`), {
      bytes: Buffer.from('stray'),
      at: new Date(0),
    });
  }
  const other = new BucketStore(server.address);
  await Promise.all([sweepMedias(pools, media), sweepMedias(pools, { ...media, store: other })]);
  await other.close();
  expect(keys()).toEqual([key]);
});

it('the rounds of upkeep do it, the first one soon after the start', async () => {
  const { key } = await insertMedia(url, media.store, siteId, randomBytes(20));
  await stray(2);
  // The moment of the first round.
  vi.spyOn(Math, 'random').mockReturnValue(0);
  onTestFinished(() => void vi.restoreAllMocks());
  const upkeep = new Upkeep({
    db: pools,
    service: null,
    witness: undefined,
    media,
    requestsKeptDays: undefined,
    dns: new DnsQuestions([]),
    enqueue: async () => undefined,
    log: { warn: () => undefined },
  });
  await until('the stray file is gone', () => keys().length === 1);
  await upkeep.close();
  expect(keys()).toEqual([key]);
});

it('a database without any media is taken for the wrong one: everything stays', async () => {
  const key = await stray(30);
  expect(await sweepMedias(pools, media)).toBe(0);
  expect(keys()).toEqual([key]);
});
