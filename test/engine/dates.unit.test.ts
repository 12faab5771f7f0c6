import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatMoment } from '../../engine/dates/format.ts';
import type { Moment } from '../../engine/dates/moment.ts';
import { readMoment } from '../../engine/dates/parse.ts';
import { anyText } from '../support/any-text.ts';

// The tables hold what Ruby 3.4.1 answers with TZ=UTC and the present at 2016-03-14 10:30:30.123.
const PRESENT = 1_457_951_430_123;
const now = () => PRESENT;
const free = () => {};

function shown(moment: Moment | null): string | null {
  return moment && formatMoment(moment, '%F %T.%N %z %Z', free).replace('.000000000', '');
}

/** The output, and the characters charged for it. */
function charged(moment: Moment, format: string): { text: string; characters: number } {
  let characters = 0;
  const text = formatMoment(moment, format, (more) => {
    characters += more;
  });
  return { text, characters };
}

const TEXTS: [value: string, expected: string][] = [
  ['now', '2016-03-14 10:30:30.123000000 +0000 UTC'],
  ['Today', '2016-03-14 10:30:30.123000000 +0000 UTC'],
  ['1152098955', '2006-07-05 11:29:15 +0000 UTC'],
  ['0', '1970-01-01 00:00:00 +0000 UTC'],
  ['2016-03-14', '2016-03-14 00:00:00 +0000 UTC'],
  ['2016-3-4', '2016-03-04 00:00:00 +0000 UTC'],
  ['2016-03-14T10:20:30Z', '2016-03-14 10:20:30 +0000 UTC'],
  ['2016-03-14 10:20:30', '2016-03-14 10:20:30 +0000 UTC'],
  ['2016-03-14T10:20:30.123456789Z', '2016-03-14 10:20:30.123456789 +0000 UTC'],
  ['2016-03-14T10:20:30,5', '2016-03-14 10:20:30.500000000 +0000 UTC'],
  ['2016-03-14T10:20:30+02:00', '2016-03-14 10:20:30 +0200 '],
  ['2016-03-14T10:20:30+0200', '2016-03-14 10:20:30 +0200 '],
  ['2016-03-14 10:20:30 -05', '2016-03-14 10:20:30 -0500 '],
  ['2016-03-14T10:20:30-00:30', '2016-03-14 10:20:30 -0030 '],
  ['2016-03-14T23:30:00-05:00', '2016-03-14 23:30:00 -0500 '],
  ['2016-02-29T23:30:00-05:00', '2016-02-29 23:30:00 -0500 '],
  ['2016-01-01T01:00:00+05:00', '2016-01-01 01:00:00 +0500 '],
  ['20160314 ', '2016-03-14 00:00:00 +0000 UTC'],
  ['20160314T102030', '2016-03-14 10:20:30 +0000 UTC'],
  ['20160314T102030Z', '2016-03-14 10:20:30 +0000 UTC'],
  ['20160314T1020', '2016-03-14 10:20:00 +0000 UTC'],
  ['20160314102030.5', '2016-03-14 10:20:30.500000000 +0000 UTC'],
  ['160314T10', '2016-03-14 10:00:00 +0000 UTC'],
  ['March 14, 2016', '2016-03-14 00:00:00 +0000 UTC'],
  ['march 14 2016', '2016-03-14 00:00:00 +0000 UTC'],
  ['14 March 2016', '2016-03-14 00:00:00 +0000 UTC'],
  ['14th of March 2016', '2016-03-01 00:00:00 +0000 UTC'],
  ['Mar 14 2016 10:20pm', '2016-03-14 22:20:00 +0000 UTC'],
  ['Mar 14 2016 12:05 a.m.', '2016-03-14 00:05:00 +0000 UTC'],
  ['Mon, 14 Mar 2016 10:20:30 +0200', '2016-03-14 10:20:30 +0200 '],
  ['Mon Mar 14 10:20:30 UTC 2016', '2016-03-14 10:20:30 +0000 UTC'],
  ['Monday, March 14th, 2016', '2016-03-14 00:00:00 +0000 UTC'],
  ['14-Mar-2016', '2016-03-14 00:00:00 +0000 UTC'],
  ['Mar-14-2016', '2016-03-14 00:00:00 +0000 UTC'],
  ['14/03/2016', '2016-03-14 00:00:00 +0000 UTC'],
  ['14/3/16', '2014-03-16 00:00:00 +0000 UTC'],
  ['2016/03/14', '2016-03-14 00:00:00 +0000 UTC'],
  ['3/14', '2016-03-14 00:00:00 +0000 UTC'],
  ['14.03.2016', '2016-03-14 00:00:00 +0000 UTC'],
  ['2016.03.14', '2016-03-14 00:00:00 +0000 UTC'],
  ["Mar 14 '99", '1999-03-14 00:00:00 +0000 UTC'],
  ['14 mar 68', '2068-03-14 00:00:00 +0000 UTC'],
  ['14 mar 69', '1969-03-14 00:00:00 +0000 UTC'],
  ['14 mar 44 BC', '-0043-03-14 00:00:00 +0000 UTC'],
  ['10:20', '2016-03-14 10:20:00 +0000 UTC'],
  ['10:20:30 pm', '2016-03-14 22:20:30 +0000 UTC'],
  ['3pm', '2016-03-14 15:00:00 +0000 UTC'],
  ['12am', '2016-03-14 00:00:00 +0000 UTC'],
  ['10h20', '2016-03-14 10:20:00 +0000 UTC'],
  ['10:20 -0300', '2016-03-14 10:20:00 -0300 '],
  ['March 2016', '2016-03-01 00:00:00 +0000 UTC'],
  ['March', '2016-03-01 00:00:00 +0000 UTC'],
  ['Mar 14', '2016-03-14 00:00:00 +0000 UTC'],
  ['14th', '2016-03-14 00:00:00 +0000 UTC'],
  ['2016-074', '2016-03-14 00:00:00 +0000 UTC'],
  ['16074 ', '2016-03-14 00:00:00 +0000 UTC'],
  ['--03-14', '2016-03-14 00:00:00 +0000 UTC'],
  ['h28.03.14', '2016-03-14 00:00:00 +0000 UTC'],
  ['Mon 10:20', '2016-03-14 10:20:00 +0000 UTC'],
  ['10:20 3', '2016-03-03 10:20:00 +0000 UTC'],
  ['14 10', '2016-03-14 10:00:00 +0000 UTC'],
  ['2016-02-30', '2016-03-01 00:00:00 +0000 UTC'],
  ['2016-03-14 24:00', '2016-03-15 00:00:00 +0000 UTC'],
  ['2016-03-14 23:59:60', '2016-03-15 00:00:00 +0000 UTC'],
  ['25:00 +02:00', '2016-03-15 01:00:00 +0200 '],
  ['2016-03-14 10:20 GMT', '2016-03-14 10:20:00 +0000 UTC'],
  ['2016-03-14 10:20 EST', '2016-03-14 10:20:00 -0500 '],
  ['2016-03-14 10:20 edt', '2016-03-14 10:20:00 -0400 '],
  ['2016-03-14 10:20 CST', '2016-03-14 10:20:00 -0600 '],
  ['2016-03-14 10:20 CDT', '2016-03-14 10:20:00 -0500 '],
  ['2016-03-14 10:20 MST', '2016-03-14 10:20:00 -0700 '],
  ['2016-03-14 10:20 MDT', '2016-03-14 10:20:00 -0600 '],
  ['2016-03-14 10:20 PST', '2016-03-14 10:20:00 -0800 '],
  ['2016-03-14 10:20 PDT', '2016-03-14 10:20:00 -0700 '],
  ['2016-03-14 10:20 CET', '2016-03-14 10:20:00 +0000 UTC'],
  ['2016-03-14 10:20 CEST', '2016-03-14 10:20:00 +0000 UTC'],
  ['2016-03-14 10:20 Eastern Standard Time', '2016-03-14 10:20:00 +0000 UTC'],
  ['2016-03-14 10:20 GMT+2', '2016-03-14 10:20:00 +0000 UTC'],
  ['le 14 mars 2016', '2016-03-14 00:00:00 +0000 UTC'],
  ['14 février 2016', '2016-03-14 00:00:00 +0000 UTC'],
  ['14 avril 2016', '2016-03-14 00:00:00 +0000 UTC'],
  ['99999-01-01', '99999-01-01 00:00:00 +0000 UTC'],
  ['14 août', '2016-03-14 00:00:00 +0000 UTC'],
];

