import { lazy } from '../runtime/lazy.ts';
import {
  BEFORE_CHRIST,
  clean,
  dates,
  type Parts,
  REMAINDER,
  type Reading,
  type Rule,
  time,
  WEEKDAY,
  type Written,
} from './grammar.ts';
import { CYCLE_SECONDS, CYCLE_YEARS, type Moment, utcParts } from './moment.ts';

type Day = Pick<Required<Parts>, 'year' | 'month' | 'day'>;

/** Ruby's Date._parse refuses longer texts; the patterns below rely on it, as some take quadratic time. */
const MAX_BYTES = 128;
/** As many digits as any number may have. */
const MAX_DIGITS = 10_000;
/** The farthest moment of a JavaScript date. */
const MAX_EPOCH_MS = 8.64e15;

/** Hours by which the zones of RFC 822 lie east of UTC; Ruby knows no other names, so `CET` counts as UTC. */
const zones = lazy(
  () =>
    new Map([
      ...Object.entries({ UTC: 0, UT: 0, GMT: 0, Z: 0, EST: -5, EDT: -4, CST: -6, CDT: -5, MST: -7, MDT: -6, PST: -8 }),
      ...Object.entries({ PDT: -7, A: 1, B: 2, C: 3, D: 4, E: 5, F: 6, G: 7, H: 8, I: 9, K: 10, L: 11, M: 12 }),
      ...Object.entries({ N: -1, O: -2, P: -3, Q: -4, R: -5, S: -6, T: -7, U: -8, V: -9, W: -10, X: -11, Y: -12 }),
    ]),
);

/** The parts that Ruby's Time.parse takes from the present, largest first, until one is written. */
const FILLED = ['year', 'month', 'day', 'hour', 'minute', 'second', 'nanoseconds'] as const;

/**
 * As the reference's `Utils.to_date`: 'now' and 'today' are the present; digits or an integer are seconds since the epoch;
 * any other text is read as Ruby's `Time.parse` reads it where the local zone is UTC.
 * @param now the present, milliseconds
 * @returns null if the value is no date
 */
export function readMoment(value: unknown, now: () => number): Moment | null {
  if (typeof value === 'bigint') return momentOfSeconds(value);
  if (typeof value === 'number') return Number.isSafeInteger(value) ? momentOfSeconds(value) : null;
  if (typeof value !== 'string') return null;
  if (/^\d+$/.test(value)) return value.length > MAX_DIGITS ? null : momentOfSeconds(BigInt(value));
  const usual = usualMoment(value);
  if (usual) return usual;
  // Lower case may be shorter in bytes, never so much.
  if (value.length > MAX_BYTES) return null;
  const text = value.toLowerCase();
  if (text === 'now' || text === 'today') return momentAt(Math.floor(now()), 0);
  return bytesOf(text) > MAX_BYTES ? null : parseTime(text, now);
}

const USUAL = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?(?:Z| UTC)?)?$/;

/** What dates are mostly written as, read without the grammar; null for any other text. */
function usualMoment(text: string): Moment | null {
  if (!USUAL.test(text)) return null;
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2);
  const [month, day] = [twoDigits(text, 5), twoDigits(text, 8)];
  const hasTime = text.length > DATE_LENGTH;
  const [hour, minute] = hasTime ? [twoDigits(text, 11), twoDigits(text, 14)] : [0, 0];
  const second = text.charAt(16) === ':' ? twoDigits(text, 17) : 0;
  const inRange = within(year, 100, 9999) && within(month, 1, 12) && within(day, 1, 28) && within(hour, 0, 23);
  if (!inRange || !within(minute, 0, 59) || !within(second, 0, 59)) return null;
  return momentAt(Date.UTC(year, month - 1, day, hour, minute, second), 0);
}

/** Length of a date without a time. */
const DATE_LENGTH = 10;

/** The number that two digits are. @param at index of the first */
const twoDigits = (text: string, at: number): number =>
  (text.charCodeAt(at) - DIGIT_0) * 10 + text.charCodeAt(at + 1) - DIGIT_0;
const DIGIT_0 = 48;

