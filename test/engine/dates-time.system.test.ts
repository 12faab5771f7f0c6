import { expect, it } from 'vitest';
import { formatMoment } from '../../engine/dates/format.ts';
import type { Moment } from '../../engine/dates/moment.ts';
import { readMoment } from '../../engine/dates/parse.ts';

const PRESENT = 1_457_951_430_123;
const MOMENT: Moment = { epochMs: PRESENT, offsetMinutes: 0, zone: 'UTC', nanoseconds: 456_789 };
const now = () => PRESENT;
const free = () => undefined;

it('a moment is read in short time from hostile text', () => {
  const began = performance.now();
  for (const piece of ['1', ' ', '1 ', '1:', "'1", '1-', 'a', 'mar', '1/', '1.', '[', 'a ', '-', '1h']) {
    for (const end of ['', '!', 'standard']) {
      readMoment(piece.repeat(128).slice(0, 128 - end.length) + end, now);
      readMoment(piece.repeat(1_000_000) + end, now);
    }
  }
  expect(performance.now() - began).toBeLessThan(2000);
});

it('a format takes time by its length', () => {
  const began = performance.now();
  for (const piece of ['%', '%-', '%0', '0', '%:', '%9', '%E', '%%', '%d', '%c']) {
    formatMoment(MOMENT, `${piece.repeat(50_000)}.`, free);
    formatMoment(MOMENT, `%${piece.repeat(50_000)}.`, free);
  }
  expect(performance.now() - began).toBeLessThan(4000);
});
