/** Makes pictures and looks at them for the tests of one process (`made-pictures.ts`), work by work. */
import sharp from 'sharp';

/** @param size as it stands upright: red above, blue below */
async function telephonePhoto({ width, height }: Size): Promise<Buffer> {
  const half = Math.floor(height / 2);
  const above = await sharp({ create: { width, height: half, channels: 3, background: '#c02020' } })
    .png()
    .toBuffer();
  const upright = sharp({ create: { width, height, channels: 3, background: '#2040c0' } }).composite([
    { input: above, top: 0, left: 0 },
  ]);
  const onItsSide = await sharp(await upright.png().toBuffer())
    .rotate(-90)
    .png()
    .toBuffer();
  const exif = { IFD0: { Make: 'VitrinePhone' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 51/1 24/1' } };
  return sharp(onItsSide).withExif(exif).withMetadata({ orientation: 6 }).jpeg({ quality: 80 }).toBuffer();
}

function plainPicture({ width, height }: Size, format: PlainFormat, colour: string): Promise<Buffer> {
  const alpha = format === 'jpeg' ? 1 : 0.5;
  const [r, g, b] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  return sharp({ create: { width, height, channels: 4, background: { r, g, b, alpha } } })
    .toFormat(format)
    .toBuffer();
}

async function look(bytes: Uint8Array): Promise<SeenPicture> {
  const { format, width, height, exif, compression } = await sharp(bytes).metadata();
  const at = { left: Math.floor(width / 2), top: Math.floor(height / 8), width: 1, height: 1 };
  const pixel = await sharp(bytes).extract(at).removeAlpha().raw().toBuffer();
  const shown = format === 'heif' ? String(compression) : format;
  return { format: shown, width, height, hasExif: exif !== undefined, above: [...pixel] };
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** As sharp names it. */
export type PlainFormat = 'png' | 'jpeg' | 'webp';

/** What a picture shows to who opens it. */
export interface SeenPicture {
  readonly format: string;
  readonly width: number;
  readonly height: number;
  readonly hasExif: boolean;
  /** The colour in the middle of its upper quarter. */
  readonly above: readonly number[];
}

const works = { telephonePhoto, plainPicture, look };
export type Works = typeof works;

process.on('message', async ({ id, name, given }: { id: number; name: keyof Works; given: never[] }) => {
  const work: (...given: never[]) => Promise<unknown> = works[name];
  const done = await work(...given).then(
    (result) => ({ result }),
    (error) => ({ error }),
  );
  process.send?.({ id, ...done });
});