const REFUSED = [
  '2016-03',
  '',
  'hello',
  'Monday',
  '-1152098955',
  '1.5',
  ' ',
  '2016-13-01',
  '2016-00-10',
  '2016-03-32',
  '2016-03-14 25:00',
  '2016-03-14 10:61',
  '2016-03-14 10:20:61',
  '2016-03-14 24:01',
  '2016-367',
  '2015-366',
  '2016-W10-1',
  '32nd',
  'é',
];

const MOMENT: Moment = { epochMs: PRESENT, offsetMinutes: 0, zone: 'UTC', nanoseconds: 456_789 };

const FORMATS: [format: string, expected: string][] = [
  ['%a %A %^a %#A', 'Mon Monday MON MONDAY'],
  ['%b %B %h %^B %#b', 'Mar March Mar MARCH MAR'],
  ['%c', 'Mon Mar 14 10:30:30 2016'],
  ['%C %5C %-C', '20 00020 20'],
  ['%d %-d %_d %e %-e %0e %5d %_5d', '14 14 14 14 14 14 00014    14'],
  ['%D %x', '03/14/16 03/14/16'],
  ['%F %15F %015F', '2016-03-14      2016-03-14 000002016-03-14'],
  ['%g %G', '16 2016'],
  ['%H %-H %k %I %l %-l', '10 10 10 10 10 10'],
  ['%j %-j %_j %5j', '074 74  74 00074'],
  ['%L %6L', '123 123456'],
  ['%m %-m %_m', '03 3  3'],
  ['%M %-M', '30 30'],
  ['%N %3N %6N %9N %12N', '123456789 123 123456 123456789 123456789000'],
  ['[%n][%t][%3n]', '[\n][\t][  \n]'],
  ['%p %P %#p %^P %#P %5p', 'AM am am AM AM    AM'],
  ['%r %R %T %X', '10:30:30 AM 10:30 10:30:30 10:30:30'],
  ['%s %12s', '1457951430 001457951430'],
  ['%S %-S', '30 30'],
  ['%u %w', '1 1'],
  ['%U %V %W', '11 11 11'],
  ['%v %^v', '14-MAR-2016 14-MAR-2016'],
  ['%y %Y %-y %6Y %_6Y', '16 2016 16 002016   2016'],
  ['%z %:z %::z %:::z', '+0000 +00:00 +00:00:00 +00'],
  ['%_z %_:z %10z %_10z %-z', ' +000  +0:00 +000000000       +000 +0000'],
  ['%Z %#Z %5Z %05Z', 'UTC utc   UTC 00UTC'],
  ['%% %5% %-5%', '%     % %'],
  ['%10a|%-10a|%010a|%^10b', '       Mon|Mon|0000000Mon|       MAR'],
  [
    '%30c|%^30c|%030c|%-30c',
    '      Mon Mar 14 10:30:30 2016|      MON MAR 14 10:30:30 2016|000000Mon Mar 14 10:30:30 2016|      Mon Mar 14 10:30:30 2016',
  ],
  ['%Ey %EC %Od %-y', '16 20 14 16'],
  ['%Q %q %i %J %f %o %+ %é %5-d %:x %Ez %OB %::::z', '%Q %q %i %J %f %o %+ %é %5-d %:x %Ez %OB %::::z'],
  ['%2147483648d %9999999999999999999d %-99999999999d', '%2147483648d %9999999999999999999d %-99999999999d'],
  ['plain', 'plain'],
  ['100 %% é 日', '100 % é 日'],
];

