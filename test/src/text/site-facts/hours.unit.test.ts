import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  hoursProblems,
  hoursWords,
  parseHours,
  readHours,
  readSpans,
  type Span,
} from '../../../../src/text/site-facts/hours.ts';

const two = (n: number) => String(n).padStart(2, '0');
const clock = fc.tuple(fc.nat({ max: 23 }), fc.nat({ max: 59 })).map(([hour, minute]) => `${two(hour)}:${two(minute)}`);
const stored = fc.array(fc.record({ de: clock, a: fc.oneof(clock, fc.constant('24:00')) }), { maxLength: 8 });
const plain = (words: string) => words.replaceAll('\u00a0', ' ');

describe('hours in words', () => {
  it.each<[string, Span[]]>([
    [
      '9 h – 12 h 30, 14 h – 18 h',
      [
        { de: '09:00', a: '12:30' },
        { de: '14:00', a: '18:00' },
      ],
    ],
    ['18 h 05 – 2 h', [{ de: '18:05', a: '02:00' }]],
    ['19 h – minuit', [{ de: '19:00', a: '24:00' }]],
    ['24 h sur 24', [{ de: '00:00', a: '24:00' }]],
    ['Fermé', []],
  ])('are %s', (words, spans) => {
    expect(plain(hoursWords(spans))).toBe(words);
  });

  it('are read as the hours that they were made of, whatever was stored', () => {
    fc.assert(
      fc.property(stored, (list) => {
        const spans = readSpans(list);
        expect(hoursProblems(spans)).toEqual([]);
        expect(parseHours(hoursWords(spans))).toEqual(spans);
      }),
    );
  });
});

describe('typed hours', () => {
  it.each([
    ['9h-12h30, 14h à 18h', ['09:00-12:30', '14:00-18:00']],
    ['de 9:00 à 18:00', ['09:00-18:00']],
    ['9-12 / 14-18', ['09:00-12:00', '14:00-18:00']],
    ['9 heures – midi et 14 heures – 18 heures', ['09:00-12:00', '14:00-18:00']],
    ['18h – minuit', ['18:00-24:00']],
    ['24h/24', ['00:00-24:00']],
    ['Fermé', []],
    ['fermée', []],
  ])('%s', (typed, expected) => {
    expect(parseHours(typed)?.map(({ de, a }) => `${de}-${a}`)).toEqual(expected);
  });

  it.each([
    '',
    'sur rendez-vous',
    '9h',
    '25h-26h',
    '9h-12h, ',
    '9h-12h et demie',
    '9:61-10:00',
    '\u0000',
    '9h-12h'.repeat(50_000),
  ])('that say something else are none: %j', (typed) => {
    expect(parseHours(typed)).toBeNull();
  });
});

describe('what is wrong with hours', () => {
  const wrong = (...spans: [string, string][]) =>
    hoursProblems(spans.map(([de, a]) => ({ de, a }))).map(({ place }) => place);

  it('is told by the place of the span', () => {
    expect(wrong(['9h', '12:00'])).toEqual([0]);
    expect(wrong(['09:00', '12:00'], ['14:00', '25:00'])).toEqual([1]);
    expect(wrong(['09:00', '09:00'])).toEqual([0]);
    expect(wrong(['24:00', '02:00'])).toEqual([0]);
    expect(wrong(['14:00', '18:00'], ['09:00', '14:30'])).toEqual([0]);
    expect(wrong(['20:00', '02:00'], ['23:00', '23:30'])).toEqual([1]);
    expect(wrong(...Array.from({ length: 7 }, (_, n): [string, string] => [`0${n}:00`, `0${n}:30`]))).toEqual([6]);
  });

  it('is nothing for spans that meet, that are in any order, and that end on the next day', () => {
    expect(wrong(['14:00', '18:00'], ['09:00', '14:00'], ['18:00', '02:00'])).toEqual([]);
  });
});

it('a stored week keeps what can be read, and says nothing of the rest', () => {
  const week = {
    lundi: [{ de: '09:00', a: '12:00' }],
    mardi: [],
    mercredi: 'sur rendez-vous',
    jeudi: [{ de: 'x' }],
    samedi: null,
  };
  expect(readHours(week)).toEqual({ lundi: [{ de: '09:00', a: '12:00' }], mardi: [] });
});

it('any stored value is read without a fault', () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      for (const read of [readHours(value), readHours({ lundi: value }), readSpans(value), readSpans([value])]) {
        expect(read).toBeTypeOf('object');
      }
    }),
  );
});
