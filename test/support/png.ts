import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** A PNG of one colour. @param colour `#rrggbb` */
export function png(width: number, height: number, colour = '#336699'): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // Eight bits, red, green and blue.
  head.set([8, 2, 0, 0, 0], 8);
  const pixel = Buffer.from(colour.slice(1), 'hex');
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(3 * width, pixel)]);
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