const FORMATS_WITH_OFFSET: [format: string, expected: string][] = [
  ['%c', 'Mon Mar 14 10:00:30 2016'],
  ['%H %-H %k %I %l %-l', '10 10 10 10 10 10'],
  ['%s %12s', '1457951430 001457951430'],
  ['%z %:z %::z %:::z', '-0030 -00:30 -00:30:00 -00:30'],
  ['%_z %_:z %10z %_10z %-z', ' -030  -0:30 -000000030       -030 -0030'],
  ['%Z %#Z %5Z %05Z', '   '],
];

const FORMATS_BEFORE_CHRIST: [format: string, expected: string][] = [
  ['%c', 'Mon Mar  5 00:00:00 -0044'],
  ['%C %5C %-C', '-1 -0001 -1'],
  ['%F %15F %015F', '-0044-03-05     -0044-03-05 0000-0044-03-05'],
  ['%g %G', '56 -0044'],
  ['%U %V %W', '10 10 10'],
  ['%v %^v', ' 5-MAR--044  5-MAR--044'],
  ['%y %Y %-y %6Y %_6Y', '56 -0044 56 -00044    -44'],
];

const WEEKS: [day: string, expected: string][] = [
  ['2016-01-01', '2015-53 15 00 00 001 5'],
  ['2015-12-31', '2015-53 15 52 52 365 4'],
  ['2014-12-29', '2015-01 15 52 52 363 1'],
  ['2010-01-03', '2009-53 09 01 00 003 7'],
  ['2012-01-01', '2011-52 11 01 00 001 7'],
  ['2020-12-31', '2020-53 20 52 52 366 4'],
  ['2021-01-04', '2021-01 21 01 01 004 1'],
  ['2023-01-01', '2022-52 22 01 00 001 7'],
];

