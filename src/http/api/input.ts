import { z } from 'zod';
import { Refusal } from '../../errors.ts';
import { isStorable } from '../../storage/storable-text.ts';

/** Text that can be stored without loss (decisions, Other API routes). */
export const storableText = z.string().refine(isStorable);

/** A length that counts UTF-16 code units, as the specification does for contents; zod's own counts code points. */
export const atMostUnits = (units: number) => storableText.refine((text) => text.length <= units);

export const uuid = z.string().regex(/^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/);

/** @throws Refusal `invalid_input` when the body or the query does not conform */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = schema.safeParse(input);
  if (!parsed.success) throw new Refusal('invalid_input');
  return parsed.data;
}
