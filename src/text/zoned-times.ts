/** Times of a clock on a wall, and the instants that they name. Pure: browsers load this too. */
import { zoneWords } from './zone-names.ts';

export { DEFAULT_ZONE, zoneOf } from './zone-names.ts';

/** What a date and a time name in a zone. Instants are ISO 8601, in UTC, to the millisecond. */
export type NamedInstant =
  | { readonly kind: 'one'; readonly instant: string }
  /** The clocks leap over this time. @property next the first instant after the leap */
  | { readonly kind: 'none'; readonly next: string }
  /** The clocks are put back, and show this time twice. */
  | { readonly kind: 'two'; readonly first: string; readonly second: string };

/** A time as a clock on a wall shows it, in the form of the fields of browsers. */
export interface LocalTime {
  /** YYYY-MM-DD */
  readonly day: string;
  /** HH:MM */
  readonly time: string;
}

const HOUR_MS = 3_600_000;
/** No zone ever was further from UTC. */
const FURTHEST_MS = 16 * HOUR_MS;
/** Between two looks at a zone's offset: no zone changes its clocks twice in so short a time. */
const STEP_MS = 2 * HOUR_MS;

/** To make a formatter takes a thousand times as long as to use one. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(zone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(zone);
  if (!formatter) {
    const numeric = 'numeric';
    formatter = new Intl.DateTimeFormat('en-US', {
      ...{ timeZone: zone, hourCycle: 'h23', era: 'short' },
      ...{ year: numeric, month: numeric, day: numeric, hour: numeric, minute: numeric, second: numeric },
    });
    formatters.set(zone, formatter);
  }
  return formatter;
}

/** What a clock in the zone shows, as if that were UTC, ms. */
function wallOf(instant: number, zone: string): number {
  const parts = Object.fromEntries(
    formatterOf(zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  );
  const year = parts.era === 'BC' ? 1 - Number(parts.year) : Number(parts.year);
  const wall = new Date(0);
  wall.setUTCFullYear(year, Number(parts.month) - 1, Number(parts.day));
  wall.setUTCHours(Number(parts.hour), Number(parts.minute), Number(parts.second), 0);
  return wall.getTime();
}

/** How far the zone is ahead of UTC at a full second, ms. */
const offsetAt = (instant: number, zone: string): number => wallOf(instant, zone) - instant;

const iso = (instant: number): string => new Date(instant).toISOString();

/**
 * The instant of a date and time in a zone.
 * @param day YYYY-MM-DD, of the years 1 to 9999
 * @param time HH:MM; browsers may add seconds
 * @throws RangeError when there is no such date, time or zone
 */
export function instantAt(day: string, time: string, zone: string): NamedInstant {
  const wall = Date.parse(`${day}T${time}Z`);
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || Number.isNaN(wall) || !new Date(wall).toISOString().startsWith(day)) {
    throw new RangeError(`no such time: ${day} ${time}`);
  }
  const offsets = new Set<number>();
  for (let look = wall - FURTHEST_MS; look <= wall + FURTHEST_MS; look += STEP_MS) offsets.add(offsetAt(look, zone));
  const [first, second] = [...offsets]
    .map((offset) => wall - offset)
    .filter((instant) => wallOf(instant, zone) === wall)
    .sort((a, b) => a - b);
  if (first === undefined) return { kind: 'none', next: iso(leapOver(wall, zone)) };
  return second === undefined
    ? { kind: 'one', instant: iso(first) }
    : { kind: 'two', first: iso(first), second: iso(second) };
}

/** The first instant at which a clock of the zone shows more than `wall`, which it leaps over. */
function leapOver(wall: number, zone: string): number {
  let [before, after] = [(wall - FURTHEST_MS) / 1000, (wall + FURTHEST_MS) / 1000];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (wallOf(middle * 1000, zone) > wall) after = middle;
    else before = middle;
  }
  return after * 1000;
}

/** What a clock in the zone shows at an instant; seconds are left out. @param instant ISO 8601 @throws RangeError when there is no such instant or zone */
export function localAt(instant: string, zone: string): LocalTime {
  const [day = '', time = ''] = iso(wallOf(secondOf(instant), zone)).split('T');
  return { day, time: time.slice(0, 5) };
}

/** The full second that an instant is in, ms. */
const secondOf = (instant: string): number => Math.floor(Date.parse(instant) / 1000) * 1000;

const DAY = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'full', timeZone: 'UTC' });

/** « mardi 8 décembre 2026 », « vendredi 1er janvier 2027 ». @param day YYYY-MM-DD */
const dayWords = (day: string): string => DAY.format(new Date(`${day}T00:00Z`)).replace(/ 1 /, ' 1er ');

/** « 9 h », « 9 h 05 ». @param time HH:MM */
export function clockWords(time: string): string {
  const [hour, minute] = time.split(':');
  return `${Number(hour)}\u00a0h${minute === '00' ? '' : `\u00a0${minute}`}`;
}

/** « mardi 8 décembre 2026 à 9 h ». @param instant ISO 8601 @throws RangeError when there is no such instant or zone */
export function localWords(instant: string, zone: string): string {
  const { day, time } = localAt(instant, zone);
  const named = instantAt(day, time, zone);
  const words = `${dayWords(day)} à ${clockWords(time)}`;
  if (named.kind !== 'two') return words;
  return `${words}, ${Date.parse(instant) < Date.parse(named.second) ? 'avant' : 'après'} le recul des horloges`;
}

/**
 * « mardi 8 décembre 2026 à 9 h, heure de Paris »; of a time that comes twice, which of the two.
 * @param instant ISO 8601
 * @throws RangeError when there is no such instant or zone
 */
export const momentWords = (instant: string, zone: string): string =>
  `${localWords(instant, zone)}, ${zoneWords(zone)}`;