/** A moment as seconds since the epoch, however far. */
function momentOfSeconds(seconds: number | bigint): Moment | null {
  const near = Number(seconds);
  if (Math.abs(near) * 1000 <= MAX_EPOCH_MS) return momentAt(near * 1000, 0);
  const cycle = BigInt(CYCLE_SECONDS);
  const rest = ((BigInt(seconds) % cycle) + cycle) % cycle;
  return momentAt(Number(rest) * 1000, 0, 0, (BigInt(seconds) - rest) / cycle);
}

/** `nanoseconds` are those of the second, of which the whole milliseconds go to the moment's own. */
function momentAt(wholeMs: number, offsetSeconds: number, nanoseconds = 0, cycles = 0n): Moment | null {
  const epochMs = wholeMs + Math.floor(nanoseconds / 1_000_000);
  // Not `>`: it must hold for NaN too.
  if (!(Math.abs(epochMs) <= MAX_EPOCH_MS && Math.abs(epochMs + offsetSeconds * 1000) <= MAX_EPOCH_MS)) return null;
  return {
    epochMs,
    offsetMinutes: offsetSeconds / 60,
    zone: offsetSeconds === 0 ? 'UTC' : '',
    nanoseconds: nanoseconds % 1_000_000,
    cycles,
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
  const cycles = takeCycles(parts);
  const offsetSeconds = zoneOffset(parts.zone);
  if (!FILLED.some((part) => parts[part] !== undefined) && parts.yearday === undefined) return null;
  // Asked for only where a part is missing: a page that needs no present may be kept.
  const present = lazy(() => utcParts(Math.floor(now()) + (offsetSeconds ?? 0) * 1000));
  if (parts.yearday !== undefined && !placeYearday(parts, parts.yearday, () => present().year)) return null;
  for (const part of FILLED) {
    if (parts[part] !== undefined) break;
    parts[part] = present()[part];
  }
  return momentOf(parts, offsetSeconds ?? 0, cycles);
}

/** Years that JavaScript's dates reach with any month and day. */
const MOST_YEARS = 270_000;

/** Takes whole cycles of the calendar out of a year that is too far; years beyond 2^53 are no dates. */
function takeCycles(parts: Parts): bigint {
  const { year } = parts;
  if (year === undefined || Math.abs(year) <= MOST_YEARS || !Number.isSafeInteger(year)) return 0n;
  const cycles = Math.floor(year / CYCLE_YEARS);
  parts.year = year - cycles * CYCLE_YEARS;
  return BigInt(cycles);
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

/** Whether the year has that day; then the parts have its month and day. */
function placeYearday(parts: Parts, yearday: number, presentYear: () => number): boolean {
  parts.year ??= presentYear();
  const date = new Date(new Date(0).setUTCFullYear(parts.year, 0, yearday));
  parts.month = date.getUTCMonth() + 1;
  parts.day = date.getUTCDate();
  return yearday > 0 && date.getUTCFullYear() === parts.year;
}

/** The moment of what is written, or null if a part is out of the range that Ruby's Time.utc takes. */
function momentOf(parts: Parts, offsetSeconds: number, cycles: bigint): Moment | null {
  // Ruby refuses to show a time so far from UTC.
  if (Math.abs(offsetSeconds) >= 86_400) return null;
  const { year, month, day, hour, minute, second } = atUtc(parts, offsetSeconds);
  const inRange = within(month, 1, 12) && within(day, 1, 31) && within(hour, 0, 24) && within(minute, 0, 59);
  if (!inRange || !within(second, 0, 60) || (hour === 24 && minute + second > 0)) return null;
  const midnight = new Date(0).setUTCFullYear(year, month - 1, day);
  const wholeMs = midnight + ((hour * 60 + minute) * 60 + second) * 1000;
  return momentAt(wholeMs, offsetSeconds, parts.nanoseconds, cycles);
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
  return { ...clock, ...shiftDay({ year, month, day }, direction, carried) };
}

/** Past the end of the month that lies in this direction, Ruby takes the nearest day of the next one. */
function shiftDay({ year, month, day }: Day, direction: number, days: number): Day {
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
