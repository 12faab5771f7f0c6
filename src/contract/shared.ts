/**
 * Schemas that several routes of the API share. The folder `contract` has the bodies, queries and answers of the API: the server checks
 * requests with these schemas, the OpenAPI document is made of them, the client reads answers with them, the studio uses their types.
 * A client ignores fields that a schema does not have, so that it can read the answers of a newer service.
 */
import { z } from 'zod';
import { UUID } from '../../engine/text/uuid.ts';
import { isStorable } from '../storage/storable-text.ts';
import { isRecord } from '../text/json.ts';
import { CONTROL_IN_NAME, hasControl, isSeen, UNSEEN_NAME } from '../text/names.ts';
import { isPathLength, judgePath } from '../themes/path-rules.ts';

/** Text that can be stored without loss. */
export const storableText = z.string().refine(isStorable);

/** The refusal of a check with a sentence of its own. */
const saying = (error: string) => ({ error, params: { isSentence: true } });

/**
 * For a check of several fields together: it runs only where each of them conforms. Without `when` zod also runs the check over what has failed,
 * before it is made what its type says.
 */
export const together = { when: ({ issues }: z.core.ParsePayload): boolean => issues.length === 0 };

/** A title that people see: empty, or with a visible character. The refusal has a sentence. */
export const seenTitle = storableText.refine((title) => title === '' || isSeen(title), saying(UNSEEN_NAME));

/** The name of a theme or of a key, as `nameFault` judges names. @param longest in characters */
export const properName = (longest: number) =>
  seenTitle
    .trim()
    .min(1)
    .max(longest)
    .refine((name) => !hasControl(name), saying(CONTROL_IN_NAME));

/** A limit of length in UTF-16 code units, the API's unit for contents; zod itself counts code points. */
export const atMostUnits = (units: number) =>
  storableText.refine((text) => text.length <= units).meta({ maxLength: units });

/** Length of the content of a page or an article, UTF-16 code units. */
export const CONTENT_UNITS = 524_288;

/** An id in a request, in upper or lower case; the schema gives it in lower case, as the database prints ids. */
export const uuid = z
  .string()
  .regex(/^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/)
  .toLowerCase();

const ID = new RegExp(`^${UUID}$`);

/** Whether a part of an address is an id; there they stand in lower case only. */
export const isId = (text: string): boolean => ID.test(text);

/** The query of a route about one object. */
export const One = z.object({ id: uuid });

/** A field of a query whose presence counts, whatever its value. */
export const present = z.unknown().optional().describe('Il suffit qu’il soit là, quelle que soit sa valeur.');

/** A file's `empreinte`. */
export const fingerprint = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .describe('SHA-256 du contenu en UTF-8, en hexadécimal.');

/** Put before every name while zod reads an object, because zod's records drop the name `__proto__`. */
export const MARK = '.';

/**
 * An object whose names the client chooses, read as a map, so that no name has a special meaning.
 * @param atMost the most names: of more, only one is read, so that the caller refuses the object
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
 * An instant in a request, in ISO 8601, extended or basic form; PostgreSQL checks that it exists (content/instant.ts). It is never read as a
 * JavaScript `Date`, which has only milliseconds: two versions would look alike.
 */
export const instant = z
  .string()
  .max(40)
  .regex(/^\d{4}-?\d\d-?\d\d[T ]\d\d:?\d\d(?::?\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d(?::?\d\d)?)?$/i)
  .overwrite((text) => text.replace(LAST_OF_SECOND, '.999999'));

/**
 * A future time, in ISO 8601 with its offset. The schema gives it in UTC with microseconds, as the database keeps times: PostgreSQL
 * itself refuses some offsets and years that the form allows.
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

/** `garde`: what the caller saw of an object before changing it (docs/errors.md). */
export const Guard = z.object({ site: uuid, majLe: instant.nullable() });

/** How many rows of a list one reading gives. @param most what may be asked for, at most 999 @param usual without the field */
export const limitUpTo = ({ most, usual }: { readonly most: number; readonly usual: number }) =>
  z
    .string()
    .regex(/^\d{1,3}$/)
    .transform(Number)
    .refine((limit) => limit >= 1 && limit <= most)
    .optional()
    .describe(`De 1 à ${most} ; ${usual} sans elle.`);

/** The fields of a change besides those of the text. */
export const Aim = z.object({
  id: uuid,
  garde: Guard.optional(),
  redirection: z
    .boolean()
    .optional()
    .describe('Si une ancienne adresse que les visiteurs ont pu voir mène à la nouvelle ; oui, sans elle.'),
});

/** How deep a JSON value may nest, and how many values it may have, itself included. */
export interface JsonBounds {
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

/** An id in an answer. */
export const id = z.uuid();

/** A time in an answer, always a text: times tell versions apart, and a JavaScript `Date` would drop the microseconds. */
export const timestamp = z.iso
  .datetime({ precision: 6 })
  .describe('ISO 8601 en UTC, avec les microsecondes : le texte entier se compare.');

/** Where something stands in a text, 1-based: a line, or a column in UTF-16 code units. */
export const place = z.int().positive();

/** A path in an answer. The client writes files at such paths, so a path that leads out of the theme's folders is refused. */
export const themePath = z.string().refine((path) => isPathLength(path) && judgePath(path) === null);

/** A word of a list that a later version may extend: readers accept every word. */
export const wordOf = <Word extends string>(words: readonly Word[]) =>
  z.string().meta({ enum: words }) as unknown as z.ZodType<string, Word>;

/** As `Verdict` (`src/sites/verdict.ts`): 200; 404 where there is no such page; 503 where the theme gives none. */
export const visitorStatus = z.int().meta({ enum: [200, 404, 503] }) as unknown as z.ZodType<number, 200 | 404 | 503>;

export const themeRole = z.enum(['publie', 'brouillon']);
export type ThemeRole = z.output<typeof themeRole>;

export const ok = z.object({ ok: z.literal(true) });
export const created = ok.extend({ themeId: id });
/** A new object of a site. */
export const added = ok.extend({ id });
/** A whole object that was replaced, with its new version. */
export const replaced = ok.extend({ majLe: timestamp });
/** The resolved site. */
export const site = z.object({ id, slug: z.string(), nom: z.string() });
/** The theme that an answer is about. */
export const namedTheme = z.object({ id, nom: z.string(), role: themeRole });

/** What an answer is written from: the input of its schema, whose lists may be read-only. */
export type Told<Schema extends z.ZodType> = Unchanging<z.input<Schema>>;
type Unchanging<Value> = Value extends object ? { readonly [Key in keyof Value]: Unchanging<Value[Key]> } : Value;
