import { z } from 'zod';
import { Refusal } from '../../errors.ts';

/** Text that UTF-8 and PostgreSQL hold without loss: no U+0000, no lone surrogate (decisions, Other API routes). */
export const storableText = z.string().refine((text) => text.isWellFormed() && !text.includes('\0'));

/** A length that counts UTF-16 code units, as the specification does for contents; zod's own counts code points. */
export const atMostUnits = (units: number) =>
  storableText.refine((text) => text.length <= units).meta({ maxLength: units });

export const uuid = z.string().regex(/^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/);

/** A file's `empreinte`, as the tree tells it. */
export const fingerprint = z.string().regex(/^[0-9a-f]{64}$/);

/** Stands before every name while zod reads an object: its records leave out the name `__proto__`. */
const MARK = '.';

/**
 * An object of a client's own names, read as a map, so that no name means anything to us.
 * @param atMost how many names are wanted: one more than that is read, to be refused, and no further one
 */
export const mapOf = <Value extends z.ZodType>(value: Value, atMost: number) =>
  z.preprocess(
    (input) => (isObject(input) ? withMarkedNames(input, atMost + 1) : input),
    z
      .record(storableText, value)
      .transform(
        (record): ReadonlyMap<string, z.output<Value>> =>
          new Map(Object.entries(record).map(([name, of]) => [name.slice(MARK.length), of as z.output<Value>])),
      ),
  );

const isObject = (input: unknown): input is object =>
  typeof input === 'object' && input !== null && !Array.isArray(input);

const withMarkedNames = (object: object, limit: number) =>
  Object.fromEntries(
    Object.entries(object)
      .slice(0, limit)
      .map(([name, value]) => [MARK + name, value]),
  );

/** @throws Refusal `invalid_input` when the body or the query does not conform */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = schema.safeParse(input);
  if (!parsed.success) throw new Refusal('invalid_input');
  return parsed.data;
}
