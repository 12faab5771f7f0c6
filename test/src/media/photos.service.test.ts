import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ratio } from '../../../engine/pictures/variants.ts';
import { PictureProcessor } from '../../../src/media/processing/picture-processor.ts';
import { fileName, type Wanted } from '../../../src/media/processing/protocol.ts';

let pictures: PictureProcessor;
beforeAll(() => {
  pictures = new PictureProcessor({ log: { warn: () => undefined } });
});
afterAll(() => pictures.close());

type Pixels = Exclude<Wanted, 'svg'>;
const MIDDLE = { x: 500, y: 500 };
const wish = (width: number, format: Pixels['format'] = 'png', ratio: Ratio = null, focal = MIDDLE): Pixels => ({
  width,
  format,
  ratio,
  focal,
});

async function take(bytes: Buffer, ...wanted: Wanted[]) {
  const outcome = await pictures.take({ siteId: 'a', urgency: 'visitor', declaredType: null, wanted }, bytes);
  if (!('files' in outcome)) throw new Error(JSON.stringify(outcome));
  return outcome;
}
const only = async (bytes: Buffer, wanted: Wanted): Promise<Buffer> =>
  (await take(bytes, wanted)).files[0]?.bytes as Buffer;

type Colour = readonly [number, number, number];
const RED: Colour = [220, 30, 30];
const GREEN: Colour = [30, 200, 30];
const BLUE: Colour = [30, 30, 220];
const WHITE: Colour = [240, 240, 240];

/** `data.set` takes ten times as long, and there are millions of pixels. */
function paint(data: Buffer, pixel: number, [red, green, blue]: Colour): void {
  data[3 * pixel] = red;
  data[3 * pixel + 1] = green;
  data[3 * pixel + 2] = blue;
}

/** A picture whose pixels are said one by one. */
function painted(width: number, height: number, colourAt: (x: number, y: number) => Colour): Sharp {
  const data = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) paint(data, y * width + x, colourAt(x, y));
  return sharp(data, { raw: { width, height, channels: 3 } });
}

/** Its quarters: red and green above, blue and white below. */
const quarters = (x: number, y: number, width: number, height: number): Colour =>
  y < height / 2 ? (x < width / 2 ? RED : GREEN) : x < width / 2 ? BLUE : WHITE;

/** The colours in the middles of the four quarters. */
async function quartersOf(bytes: Buffer): Promise<(string | undefined)[]> {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const names = new Map([
    [RED, 'red'],
    [GREEN, 'green'],
    [BLUE, 'blue'],
    [WHITE, 'white'],
  ]);
  return [
    [1, 1],
    [3, 1],
    [1, 3],
    [3, 3],
  ].map(([across = 0, down = 0]) => {
    const at = 3 * (Math.floor((info.height * down) / 4) * info.width + Math.floor((info.width * across) / 4));
    const near = [...names].find(([colour]) => colour.every((value, n) => Math.abs(value - (data[at + n] ?? 0)) < 40));
    return near?.[1];
  });
}

const W = 384;
const H = 256;
/** Where a pixel of the upright picture is in the file, for each orientation of EXIF. */
const STORED: ((x: number, y: number) => [number, number])[] = [
  (x, y) => [x, y],
  (x, y) => [W - 1 - x, y],
  (x, y) => [W - 1 - x, H - 1 - y],
  (x, y) => [x, H - 1 - y],
  (x, y) => [y, x],
  (x, y) => [y, W - 1 - x],
  (x, y) => [H - 1 - y, W - 1 - x],
  (x, y) => [H - 1 - y, x],
];

function lying(orientation: number): Sharp {
  const stored = STORED[orientation - 1];
  const [width, height] = orientation >= 5 ? [H, W] : [W, H];
  const data = Buffer.alloc(W * H * 3);
  for (let y = 0; y < H; y++) {
    for (let x = 0; x < W; x++) {
      const [left = 0, top = 0] = stored?.(x, y) ?? [];
      paint(data, top * width + left, quarters(x, y, W, H));
    }
  }
  return sharp(data, { raw: { width, height, channels: 3 } })
    .withExif({ IFD3: { GPSLatitude: '48/1 51/1 30/1' } })
    .withMetadata({ orientation });
}

