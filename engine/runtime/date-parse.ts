import { lazy } from './lazy.ts';

/** A moment and the zone it was written in. */
export interface Moment {
  readonly epochMs: number;
  readonly offsetMinutes: number;
  /** 'UTC', or '' when only an offset is known. */
  readonly zone: string;
  /** What stands beyond the millisecond, 0 to 999999. */
  readonly nanoseconds?: number;
}

/** What a text says of a date and a time, out of range or not. */
interface Parts {
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

type Day = Pick<Required<Parts>, 'year' | 'month' | 'day'>;

/** A text being read: each rule that matches takes its match out. */
interface Reading {
  text: string;
  readonly parts: Parts;
  /** A year of one or two digits belongs to the present. */
  shortYear: boolean;
  beforeChrist: boolean;
}

type Written = string | undefined;
type Groups = readonly Written[];

interface Rule {
  readonly pattern: RegExp;
  readonly unless?: RegExp;
  readonly note: (groups: Groups, reading: Reading) => void;
}

/** Ruby's Date._parse refuses longer texts; the patterns below rely on it, as some take quadratic time. */
const MAX_BYTES = 128;
/** The farthest moment of a JavaScript date. */
const MAX_EPOCH_MS = 8.64e15;

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH = `(${MONTHS.join('|')})`;
const ERA = String.raw`(c(?:e|\.e\.)|b(?:ce|\.c\.e\.)|a(?:d|\.d\.)|b(?:c|\.c\.))`;
const YEAR_OR_DAY = String.raw`('?-?\d+)`;
const NOON = String.raw`[ap](?:m\b|\.m\.)`;

/** Hours by which the zones of RFC 822 lie east of UTC; Ruby knows no other names, so `CET` counts as UTC. */
const zones = lazy(
  () =>
    new Map([
      ...Object.entries({ UTC: 0, UT: 0, GMT: 0, Z: 0, EST: -5, EDT: -4, CST: -6, CDT: -5, MST: -7, MDT: -6, PST: -8 }),
      ...Object.entries({ PDT: -7, A: 1, B: 2, C: 3, D: 4, E: 5, F: 6, G: 7, H: 8, I: 9, K: 10, L: 11, M: 12 }),
      ...Object.entries({ N: -1, O: -2, P: -3, Q: -4, R: -5, S: -6, T: -7, U: -8, V: -9, W: -10, X: -11, Y: -12 }),
    ]),
);

/** The first year of each Japanese era, less one. */
const ERAS = new Map(Object.entries({ m: 1867, t: 1911, s: 1925, h: 1988, r: 2018 }));

const WEEKDAY: Rule = { pattern: /\b(?:sun|mon|tue|wed|thu|fri|sat)[^-/\d\s]*/, note: () => {} };

const time = lazy<Rule>(() => ({
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
const dates = lazy<readonly Rule[]>(() => [
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

const BEFORE_CHRIST: Rule = {
  pattern: /\b(?:bc\b|bce\b|b\.c\.|b\.c\.e\.)/,
  note: (_groups, reading) => {
    reading.beforeChrist = true;
  },
};

/** A number that is left alone is the day of a time, or the hour of a day. */
const REMAINDER: Rule = {
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

/** The parts that Ruby's Time.parse takes from the present, largest first, until one is written. */
const FILLED = ['year', 'month', 'day', 'hour', 'minute', 'second', 'nanoseconds'] as const;

/**
 * As the reference's `Utils.to_date`: 'now' and 'today' are the present; digits or an integer are seconds since the epoch;
 * any other text is read as Ruby's `Time.parse` reads it where the local zone is UTC.
 * @param now the present, milliseconds
 * @returns null if the value is no date, or lies beyond the years ±275 760
 */
export function readMoment(value: unknown, now: () => number): Moment | null {
  if (typeof value === 'bigint') return momentAt(Number(value) * 1000, 0);
  if (typeof value === 'number') return Number.isInteger(value) ? momentAt(value * 1000, 0) : null;
  if (typeof value !== 'string') return null;
  if (/^\d+$/.test(value)) return momentAt(Number(value) * 1000, 0);
  const usual = usualMoment(value);
  if (usual) return usual;
  // Lower case may be shorter in bytes, never so much.
  if (value.length > MAX_BYTES) return null;
  const text = value.toLowerCase();
  if (text === 'now' || text === 'today') return momentAt(Math.floor(now()), 0);
  return bytesOf(text) > MAX_BYTES ? null : parseTime(text, now);
}

const USUAL = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d))?(?:Z| UTC)?)?$/;

/** What dates are mostly written as, read without the grammar; null for any other text. */
function usualMoment(text: string): Moment | null {
  const match = USUAL.exec(text);
  if (!match) return null;
  const [year, month, day, hour, minute, second] = match.slice(1).map((digits) => Number(digits ?? 0));
  const inRange =
    within(year ?? 0, 100, 9999) && within(month ?? 0, 1, 12) && within(day ?? 0, 1, 28) && within(hour ?? 0, 0, 23);
  if (!inRange || !within(minute ?? 0, 0, 59) || !within(second ?? 0, 0, 59)) return null;
  return momentAt(Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second), 0);
}

/** `nanoseconds` are those of the second, of which the whole milliseconds go to the moment's own. */
function momentAt(wholeMs: number, offsetSeconds: number, nanoseconds = 0): Moment | null {
  const epochMs = wholeMs + Math.floor(nanoseconds / 1_000_000);
  // Not `>`: it must hold for NaN too.
  if (!(Math.abs(epochMs) <= MAX_EPOCH_MS && Math.abs(epochMs + offsetSeconds * 1000) <= MAX_EPOCH_MS)) return null;
  return {
    epochMs,
    offsetMinutes: offsetSeconds / 60,
    zone: offsetSeconds === 0 ? 'UTC' : '',
    nanoseconds: nanoseconds % 1_000_000,
  };
}

function bytesOf(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}

function parseTime(text: string, now: () => number): Moment | null {
  const parts = readParts(text);
  const offsetSeconds = zoneOffset(parts.zone);
  if (!FILLED.some((part) => parts[part] !== undefined) && parts.yearday === undefined) return null;
  const present = partsOf(Math.floor(now()) + (offsetSeconds ?? 0) * 1000);
  if (parts.yearday !== undefined && !placeYearday(parts, parts.yearday, present.year)) return null;
  for (const part of FILLED) {
    if (parts[part] !== undefined) break;
    parts[part] = present[part];
  }
  return momentOf(parts, offsetSeconds ?? 0);
}

/** As Ruby's Date._parse. */
function readParts(text: string): Parts {
  const reading: Reading = { text: clean(text), parts: {}, shortYear: true, beforeChrist: false };
  take(WEEKDAY, reading);
  take(time(), reading);
  dates().some((rule) => take(rule, reading));
  take(BEFORE_CHRIST, reading);
  take(REMAINDER, reading);
  const { parts, beforeChrist, shortYear } = reading;
  if (parts.year !== undefined && beforeChrist) parts.year = 1 - parts.year;
  if (parts.year !== undefined && shortYear) parts.year = fullYear(parts.year);
  return parts;
}

/** Only what dates are written with; a letter of another script is `_`, which patterns take for a letter of a word. */
function clean(text: string): string {
  return text.replace(/[^-+',./:@\p{Alphabetic}\p{Nd}[\]]+/gu, ' ').replace(/[^ -~]/gu, '_');
}

function take({ pattern, unless, note }: Rule, reading: Reading): boolean {
  const match = unless?.test(reading.text) ? null : pattern.exec(reading.text);
  if (!match) return false;
  const end = match.index + match[0].length;
  reading.text = `${reading.text.slice(0, match.index)} ${reading.text.slice(end)}`;
  note(match, reading);
  return true;
}

function fullYear(year: number): number {
  if (year < 0 || year > 99) return year;
  return year + (year >= 69 ? 1900 : 2000);
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

/** Seconds east of UTC, or undefined if Ruby's Time.zone_offset does not know the zone. */
function zoneOffset(zone: Written): number | undefined {
  if (zone === undefined) return undefined;
  const [, sign, hours, , minutes, seconds] = /^([-+])(\d\d)(?:(:?)(\d\d)(?:\3(\d\d))?)?$/.exec(zone) ?? [];
  if (sign === undefined) {
    const east = zones().get(zone.toUpperCase());
    return east === undefined ? undefined : east * 3600;
  }
  const distance = Number(hours) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0);
  return sign === '-' ? -distance : distance;
}

function partsOf(epochMs: number): Required<Omit<Parts, 'yearday' | 'zone'>> {
  const date = new Date(epochMs);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
    nanoseconds: date.getUTCMilliseconds() * 1_000_000,
  };
}

/** Whether the year has that day; then the parts have its month and day. */
function placeYearday(parts: Parts, yearday: number, presentYear: number): boolean {
  parts.year ??= presentYear;
  const date = new Date(new Date(0).setUTCFullYear(parts.year, 0, yearday));
  parts.month = date.getUTCMonth() + 1;
  parts.day = date.getUTCDate();
  return yearday > 0 && date.getUTCFullYear() === parts.year;
}

/** The moment of what is written, or null if a part is out of the range that Ruby's Time.utc takes. */
function momentOf(parts: Parts, offsetSeconds: number): Moment | null {
  // Ruby refuses to show a time so far from UTC.
  if (Math.abs(offsetSeconds) >= 86_400) return null;
  const { year, month, day, hour, minute, second } = atUtc(parts, offsetSeconds);
  const inRange = within(month, 1, 12) && within(day, 1, 31) && within(hour, 0, 24) && within(minute, 0, 59);
  if (!inRange || !within(second, 0, 60) || (hour === 24 && minute + second > 0)) return null;
  const midnight = new Date(0).setUTCFullYear(year, month - 1, day);
  const wholeMs = midnight + ((hour * 60 + minute) * 60 + second) * 1000;
  return momentAt(wholeMs, offsetSeconds, parts.nanoseconds);
}

function within(value: number, least: number, most: number): boolean {
  return value >= least && value <= most;
}

/** What the clock of UTC shows, as Ruby computes it: before any range is checked, so that 25:00 at +02:00 is 23:00. */
function atUtc(parts: Parts, offsetSeconds: number): Required<Omit<Parts, 'yearday' | 'zone' | 'nanoseconds'>> {
  const { year = 1970, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  const direction = offsetSeconds < 0 ? 1 : -1;
  let carried = Math.abs(offsetSeconds);
  const shift = (value: number, base: number): number => {
    const change = carried % base;
    carried = Math.floor(carried / base);
    if (change === 0) return value;
    const moved = value + direction * change;
    carried += direction * Math.floor(moved / base);
    return moved - Math.floor(moved / base) * base;
  };
  const clock = { second: shift(second, 60), minute: shift(minute, 60), hour: shift(hour, 24) };
  return { ...clock, ...shiftDay(year, month, day, direction, carried) };
}

/** Past the end of the month that lies in this direction, Ruby takes the nearest day of the next one. */
function shiftDay(year: number, month: number, day: number, direction: number, days: number): Day {
  const moved = day + direction * days;
  if (days === 0) return { year, month, day };
  if (direction > 0 && moved > daysOfMonth(year, month)) {
    return month === 12 ? { year: year + 1, month: 1, day: 1 } : { year, month: month + 1, day: 1 };
  }
  if (direction < 0 && moved < 1) {
    const before = month <= 1 ? { year: year - 1, month: 12 } : { year, month: month - 1 };
    return { ...before, day: daysOfMonth(before.year, before.month) };
  }
  return { year, month, day: moved };
}

function daysOfMonth(year: number, month: number): number {
  return new Date(new Date(0).setUTCFullYear(year, month, 0)).getUTCDate();
}