const ANY_TEXT = fc.oneof(
  anyText(),
  fc
    .array(fc.constantFrom(..."0123456789 -+:./,'tzTZ[]", 'mar', 'Mon', 'pm', 'EST', 'bc', '2016', 'é'), {
      maxLength: 40,
    })
    .map((parts) => parts.join('')),
);

const ANY_FORMAT = fc.oneof(
  anyText(),
  fc
    .array(fc.constantFrom(...'%%%-_0^#:123EOaAbcCdFgGjLmnNpPsUVWzZYx+', '99', 'é'), { maxLength: 30 })
    .map((parts) => parts.join('')),
);

describe('a moment', () => {
  it.each(TEXTS)('is read from %j', (value, expected) => {
    expect(shown(readMoment(value, now))).toBe(expected);
  });

  it.each(REFUSED)('is not read from %j', (value) => {
    expect(readMoment(value, now)).toBeNull();
  });

  it('is read from an integer, as seconds since the epoch', () => {
    expect(shown(readMoment(1_152_098_955, now))).toBe('2006-07-05 11:29:15 +0000 UTC');
    expect(shown(readMoment(-1, now))).toBe('1969-12-31 23:59:59 +0000 UTC');
    expect(shown(readMoment(1_152_098_955n, now))).toBe('2006-07-05 11:29:15 +0000 UTC');
  });

  it('is not read from other values', () => {
    for (const value of [null, undefined, true, 1.5, Number.NaN, Number.POSITIVE_INFINITY, {}, [], () => 0]) {
      expect(readMoment(value, now)).toBeNull();
    }
  });

  it.each([
    [8_640_000_000_000, '275760-09-13 00:00:00 +0000 UTC'],
    [8_640_000_000_001, '275760-09-13 00:00:01 +0000 UTC'],
    ['8640000000001', '275760-09-13 00:00:01 +0000 UTC'],
    // 146 097 days are 400 years.
    [1000 * 146_097 * 86_400, '401970-01-01 00:00:00 +0000 UTC'],
    [-1000 * 146_097 * 86_400, '-398030-01-01 00:00:00 +0000 UTC'],
    [-(10n ** 17n) * 146_097n * 86_400n, '-39999999999999998030-01-01 00:00:00 +0000 UTC'],
    ['99999999999999999999', '3168873852651-02-22 09:46:39 +0000 UTC'],
    ['300000-01-01', '300000-01-01 00:00:00 +0000 UTC'],
    ['275760-09-13 01:00 -0500', '275760-09-13 01:00:00 -0500 '],
  ])('is read however far it is: %s', (value, expected) => expect(shown(readMoment(value, now))).toBe(expected));

  it('that is far has its week, its day and its seconds', () => {
    const far = readMoment('99999999999999999999', now);
    const near = readMoment('2251-02-22 09:46:39', now);
    if (!far || !near) throw new Error('both are moments');
    const sameInEachCycle = '%V %a %j %U %W %u %g %y %b %e %T';
    expect(formatMoment(far, sameInEachCycle, free)).toBe(formatMoment(near, sameInEachCycle, free));
    expect(formatMoment(far, '%C %G %s %-Y %15Y', free)).toBe(
      '31688738526 3168873852651 99999999999999999999 3168873852651 003168873852651',
    );
  });

  it('is not read from digits without end, nor from a year that a float cannot hold', () => {
    for (const value of [1e300, '9'.repeat(10_001), `${'9'.repeat(20)}-01-01`])
      expect(readMoment(value, now)).toBeNull();
    expect(readMoment('9'.repeat(10_000), now)).not.toBeNull();
  });

  it('is not read from more than 128 bytes', () => {
    expect(readMoment(`2016-03-14${' '.repeat(118)}`, now)).not.toBeNull();
    expect(readMoment(`2016-03-14${' '.repeat(119)}`, now)).toBeNull();
    expect(readMoment(`2016-03-14 ${'é'.repeat(58)}`, now)).not.toBeNull();
    expect(readMoment(`2016-03-14 ${'é'.repeat(59)}`, now)).toBeNull();
  });

  it('takes the day of today where the zone is', () => {
    const evening = () => Date.UTC(2016, 2, 14, 23, 30);
    expect(shown(readMoment('10:20 -0300', evening))).toBe('2016-03-14 10:20:00 -0300 ');
    expect(shown(readMoment('10:20 +0300', evening))).toBe('2016-03-15 10:20:00 +0300 ');
  });
});