describe('a photograph of a telephone', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('stands upright, whatever EXIF says: %d', async (orientation) => {
    for (const bytes of [
      await lying(orientation).jpeg({ quality: 95 }).toBuffer(),
      await lying(orientation).webp({ lossless: true }).toBuffer(),
    ]) {
      const { examined, files } = await take(bytes, wish(160), wish(160, 'jpg', '1x1'));
      expect(examined).toMatchObject({ width: W, height: H, frames: 1 });
      for (const file of files)
        expect(await quartersOf(file.bytes), file.name).toEqual(['red', 'green', 'blue', 'white']);
    }
  });

  it('says nothing of where it was made, in any format', async () => {
    const bytes = await lying(6)
      .keepMetadata()
      .withIccProfile('p3')
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>')
      .jpeg()
      .toBuffer();
    expect(await sharp(bytes).metadata()).toMatchObject({
      orientation: 6,
      exif: expect.anything(),
      icc: expect.anything(),
      xmp: expect.anything(),
    });
    const { files } = await take(bytes, wish(160, 'webp'), wish(160, 'jpg'), wish(160, 'png'), wish(160, 'avif'));
    expect(files).toHaveLength(4);
    for (const file of files) {
      const { exif, icc, iptc, xmp, orientation, comments } = await sharp(file.bytes).metadata();
      expect({ exif, icc, iptc, xmp, orientation, comments }, file.name).toEqual({});
    }
  });

  it('has the colours of screens: a wider red of Display P3 is the red of sRGB', async () => {
    const bytes = await painted(64, 64, () => [255, 0, 0])
      .withIccProfile('p3')
      .png()
      .toBuffer();
    const { data } = await sharp(await only(bytes, wish(64)))
      .raw()
      .toBuffer({ resolveWithObject: true });
    const p3 = await sharp(bytes).raw().toBuffer();
    expect([data[0], data[1], data[2]]).toEqual([p3[0], p3[1], p3[2]]);
  });
});

describe('a file that is made', () => {
  it('is named as its row, once for each width that it has, never larger than the picture', async () => {
    const bytes = await painted(300, 200, () => RED)
      .png()
      .toBuffer();
    const wanted = [
      wish(640, 'webp'),
      wish(1280, 'webp'),
      wish(160, 'webp'),
      wish(320, 'jpg', '1x1', { x: 250, y: 750 }),
      'svg' as const,
    ];
    const { files } = await take(bytes, ...wanted);
    expect(files.map(({ name }) => name)).toEqual(['300.webp', '160.webp', '200-1x1-250x750.jpg']);
    expect(fileName(wish(200, 'jpg', '1x1', { x: 250, y: 750 }))).toBe('200-1x1-250x750.jpg');
    const sizes = await Promise.all(
      files.map(async (file) => (({ width, height }) => [width, height])(await sharp(file.bytes).metadata())),
    );
    expect(sizes).toEqual([
      [300, 200],
      [160, 107],
      [200, 200],
    ]);
  });

  it.each<[string, number, number, Ratio, { x: number; y: number }, Colour]>([
    ['left', 400, 100, '1x1', { x: 0, y: 500 }, RED],
    ['right', 400, 100, '1x1', { x: 1000, y: 500 }, GREEN],
    ['above', 100, 400, '16x9', { x: 500, y: 100 }, RED],
    ['below', 100, 400, '16x9', { x: 500, y: 900 }, GREEN],
  ])('is cropped around its point: %s', async (_where, width, height, ratio, focal, colour) => {
    const isWide = width > height;
    const bytes = await painted(width, height, (x, y) => ((isWide ? x / width : y / height) < 0.5 ? RED : GREEN))
      .png()
      .toBuffer();
    const { dominant } = await sharp(await only(bytes, wish(100, 'png', ratio, focal))).stats();
    expect(Math.abs(dominant.r - colour[0])).toBeLessThan(12);
    expect(Math.abs(dominant.g - colour[1])).toBeLessThan(12);
  });

  it('keeps what is transparent, and is white there as JPEG', async () => {
    const bytes = await sharp({ create: { width: 64, height: 64, channels: 4, background: '#0000' } })
      .png()
      .toBuffer();
    for (const format of ['webp', 'png', 'avif'] as const) {
      expect((await sharp(await only(bytes, wish(64, format))).stats()).isOpaque, format).toBe(false);
    }
    const { dominant } = await sharp(await only(bytes, wish(64, 'jpg'))).stats();
    expect(Math.min(dominant.r, dominant.g, dominant.b)).toBeGreaterThan(240);
  });

  it.each<[string, (picture: Sharp) => Sharp]>([
    ['of grey', (picture) => picture.toColourspace('b-w').png()],
    ['of 16 bits', (picture) => picture.toColourspace('rgb16').png()],
    ['of four inks', (picture) => picture.toColourspace('cmyk').jpeg()],
    ['of a palette', (picture) => picture.png({ palette: true })],
    ['interlaced', (picture) => picture.png({ progressive: true })],
    ['progressive', (picture) => picture.jpeg({ progressive: true })],
    ['AVIF', (picture) => picture.avif()],
    ['GIF', (picture) => picture.gif()],
  ])('is made of a picture %s', async (kind, how) => {
    const bytes = await how(painted(W, H, (x, y) => quarters(x, y, W, H))).toBuffer();
    const { files } = await take(bytes, wish(160, 'webp'), wish(160, 'jpg'), wish(160, 'png'), wish(160, 'avif'));
    for (const file of files) {
      const { width, height, depth, space } = await sharp(file.bytes).metadata();
      expect({ width, height, depth }, file.name).toEqual({ width: 160, height: 107, depth: 'uchar' });
      expect(['srgb', 'b-w'], file.name).toContain(space);
      // Ink has less of green and blue than screens have.
      const kept =
        kind === 'of grey' ? [] : kind === 'of four inks' ? ['red', 'white'] : ['red', 'green', 'blue', 'white'];
      expect(await quartersOf(file.bytes), file.name).toEqual(expect.arrayContaining(kept));
    }
  });

  it('of a picture that is longer than formats allow is smaller', async () => {
    const bytes = await painted(200, 20_000, () => BLUE)
      .png()
      .toBuffer();
    const { examined, files } = await take(bytes, wish(200, 'webp'), wish(160, 'webp'));
    expect(examined).toMatchObject({ width: 200, height: 20_000 });
    const heights = await Promise.all(files.map(async (file) => (await sharp(file.bytes).metadata()).height));
    expect(heights).toEqual([16_383, 16_000]);
  });
});

