import { describe, it } from 'vitest';
import { formatMoment } from '../../engine/dates/format.ts';
import type { Moment } from '../../engine/dates/moment.ts';
import { readMoment } from '../../engine/dates/parse.ts';
import { expectGrowth } from '../support/growth.ts';

const PRESENT = 1_457_951_430_123;
const MOMENT: Moment = { epochMs: PRESENT, offsetMinutes: 0, zone: 'UTC', nanoseconds: 456_789 };
/** Of the texts that are read, bytes. */
const LONGEST = 128;
const now = () => PRESENT;
const free = () => undefined;

describe.each([
  '1',
  ' ',
  '1 ',
  '1:',
  "'1",
  '1-',
  'a',
  'mar',
  '1/',
  '1.',
  '[',
  'a ',
  '-',
  '1h',
])('hostile text of many %o', (piece) => {
  /** Reads such texts, many times: one takes microseconds. They are made before, which takes longer. */
  const reads = (length: number) => {
    const texts = ['', '!', 'standard'].map((end) => piece.repeat(length).slice(0, length - end.length) + end);
    return () => {
      for (let n = 0; n < 50; n++) for (const text of texts) readMoment(text, now);
    };
  };
  const expectGrowthOf = (longest: number, power?: number) => {
    const [long, short] = [reads(longest), reads(longest / 16)];
    // A text that was put together becomes one piece at its first reading.
    for (const read of [long, short]) read();
    expectGrowth((length) => (length === longest ? long() : short()), longest, power);
  };

  it('is read as a moment in the square of its length at most', () => expectGrowthOf(LONGEST, 2));
  it('is refused in time by its length where it is too long', () => expectGrowthOf(160_000));
});

it.each([
  '%',
  '%-',
  '%0',
  '0',
  '%:',
  '%9',
  '%E',
  '%%',
  '%d',
  '%c',
])('a format of many %o takes time by its length', (piece) => {
  expectGrowth((length) => {
    const pieces = piece.repeat(length);
    formatMoment(MOMENT, `${pieces}.`, free);
    formatMoment(MOMENT, `%${pieces}.`, free);
  }, 40_000);
});
