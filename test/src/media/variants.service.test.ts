import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PictureOutcome, PictureRequest } from '../../../src/media/processing/picture-processor.ts';
import { fileName, type Wanted } from '../../../src/media/processing/protocol.ts';
import { originalKey } from '../../../src/media/store/media-store.ts';
import { openMediaFiles } from '../../../src/media/store/open-store.ts';
import { NotMade, Variants } from '../../../src/media/variants.ts';
import { probeMedias } from '../../../src/storage/public-medias.ts';
import type { RolePools } from '../../../src/storage/role-pools.ts';
import { freshDataDir } from '../../support/data-dir.ts';
import { freshDatabase, openPools, query } from '../../support/database.ts';
import { keptIn } from '../../support/medias.ts';
import { createTenant } from '../../support/program.ts';

let url: string;
let db: RolePools;
let visitors: RolePools;
beforeAll(async () => {
  url = await freshDatabase();
  db = openPools(url, 'vitrine_gestion');
  visitors = openPools(url, 'vitrine_public');
});
afterAll(() => Promise.all([db.end(), visitors.end()]));

const ORIGINAL = Buffer.from('une photographie');
const EMPREINTE = createHash('sha256').update(ORIGINAL).digest('hex');
const as = (width: number, format: 'webp' | 'avif' = 'webp') =>
  ({ width, ratio: null, focal: { x: 500, y: 500 }, format }) as const;

/** A picture of a new site, and variants that a processor of the test makes. */
async function newPicture({ quota = 10_000 } = {}) {
  const dataDir = await freshDataDir();
  const { store, arrivals } = await openMediaFiles({ dataDir, mediaBucket: undefined });
  const { siteId } = await createTenant(url);
  const objet = `${EMPREINTE}-${'0'.repeat(16)}`;
  await store.put(originalKey(siteId, objet), ORIGINAL);
  const { rows } = await query(
    url,
    `INSERT INTO medias (site_id, nom, type, empreinte, objet, octets, largeur, hauteur)
     VALUES ($1, 'a', 'image/jpeg', decode($2, 'hex'), $3, $4, 2000, 1500) RETURNING id`,
    [siteId, EMPREINTE, objet, ORIGINAL.length],
  );
  const made: PictureRequest[] = [];
  const processor = {
    /** What it answers; a file of a thousand bytes when left out. */
    outcome: null as PictureOutcome | null,
    async take(request: PictureRequest, input: Readable | Buffer): Promise<PictureOutcome> {
      made.push(request);
      const bytes = Buffer.isBuffer(input) ? input : await buffer(input);
      expect(bytes.equals(ORIGINAL)).toBe(true);
      const files = request.wanted.map((wanted) => ({
        name: wanted === 'svg' ? 'dessin.svg' : fileName(wanted),
        bytes: Buffer.alloc(1_000, JSON.stringify(wanted)),
      }));
      return processor.outcome ?? ({ examined: {}, files } as unknown as PictureOutcome);
    },
  };
  const warnings: string[] = [];
  const open = () =>
    new Variants({
      store,
      arrivals,
      processor,
      db,
      quota,
      log: { warn: (_details, sentence) => void warnings.push(sentence) },
    });
  let variants = open();
  return {
    ...{ siteId, processor, made, warnings, store },
    /** The variant, as a request finds it. */
    find: async (wanted: Wanted & object) => {
      const asked = [{ siteId, id: rows[0].id, variant: String(wanted.width) }];
      const [row] = await probeMedias(visitors, asked);
      if (!row) throw new Error('no such picture');
      return variants.find({ ...row, siteId }, wanted);
    },
    wish: async (wanted: Wanted & object) => {
      const [row] = await probeMedias(visitors, [{ siteId, id: rows[0].id, variant: String(wanted.width) }]);
      if (row) variants.wish({ ...row, siteId }, wanted);
    },
    settled: () => variants.close(),
    forget: async () => {
      await variants.close();
      variants = open();
    },
    kept: () => keptIn(url, dataDir),
    names: async () =>
      (await query(url, 'SELECT nom FROM variantes WHERE site_id = $1 ORDER BY faite_le', [siteId])).rows.map(
        ({ nom }) => nom,
      ),
  };
}

