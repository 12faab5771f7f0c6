import type { Queryable } from './statement.ts';

/** An instant as this program prints it, and as writes take it: PostgreSQL reads years that have another form, too. */
const PRINTED = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;

/** invalid_datetime_format, datetime_field_overflow, invalid_time_zone_displacement_value */
const NO_INSTANT = new Set(['22007', '22008', '22009']);

/**
 * The instant that a text in ISO form names, as this program prints instants: UTC, microseconds. Two texts name the same
 * instant when this gives the same for both.
 * @param text without a zone it is read as UTC
 * @returns null when PostgreSQL cannot read it, and when its year has not four digits, as writes need
 */
export async function readInstant(db: Queryable, text: string): Promise<string | null> {
  try {
    const { rows } = await db.query<{ instant: string }>('SELECT $1::timestamptz AS instant', [text]);
    const instant = rows[0]?.instant;
    return instant !== undefined && PRINTED.test(instant) ? instant : null;
  } catch (error) {
    if (NO_INSTANT.has((error as { code?: string }).code ?? '')) return null;
    throw error;
  }
}
