import type { z } from 'zod';
import { conform } from '../../contract/conform.ts';
import { Refusal } from '../../errors.ts';

/** @throws Refusal `invalid_input`, with a sentence that names the field, when the body or the query does not conform */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const conformed = conform(schema, input);
  if ('sentence' in conformed) throw new Refusal('invalid_input', { message: conformed.sentence });
  return conformed.value;
}
