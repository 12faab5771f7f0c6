import { wrongInput } from '../errors.ts';
import { readInstant } from '../storage/instants.ts';
import type { Queryable } from '../storage/statement.ts';

/**
 * The instant that a text in ISO form names, to the microsecond.
 * @param field of the request, for the refusal
 * @throws Refusal `invalid_input` when there is no such instant, as on 31 February
 */
export async function instantOf(db: Queryable, text: string, field: string): Promise<string> {
  const instant = await readInstant(db, text);
  if (instant === null) throw wrongInput(field);
  return instant;
}
