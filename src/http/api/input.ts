import { z } from 'zod';
import { Refusal } from '../../errors.ts';
import { isStorable } from '../../storage/storable-text.ts';
import { isRecord } from '../../text/json.ts';
import { isSeen, UNSEEN_NAME } from '../../text/names.ts';

/** Text that can be stored without loss (decisions, Other API routes). */
export const storableText = z.string().refine(isStorable);

/** The name of something that people see: empty, or something of it is seen. It is refused with a sentence. */
export const seenName = storableText.refine((name) => name === '' || isSeen(name), {
  error: UNSEEN_NAME,
  params: { isSentence: true },
});

/** The sentence of a check that says why it refuses. */
export const sentenceOf = ({ issues }: z.ZodError): string | undefined =>
  issues.find((issue) => issue.code === 'custom' && issue.params?.isSentence === true)?.message;

/** The refusal of an input that does not conform. @param message the reason, where there is a sentence for it */
export const invalidInput = (message: string | undefined): Refusal =>
  new Refusal('invalid_input', message === undefined ? {} : { message });

/** A length that counts UTF-16 code units, as the specification does for contents; zod's own counts code points. */
export const atMostUnits = (units: number) =>
  storableText.refine((text) => text.length <= units).meta({ maxLength: units });

/** Length of the content of a page or an article, UTF-16 code units. */
export const CONTENT_UNITS = 262_144;

/** An id in any case; given in lower case, as the database prints ids. */
export const uuid = z
  .string()
  .regex(/^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/)
  .toLowerCase();

/** A file's `empreinte`, as the list of files has it. */
export const fingerprint = z.string().regex(/^[0-9a-f]{64}$/);

/** Put before every name while zod reads an object, because zod's records drop the name `__proto__`. */
const MARK = '.';

/**
 * An object whose names the client chooses, read as a map, so that no name has a special meaning.
 * @param atMost how many names are wanted: one more than that is read, to be refused, and no further one
 */
export const mapOf = <Value extends z.ZodType>(value: Value, atMost: number) =>
  z.preprocess(
    (input) => (isRecord(input) ? withMarkedNames(input, atMost + 1) : input),
    z
      .record(storableText, value)
      .transform(
        (record): ReadonlyMap<string, z.output<Value>> =>
          new Map(Object.entries(record).map(([name, of]) => [name.slice(MARK.length), of as z.output<Value>])),
      ),
  );

const withMarkedNames = (object: object, limit: number) =>
  Object.fromEntries(
    Object.entries(object)
      .slice(0, limit)
      .map(([name, value]) => [MARK + name, value]),
  );

/** A fraction that PostgreSQL, which keeps microseconds, would round up into the next second, and so into another day or year. */
const LAST_OF_SECOND = /\.999999[5-9]\d*/;

/**
 * An instant in ISO 8601, extended or basic form; PostgreSQL judges whether it exists (content/instant.ts). Never read as a
 * JavaScript `Date`: milliseconds would make two versions look alike.
 */
export const instant = z
  .string()
  .max(40)
  .regex(/^\d{4}-?\d\d-?\d\d[T ]\d\d:?\d\d(?::?\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d(?::?\d\d)?)?$/i)
  .overwrite((text) => text.replace(LAST_OF_SECOND, '.999999'));

/** How deep a JSON value may nest, and of how many values it may consist, itself included. */
interface JsonBounds {
  readonly depth: number;
  readonly values: number;
}

/**
 * Checks the size of a JSON value, and that it can be stored without loss, before its shape is checked: a schema reads every item of
 * a list, however long, and ignores a key `__proto__`.
 */
export const plainJson = <Schema extends z.ZodType>(bounds: JsonBounds, schema: Schema) =>
  z.preprocess((value, context) => {
    if (isPlainJson(value, bounds.depth, { values: bounds.values })) return value;
    context.addIssue('not storable without loss, or out of bounds');
    return z.NEVER;
  }, schema);

function isPlainJson(value: unknown, depth: number, left: { values: number }): boolean {
  if (--left.values < 0) return false;
  if (typeof value === 'string') return isStorable(value);
  // Beyond these bounds a parsed integer may differ from the one that was sent; so may infinity.
  if (typeof value === 'number') return Number.isInteger(value) ? Number.isSafeInteger(value) : Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return true;
  if (depth === 0) return false;
  if (Array.isArray(value)) return value.every((item) => isPlainJson(item, depth - 1, left));
  return Object.entries(value).every(
    ([key, item]) => key !== '__proto__' && isStorable(key) && isPlainJson(item, depth - 1, left),
  );
}

/** @throws Refusal `invalid_input` when the body or the query does not conform */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = schema.safeParse(input);
  if (!parsed.success) throw invalidInput(sentenceOf(parsed.error));
  return parsed.data;
}
