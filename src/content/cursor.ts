import { UUID } from '../../engine/text/uuid.ts';
import { wrongInput } from '../errors.ts';
import type { Queryable } from '../storage/statement.ts';
import { instantOf } from './instant.ts';

const CURSOR = new RegExp(String.raw`^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z)_(${UUID})$`, 'i');

/** Where a reading of a list ended that begins with the newest: a point in time, and the id of the last row. */
export interface Cursor {
  readonly at: string;
  readonly id: string;
}

/** What a client is given to go on with: rows that are added or removed meanwhile make no other row appear twice or not at all. */
export const cursorAt = (at: string, id: string): string => `${at}_${id}`;

/** @param field of the query, for the refusal @throws Refusal `invalid_input` when the text is no cursor */
export async function readCursor(db: Queryable, text: string, field: string): Promise<Cursor> {
  const [, instant, id] = CURSOR.exec(text) ?? [];
  if (instant === undefined || id === undefined) throw wrongInput(field);
  return { at: await instantOf(db, instant, field), id };
}
