import { expect, it } from 'vitest';
import { readRange } from '../../../src/http/byte-range.ts';

it.each([
  ['bytes=0-0', { first: 0, last: 0 }],
  ['bytes=0-', { first: 0, last: 99 }],
  [' bytes=90-200 ', { first: 90, last: 99 }],
  ['bytes=-10', { first: 90, last: 99 }],
  ['bytes=-500', { first: 0, last: 99 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=5-4', null],
  ['bytes=-', null],
  ['bytes=0-1,3-4', null],
  ['lines=0-1', null],
  ['bytes=0x1-2', null],
  [undefined, null],
])('%s of a hundred bytes is %o', (header, range) => {
  expect(readRange(header, 100)).toEqual(range);
});
