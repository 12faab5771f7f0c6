/** A moment and the zone it was written in. */
export interface Moment {
  readonly epochMs: number;
  readonly offsetMinutes: number;
  /** 'UTC', or '' when only an offset is known. */
  readonly zone: string;
  /** What stands beyond the millisecond, 0 to 999999. */
  readonly nanoseconds?: number;
}
