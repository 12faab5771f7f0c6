import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** A chunk of a PNG. @param crc the right one where left out */
export function chunk(type: string, data: Buffer | string, crc?: number): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), Buffer.from(data as string)]);
  const [before, after] = [Buffer.alloc(4), Buffer.alloc(4)];
  before.writeUInt32BE(body.length - 4);
  after.writeUInt32BE(crc ?? crc32(body));
  return Buffer.concat([before, body, after]);
}

export function header(width: number, height: number, depth = 8, colour = 2, interlaced = 0): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data.set([depth, colour, 0, 0, interlaced], 8);
  return chunk('IHDR', data);
}

/** Pixels of one colour, three bytes each. */
export const pixels = (width: number, height: number): Buffer =>
  chunk('IDAT', deflateSync(Buffer.alloc((1 + 3 * width) * height, 0)));

export const end = chunk('IEND', '');

export const png = (...chunks: readonly Buffer[]): Buffer => Buffer.concat([SIGNATURE, ...chunks]);

/** A picture of 40 × 30 pixels with other chunks before its pixels. */
export const withChunks = (...chunks: readonly Buffer[]): Buffer => png(header(40, 30), ...chunks, pixels(40, 30), end);
