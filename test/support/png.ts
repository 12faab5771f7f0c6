import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** A PNG of one colour. @param colour `#rrggbb` */
export function png(width: number, height: number, colour = '#336699'): Buffer {
  // Eight bits, red, green and blue.
  return pngOf(width, height, [8, 2], Buffer.alloc(3 * width, Buffer.from(colour.slice(1), 'hex')));
}

/** A black one, of a bit a pixel: where there are so many of them that three bytes each would fill the memory. */
export const blackPng = (width: number, height: number): Buffer =>
  pngOf(width, height, [1, 0], Buffer.alloc(Math.ceil(width / 8)));

function pngOf(width: number, height: number, [bits, kind]: readonly [number, number], pixels: Buffer): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([bits, kind, 0, 0, 0], 8);
  const row = Buffer.concat([Buffer.from([0]), pixels]);
  const rows = Buffer.alloc(row.length * height, row);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(data.length, 0);
  named.copy(framed, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}

/** PNGs of which no two have the same bytes. */
export const colours = (count: number): string[] =>
  Array.from({ length: count }, (_, n) => `#${(n * 7919 + 1).toString(16).padStart(6, '0')}`);
