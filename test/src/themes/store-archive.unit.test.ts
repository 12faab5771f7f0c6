import { expect, it } from 'vitest';
import { batchesOf } from '../../../src/themes/import/store-archive.ts';
import { FILE_UNITS } from '../../../src/themes/limits.ts';

const lengths = (...units: number[]) =>
  batchesOf(units.map((length, n) => [`assets/${n}.css`, 'x'.repeat(length)])).map((batch) =>
    batch.map(([, content]) => content.length),
  );

it('files go in one statement as far as all of them are no longer than the longest legal file', () => {
  expect(lengths(1, 0, 2)).toEqual([[1, 0, 2]]);
  expect(lengths(1, FILE_UNITS, 0, 1)).toEqual([[1], [FILE_UNITS, 0], [1]]);
  expect(lengths(FILE_UNITS - 1, 1, 1)).toEqual([[FILE_UNITS - 1, 1], [1]]);
  expect(lengths()).toEqual([]);
});
