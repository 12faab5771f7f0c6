import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lengthOf, PieceReader, PieceTooLong } from '../../../src/media/processing/pieces.ts';

it('pieces come as they were sent, however the bytes are cut on the way', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 40 })), fc.array(fc.integer({ min: 1, max: 9 })), (sent, cuts) => {
      const got: Buffer[] = [];
      const reader = new PieceReader(40, (piece) => got.push(Buffer.from(piece)));
      let bytes = Buffer.concat(sent.flatMap((piece) => [lengthOf(piece), piece]));
      for (let n = 0; bytes.length > 0; n++) {
        const length = cuts.length === 0 ? bytes.length : (cuts[n % cuts.length] ?? 1);
        reader.push(bytes.subarray(0, length));
        bytes = bytes.subarray(length);
      }
      expect(got.map((piece) => [...piece])).toEqual(sent.map((piece) => [...piece]));
    }),
  );
});

it('a piece that says that it is longer than any is not waited for', () => {
  const reader = new PieceReader(40, () => undefined);
  expect(() => reader.push(Buffer.from([0, 0, 0, 41]))).toThrow(PieceTooLong);
});
