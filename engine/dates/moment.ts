/** A moment and the zone it was written in. */
export interface Moment {
  readonly epochMs: number;
  readonly offsetMinutes: number;
  /** 'UTC', or '' when only an offset is known. */
  readonly zone: string;
  /** What stands beyond the millisecond, 0 to 999999. */
  readonly nanoseconds?: number;
  /** Cycles of the calendar by which the moment lies later than `epochMs` says: JavaScript's dates end in the year 275 760. */
  readonly cycles?: bigint;
}

/** The calendar repeats itself, weekdays and all, after so many years. */
export const CYCLE_YEARS = 400;
export const CYCLE_SECONDS = 146_097 * 86_400;

/** What the clock and the calendar of UTC show at a time; nanoseconds are those of the second. */
export function utcParts(epochMs: number) {
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