describe('a variant', () => {
  it('is made once, however many ask, and found in the store afterwards', async () => {
    const picture = await newPicture();
    const found = await Promise.all(Array.from({ length: 100 }, () => picture.find(as(640))));
    expect([picture.made.length, new Set(found).size]).toEqual([1, 1]);
    await picture.forget();
    expect(await picture.find(as(640))).toEqual(found[0]);
    expect([picture.made.length, await picture.names()]).toEqual([1, ['640.webp']]);
  });

  it('is made again where the store has lost it', async () => {
    const picture = await newPicture();
    await picture.find(as(640));
    await picture.forget();
    await picture.store.remove((await picture.kept()).files.filter((key) => key.startsWith('variantes/')));
    expect(await picture.find(as(640))).toHaveLength(1_000);
    expect(picture.made).toHaveLength(2);
  });

  it('that cannot be made now is made a little later', async () => {
    const picture = await newPicture();
    for (const failed of ['busy', 'lost', 'wall'] as const) {
      picture.processor.outcome = { failed };
      await expect(picture.find(as(640))).rejects.toThrow(NotMade);
    }
    picture.processor.outcome = null;
    expect(await picture.find(as(640))).toHaveLength(1_000);
  });

  it('at which the process went over a limit is not tried again and again', async () => {
    const picture = await newPicture();
    picture.processor.outcome = { failed: 'cpu' };
    for (let n = 0; n < 5; n++) await expect(picture.find(as(640))).rejects.toThrow('cpu');
    expect(picture.made).toHaveLength(1);
  });

  it('that is only wished keeps nobody waiting who asks for it', async () => {
    const picture = await newPicture();
    const { take } = picture.processor;
    const late = Promise.withResolvers<PictureOutcome>();
    picture.processor.take = (request, input) => (request.urgency === 'nobody' ? late.promise : take(request, input));
    for (let n = 0; n < 3; n++) await picture.wish(as(640, 'avif'));
    expect(await picture.find(as(640, 'avif'))).toHaveLength(1_000);
    late.resolve({ failed: 'busy' });
    await picture.settled();
  });

  it('of a picture that is removed meanwhile leaves nothing', async () => {
    const picture = await newPicture();
    const { take } = picture.processor;
    picture.processor.take = async (...given) => {
      const outcome = await take(...given);
      await query(url, 'DELETE FROM medias WHERE site_id = $1', [picture.siteId]);
      return outcome;
    };
    await picture.find(as(640));
    await picture.settled();
    expect((await picture.kept()).files.filter((key) => key.startsWith('variantes/'))).toEqual([]);
    expect(await picture.names()).toEqual([]);
  });
});

it('the oldest variants go when they are too many bytes together, row and file', async () => {
  const picture = await newPicture({ quota: 3_500 });
  for (const width of [160, 320, 480, 640, 960]) {
    await picture.find(as(width));
    await picture.settled();
  }
  expect(await picture.names()).toEqual(['480.webp', '640.webp', '960.webp']);
  const { files } = await picture.kept();
  expect(files.filter((key) => key.startsWith('variantes/')).map((key) => key.split('/').at(-1))).toEqual([
    '480.webp',
    '640.webp',
    '960.webp',
  ]);
});

describe('what nobody waits for', () => {
  it('is made once that was wished three times', async () => {
    const picture = await newPicture();
    for (let n = 0; n < 2; n++) await picture.wish(as(640, 'avif'));
    await picture.settled();
    expect(picture.made).toEqual([]);
    for (let n = 0; n < 20; n++) await picture.wish(as(640, 'avif'));
    await picture.settled();
    expect(picture.made.map(({ urgency }) => urgency)).toEqual(['nobody']);
    expect(await picture.names()).toEqual(['640.avif']);
  });

  it('and cannot be made harms nobody', async () => {
    const picture = await newPicture();
    picture.processor.outcome = { failed: 'memory' };
    for (let n = 0; n < 20; n++) await picture.wish(as(640, 'avif'));
    await picture.settled();
    expect([picture.made.length, picture.warnings.length]).toEqual([1, 1]);
  });
});