describe('an animation', () => {
  it.each(['gif', 'webp'] as const)('%s: moves as WebP, and shows its first frame otherwise', async (format) => {
    const pages = [RED, GREEN, BLUE];
    const picture = sharp(
      await painted(320, 480, (_x, y) => pages[Math.floor(y / 160)] ?? RED)
        .raw()
        .toBuffer(),
      {
        raw: { width: 320, height: 480, channels: 3, pageHeight: 160 },
      },
    );
    const bytes = await picture[format]({ delay: [100, 200, 300], loop: 2 }).toBuffer();
    const { examined, files } = await take(bytes, wish(160, 'webp'), wish(160, 'jpg'));
    expect(examined).toMatchObject({ width: 320, height: 160, frames: 3 });
    const [moving, still] = await Promise.all(files.map((file) => sharp(file.bytes, { animated: true }).metadata()));
    const webp = [moving, still].find((one) => one?.format === 'webp');
    const jpeg = [moving, still].find((one) => one?.format === 'jpeg');
    expect(webp).toMatchObject({ pages: 3, delay: [100, 200, 300], loop: 2, width: 160, pageHeight: 80 });
    expect(jpeg).toMatchObject({ width: 160, height: 80 });
  });
});

describe('an animation that is odd', () => {
  /** Two frames, of which the first one is red above green, and the other one blue. */
  const moving = async (width: number, height: number) =>
    sharp(
      await painted(width, 2 * height, (_x, y) => (y >= height ? BLUE : y < height / 2 ? RED : GREEN))
        .raw()
        .toBuffer(),
      {
        raw: { width, height: 2 * height, channels: 3, pageHeight: height },
      },
    )
      .gif({ delay: [100, 100] })
      .toBuffer();

  it('is made smaller where it is longer than WebP can be', async () => {
    const made = await only(await moving(40, 20_000), wish(40, 'webp'));
    expect(await sharp(made, { animated: true }).metadata()).toMatchObject({ pages: 2, pageHeight: 16_383 });
  });

  it('stands still where it is cropped', async () => {
    const made = await only(await moving(200, 400), wish(160, 'webp', '1x1', { x: 500, y: 0 }));
    const { pages = 1, width, height } = await sharp(made, { animated: true }).metadata();
    expect({ pages, width, height }).toEqual({ pages: 1, width: 160, height: 160 });
  });
});

describe('what is known of a picture', () => {
  it('its colour, and a placeholder of some hundred bytes', async () => {
    const bytes = await painted(400, 300, (x) => (x < 300 ? BLUE : WHITE))
      .jpeg()
      .toBuffer();
    const { examined } = await take(bytes);
    expect(examined.colour).toMatch(/^#1[0-9a-f]1[0-9a-f]d[0-9a-f]$/);
    expect(examined.placeholder).toMatch(/^data:image\/webp;base64,/);
    expect(examined.placeholder.length).toBeLessThan(400);
  });

  it('no placeholder is longer than 600 characters', async () => {
    const noise = sharp({
      create: {
        width: 300,
        height: 300,
        channels: 4,
        background: '#888',
        noise: { type: 'gaussian', mean: 128, sigma: 120 },
      },
    });
    expect((await take(await noise.png().toBuffer())).examined.placeholder.length).toBeLessThanOrEqual(600);
  });
});
