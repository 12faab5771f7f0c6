/** Photographs that the bench makes: they have no meaning, and the size and the weight of those of a telephone. */
import sharp from 'sharp';

const WIDTH = 4_000;
const HEIGHT = 3_000;

/** JPEG's marker of a comment, which no decoder looks at. */
const COMMENT = Buffer.from([0xff, 0xfe]);

/** A photograph of 12 megapixels, about 4 MB. */
export function takePhotograph(): Promise<Buffer> {
  const grain = { type: 'gaussian' as const, mean: 128, sigma: 28 };
  return sharp({ create: { width: 1_600, height: 1_200, channels: 3, background: '#808080', noise: grain } })
    .resize(WIDTH, HEIGHT)
    .jpeg({ quality: 88 })
    .toBuffer();
}

/** The same picture in other bytes. @returns its parts, of which all but one are shared */
export function copyOf(photograph: Buffer, number: number): readonly Buffer[] {
  const text = Buffer.from(`photographie ${number}`);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(text.length + 2);
  return [photograph.subarray(0, 2), Buffer.concat([COMMENT, length, text]), photograph.subarray(2)];
}