describe('a format', () => {
  it.each(FORMATS)('%j', (format, expected) => {
    expect(formatMoment(MOMENT, format, free)).toBe(expected);
  });

  it.each(FORMATS_WITH_OFFSET)('%j with an offset of -00:30', (format, expected) => {
    expect(formatMoment({ ...MOMENT, offsetMinutes: -30, zone: '' }, format, free)).toBe(expected);
  });

  it.each(FORMATS_BEFORE_CHRIST)('%j of the year -44', (format, expected) => {
    expect(formatMoment({ epochMs: -63_550_224_000_000, offsetMinutes: 0, zone: 'UTC' }, format, free)).toBe(expected);
  });

  it.each(WEEKS)('numbers the weeks around %s', (day, expected) => {
    const moment = readMoment(day, now);
    expect(moment && formatMoment(moment, '%G-%V %g %U %W %j %u', free)).toBe(expected);
  });

  it('shows the afternoon', () => {
    const evening = { epochMs: Date.UTC(2016, 2, 4, 21, 5), offsetMinutes: 0, zone: 'UTC' };
    expect(formatMoment(evening, '%I %l %-I %p %P %k %r', free)).toBe('09  9 9 PM pm 21 09:05:00 PM');
  });

  it.each([
    '%',
    'abc%',
    '%5',
    '%-',
    '%^',
    '%_',
    '%0',
    '%d%',
    '%-5',
    '%%%',
  ])('that ends within a directive fails: %s', (format) => {
    expect(() => formatMoment(MOMENT, format, free)).toThrow('le format de la date s’arrête avant sa fin');
  });

  it.each([
    '%:',
    '%::',
    '%E',
    '%O',
    '%-E',
    '%Q',
    '%99999999999',
    '%- ',
    '% ',
  ])('of what is no directive stays as written: %s', (format) => {
    expect(formatMoment(MOMENT, format, free)).toBe(format);
  });

  it('charges a width before it pads', () => {
    for (const format of ['%99999999d', '%2147483647d', '%99999999N', '%99999999z', '%99999999A', '%99999999c']) {
      const refuse = (characters: number) => {
        if (characters > 100_000) throw new Error(`${characters} charged`);
      };
      expect(() => formatMoment(MOMENT, format, refuse)).toThrow(/^\d{8,10} charged$/);
    }
  });

  it('pads to 1024 where Ruby refuses the width', () => {
    for (const letter of 'dNzAcn%')
      expect(formatMoment(MOMENT, `%2000000000${letter}`, free).length).toBeLessThan(1100);
    expect(formatMoment(MOMENT, '%2000000000d', free)).toBe('14'.padStart(1024, '0'));
    expect(formatMoment(MOMENT, '%1000000d', free)).toHaveLength(1_000_000);
  });
});

it('ends without throwing and charges all it makes, whatever the value and the format', () => {
  fc.assert(
    fc.property(fc.oneof(ANY_TEXT, fc.anything()), ANY_FORMAT, (value, format) => {
      const moment = readMoment(value, now) ?? MOMENT;
      const { text, characters } = charged(moment, `${format}.`);
      expect(characters).toBeGreaterThanOrEqual(text.length);
    }),
    { numRuns: 2000 },
  );
});
