import { z } from 'zod';
import { Refusal } from '../../errors.ts';

/** Text that UTF-8 and PostgreSQL hold without loss: no U+0000, no lone surrogate (decisions, Other API routes). */
export const storableText = z.string().refine((text) => text.isWellFormed() && !text.includes('\0'));

/** A length that counts UTF-16 code units, as the specification does for contents; zod's own counts code points. */
export const atMostUnits = (units: number) => storableText.refine((text) => text.length <= units);

export const uuid = z.string().regex(/^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/);

/** @throws Refusal `invalid_input` when the body or the query does not conform */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = schema.safeParse(input);
  if (!parsed.success) throw new Refusal('invalid_input');
  return parsed.data;
}

/**
 * A time to come, in ISO 8601 with its offset; given in UTC with microseconds, which is what the database keeps. PostgreSQL
 * itself takes neither every offset nor every year that the form allows.
 */
export const futureInstant = z.iso
  .datetime({ offset: true })
  .transform((text) => {
    const instant = new Date(text);
    if (Number.isNaN(instant.getTime())) return '';
    const microseconds = (/\.(\d+)/.exec(text)?.[1] ?? '').slice(3, 6).padEnd(3, '0');
    return instant.toISOString().replace('Z', `${microseconds}Z`);
  })
  .refine((text) => /^\d{4}-/.test(text) && Date.parse(text) > Date.now());
