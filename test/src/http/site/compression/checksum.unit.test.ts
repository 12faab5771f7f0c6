import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { factorOf, followedBy } from '../../../../../src/http/site/compression/checksum.ts';

it('the checksum of bytes one after the other is made of the checksums of each', () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    fc.nat(2 ** 21).map((length) => new Uint8Array(length).fill(length)),
  );
  fc.assert(
    fc.property(bytes, bytes, (first, second) => {
      const made = followedBy(crc32(first), crc32(second), factorOf(second.length));
      expect(made).toBe(crc32(second, crc32(first)));
    }),
  );
});
