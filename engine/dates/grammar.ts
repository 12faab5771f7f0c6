/** What Ruby's Date._parse finds in a text: rules that each take their match out of it. */
import { lazy } from '../runtime/lazy.ts';

/** What a text says of a date and a time, out of range or not. */
export interface Parts {
  year?: number;
  month?: number;
  day?: number;
  yearday?: number;
  hour?: number;
  minute?: number;
  second?: number;
  /** Of the second. */
  nanoseconds?: number;
  zone?: string;
}

/** A text being read: each rule that matches takes its match out. */
export interface Reading {
  text: string;
  readonly parts: Parts;
  /** A year of one or two digits belongs to the present. */
  shortYear: boolean;
  beforeChrist: boolean;
}

export type Written = string | undefined;
type Groups = readonly Written[];

export interface Rule {
  readonly pattern: RegExp;
  readonly unless?: RegExp;
  readonly note: (groups: Groups, reading: Reading) => void;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH = `(${MONTHS.join('|')})`;
const ERA = String.raw`(c(?:e|\.e\.)|b(?:ce|\.c\.e\.)|a(?:d|\.d\.)|b(?:c|\.c\.))`;
const YEAR_OR_DAY = String.raw`('?-?\d+)`;
const NOON = String.raw`[ap](?:m\b|\.m\.)`;

/** The first year of each Japanese era, less one. */
const ERAS = new Map(Object.entries({ m: 1867, t: 1911, s: 1925, h: 1988, r: 2018 }));

export const WEEKDAY: Rule = { pattern: /\b(?:sun|mon|tue|wed|thu|fri|sat)[^-/\d\s]*/, note: () => {} };

export const time = lazy<Rule>(() => ({
  pattern: new RegExp(
    String.raw`((?:\d+\s*:\s*\d+(?:\s*:\s*\d+(?:[,.]\d*)?)?|\d+\s*h(?:\s*\d+m?(?:\s*\d+s?)?)?)(?:\s*${NOON})?` +
      String.raw`|\d+\s*${NOON})` +
      String.raw`(?:\s*((?:gmt|utc?)?[-+]\d+(?:[,.:]\d+(?::\d+)?)?` +
      String.raw`|[a-z_.\s]+(?:standard|daylight)\stime\b|[a-z_]+(?:\sdst)?\b))?`,
  ),
  note: noteTime,
}));

const CLOCK = /^(\d+)h?(?:\s*:?\s*(\d+)m?(?:\s*:?\s*(\d+)(?:[,.](\d+))?s?)?)?(?:\s*([ap])(?:m\b|\.m\.))?/;

/** In the order of Ruby's Date._parse: the first that matches is the date. */
export const dates = lazy<readonly Rule[]>(() => [
  {
    pattern: new RegExp(
      String.raw`('?\d+)[^-\d\s]*\s*${MONTH}[^-\d\s']*(?:\s*${ERA}?\s*('?-?\d+(?:(?:st|nd|rd|th)\b)?))?`,
    ),
    note: ([, day, month, era, year], reading) => noteNamed(reading, year, month, day, era),
  },
  {
    pattern: new RegExp(String.raw`\b${MONTH}[^-\d\s']*\s*('?\d+)[^-\d\s']*(?:\s*,?\s*${ERA}?\s*${YEAR_OR_DAY})?`),
    note: ([, month, day, era, year], reading) => noteNamed(reading, year, month, day, era),
  },
  { pattern: /('?[-+]?\d+)-(\d+)-('?-?\d+)/, note: noteYearMonthDay },
  {
    pattern: /\b([mtshr])(\d+)\.(\d+)\.(\d+)/,
    note: ([, era, year, month, day], { parts }) => {
      parts.year = Number(year) + (ERAS.get(era ?? '') ?? 0);
      parts.month = Number(month);
      parts.day = Number(day);
    },
  },
  {
    pattern: new RegExp(String.raw`('?-?\d+)-${MONTH}[^-/.]*-${YEAR_OR_DAY}`),
    note: ([, day, month, year], reading) => noteNamed(reading, year, month, day),
  },
  {
    pattern: new RegExp(String.raw`\b${MONTH}[^-/.]*-('?-?\d+)(?:-${YEAR_OR_DAY})?`),
    note: ([, month, day, year], reading) => noteNamed(reading, year, month, day),
  },
  { pattern: /('?-?\d+)\/\s*('?\d+)(?:\D\s*('?-?\d+))?/, note: noteYearMonthDay },
  { pattern: /('?-?\d+)\.\s*('?\d+)\.\s*('?-?\d+)/, note: noteYearMonthDay },
  // Weeks of ISO 8601: Time.parse makes nothing of them, but no other date is looked for.
  { pattern: /\b(?:\d{2}|\d{4})?-?w\d{2}(?:-?\d)?\b/, note: () => {} },
  { pattern: /-w-\d\b/, note: () => {} },
  { pattern: /--(\d{2})?-(\d{2})\b/, note: noteMonthDay },
  { pattern: /--(\d{2})(\d{2})?\b/, note: noteMonthDay },
  {
    unless: /[,.](?:\d{2}|\d{4})-\d{3}\b/,
    pattern: /\b(\d{2}|\d{4})-(\d{3})\b/,
    note: ([, year, yearday], { parts }) => {
      parts.year = Number(year);
      parts.yearday = Number(yearday);
    },
  },
  {
    unless: /\d-\d{3}\b/,
    pattern: /\b-(\d{3})\b/,
    note: ([, yearday], { parts }) => {
      parts.yearday = Number(yearday);
    },
  },
  {
    pattern: /'(\d+)\b/,
    note: ([, year], { parts }) => {
      parts.year = Number(year);
    },
  },
  {
    pattern: new RegExp(String.raw`\b${MONTH}\S*`),
    note: ([, month], { parts }) => {
      parts.month = monthNumber(month);
    },
  },
  {
    pattern: /(\d+)(?:st|nd|rd|th)\b/,
    note: ([, day], { parts }) => {
      parts.day = Number(day);
    },
  },
  {
    pattern: /([-+]?)(\d{2,14})(?:\s*t?\s*(\d{2,6})?(?:[,.](\d*))?)?(?:\s*(z\b|[-+]\d{1,4}\b|\[[-+]?\d[^\]]*\]))?/,
    note: noteDigits,
  },
]);

export const BEFORE_CHRIST: Rule = {
  pattern: /\b(?:bc\b|bce\b|b\.c\.|b\.c\.e\.)/,
  note: (_groups, reading) => {
    reading.beforeChrist = true;
  },
};

/** A number that is left alone is the day of a time, or the hour of a day. */
export const REMAINDER: Rule = {
  pattern: /^\s*(\d{1,2})\s*$/,
  note: ([, digits], { parts }) => {
    const number = Number(digits);
    if (parts.hour !== undefined && parts.day === undefined) {
      if (number >= 1 && number <= 31) parts.day = number;
    } else if (parts.day !== undefined && parts.hour === undefined && number <= 24) parts.hour = number;
  },
};

/** What a number of digits holds, read from the left. */
const fromYear = lazy(
  () =>
    new Map([
      [2, 'dd'],
      [3, 'jjj'],
      [4, 'mmdd'],
      [5, 'yyjjj'],
      [6, 'yymmdd'],
      [7, 'yyyyjjj'],
      [8, 'yyyymmdd'],
      [10, 'yyyymmddHH'],
      [12, 'yyyymmddHHMM'],
      [14, 'yyyymmddHHMMSS'],
    ]),
);

/** What a number of digits holds that a decimal point follows. */
const upToSecond = lazy(
  () =>
    new Map([
      [2, 'SS'],
      [3, 'MSS'],
      [4, 'MMSS'],
      [5, 'HMMSS'],
      [6, 'HHMMSS'],
      [7, 'dHHMMSS'],
      [8, 'ddHHMMSS'],
      [10, 'mmddHHMMSS'],
      [12, 'yymmddHHMMSS'],
      [14, 'yyyymmddHHMMSS'],
    ]),
);

const LAYOUT_PARTS = [
  ['y', 'year'],
  ['m', 'month'],
  ['d', 'day'],
  ['j', 'yearday'],
  ['H', 'hour'],
  ['M', 'minute'],
  ['S', 'second'],
] as const;

/** Only what dates are written with; a letter of another script is `_`, which patterns take for a letter of a word. */
export function clean(text: string): string {
  return text.replace(/[^-+',./:@\p{Alphabetic}\p{Nd}[\]]+/gu, ' ').replace(/[^ -~]/gu, '_');
}

function monthNumber(name: Written): number {
  return MONTHS.indexOf(name ?? '') + 1;
}

function noteTime([, clock, zone]: Groups, { parts }: Reading): void {
  const [, hour, minute, second, fraction, half] = CLOCK.exec(clock ?? '') ?? [];
  if (zone !== undefined) parts.zone = zone;
  parts.hour = half ? (Number(hour) % 12) + (half === 'p' ? 12 : 0) : Number(hour);
  if (minute !== undefined) parts.minute = Number(minute);
  if (second !== undefined) parts.second = Number(second);
  if (fraction !== undefined) parts.nanoseconds = nanosecondsOf(fraction);
}

/** Digits after the decimal point. Ruby keeps all, but `%N` shows nine. */
function nanosecondsOf(fraction: string): number {
  return Number(fraction.slice(0, 9).padEnd(9, '0'));
}

function noteNamed(reading: Reading, year: Written, month: Written, day: Written, era?: Written): void {
  noteDate(reading, year, String(monthNumber(month)), day);
  if (era?.startsWith('b')) reading.beforeChrist = true;
}

function noteYearMonthDay([, year, month, day]: Groups, reading: Reading): void {
  noteDate(reading, year, month, day);
}

function noteMonthDay([, month, day]: Groups, { parts }: Reading): void {
  if (month !== undefined) parts.month = Number(month);
  if (day !== undefined) parts.day = Number(day);
}

/** Three numbers whose order is a guess, put right by their looks: more than two digits or an apostrophe make a year. */
function noteDate(reading: Reading, ...written: [year: Written, month: Written, day: Written]): void {
  const [year, month, day] = inOrder(...written);
  const { parts } = reading;
  if (year !== undefined) {
    const digits = /[-+]?\d+/.exec(year)?.[0] ?? '';
    if (/^[-+]|\d{3}/.test(digits)) reading.shortYear = false;
    parts.year = Number(digits);
  }
  if (month !== undefined) parts.month = leadingNumber(month);
  if (day !== undefined) parts.day = leadingNumber(day);
}

function inOrder(year: Written, month: Written, day: Written): [Written, Written, Written] {
  let [y, m, d] =
    year !== undefined && month !== undefined && day === undefined ? [day, year, month] : [year, month, day];
  if (y === undefined && isYear(d)) [y, d] = [d, undefined];
  // An ordinal, as in `3rd Feb 4th`, is a day.
  const ordinal = y === undefined ? null : /([-+]?\d+)\D/.exec(y);
  if (ordinal) [y, d] = [d, ordinal[1]];
  if (isYear(m)) [y, m, d] = [m, d, y];
  if (isYear(d)) [y, d] = [d, y];
  return [y, m, d];
}

function isYear(written: Written): boolean {
  return written !== undefined && (written.startsWith("'") || written.length > 2);
}

function leadingNumber(written: string): number {
  return Number(/\d+/.exec(written)?.[0]);
}

/** Digits in a row: their number says what they are; with a fraction and no time, they end with the second. */
function noteDigits([, sign, digits = '', time, fraction, zone]: Groups, reading: Reading): void {
  const { parts } = reading;
  const endsWithSecond = fraction !== undefined;
  const layouts = endsWithSecond && time === undefined ? upToSecond() : fromYear();
  const layout = layouts.get(digits.length) ?? '';
  noteLayout(digits, layout, parts);
  if (layout.includes('yy') && sign === '-') parts.year = -(parts.year ?? 0);
  if (layout.startsWith('yyyymm')) reading.shortYear = false;
  if (time !== undefined && time.length % 2 === 0) {
    noteLayout(time, endsWithSecond ? 'HHMMSS'.slice(-time.length) : 'HHMMSS'.slice(0, time.length), parts);
  }
  if (fraction !== undefined) parts.nanoseconds = nanosecondsOf(fraction);
  if (zone !== undefined) parts.zone = zone.startsWith('[') ? bracketedZone(zone) : zone;
}

function noteLayout(digits: string, layout: string, parts: Parts): void {
  for (const [letter, part] of LAYOUT_PARTS) {
    const from = layout.indexOf(letter);
    if (from >= 0) parts[part] = Number(digits.slice(from, layout.lastIndexOf(letter) + 1));
  }
}

/** What stands after the first colon, as in `[-5:EST]`, or all. */
function bracketedZone(zone: string): string {
  const inner = zone.slice(1, -1);
  return inner.slice(inner.indexOf(':') + 1);
}
