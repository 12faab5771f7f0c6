import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PictureProcessor } from '../../../../src/media/processing/picture-processor.ts';
import type { Wanted } from '../../../../src/media/processing/protocol.ts';
import { Random } from '../../../support/random.ts';
import { runs } from '../../../support/soak.ts';
import { hostileFiles, makeSeeds, PAYLOAD } from './files.ts';

/** Pictures with some bytes changed, of each kind. */
const CHANGED = runs(12, 400);

const seeds = await makeSeeds();
const FILES = hostileFiles(seeds);
const focal = { x: 500, y: 500 };
const WANTED: Wanted[] = [
  { width: 640, ratio: null, focal, format: 'webp' },
  { width: 320, ratio: '1x1', focal, format: 'jpg' },
  { width: 160, ratio: null, focal, format: 'png' },
  'svg',
];

let pictures: PictureProcessor;
beforeAll(() => {
  pictures = new PictureProcessor({ log: { warn: () => undefined } });
});
afterAll(() => pictures.close());

const take = (bytes: Buffer, declaredType: string | null = null) =>
  pictures.take({ siteId: 'a', urgency: 'upload', declaredType, wanted: WANTED }, bytes);

/** Nothing but pixels, or a drawing. */
async function expectNothingLeft(files: readonly { readonly name: string; readonly bytes: Buffer }[]): Promise<void> {
  for (const { name, bytes } of files) {
    expect(bytes.includes(PAYLOAD), name).toBe(false);
    if (name.endsWith('.svg')) continue;
    const { format, exif, icc, iptc, xmp, comments, orientation } = await sharp(bytes).metadata();
    expect(format).toBe(name.split('.').at(-1)?.replace('jpg', 'jpeg'));
    expect({ exif, icc, iptc, xmp, comments, orientation }).toEqual({});
  }
}

describe('a hostile file', () => {
  it('there are at least 60 kinds', () => {
    expect(FILES.length).toBeGreaterThanOrEqual(60);
    expect(new Set(FILES.map(({ what }) => what)).size).toBe(FILES.length);
  });

  it.each(FILES)('$what: $expected', async ({ bytes, declaredType, expected }) => {
    const outcome = await take(bytes, declaredType);
    if ('files' in outcome) {
      await expectNothingLeft(outcome.files);
      expect(expected).toBe('made');
    } else
      expect(outcome).toEqual(expected === 'heic' ? { refused: 'type_refuse', detail: 'heic' } : { refused: expected });
  });

  it('none has ended the process', () => {
    expect(pictures.report().ended).toEqual({ cpu: 0, memory: 0, crash: 0, wall: 0, lost: 0 });
  });
});

describe('a picture with some bytes changed', () => {
  it.each(
    Object.entries(seeds),
  )('%s: is refused or made anew, and the next one is taken', async (_name, seed: Buffer) => {
    const random = new Random(seed.length);
    for (let n = 0; n < CHANGED; n++) {
      const bytes = Buffer.from(seed);
      for (let changes = 1 + (n % 4); changes > 0; changes--) {
        bytes[Math.floor(random.between(12, bytes.length))] = Math.floor(random.between(0, 256));
      }
      const outcome = await take(bytes);
      expect(outcome).not.toHaveProperty('failed');
      if ('files' in outcome) await expectNothingLeft(outcome.files);
    }
  });
});
