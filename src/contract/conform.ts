/** Whether an input conforms to its schema, and which field of it does not. */
import { z } from 'zod';
import { slips } from '../../engine/text/slips.ts';
import { isRecord } from '../text/json.ts';
import { misspeltField, wrongField } from '../text/sentences.ts';
import { MARK } from './shared.ts';

/** What the schema makes of an input, or a sentence that says why the input is refused. */
export type Conformed<Value> = { readonly value: Value } | { readonly sentence: string };

/**
 * Checks a body or a query. A field that the schema does not have is passed over, unless it is likely meant to be one that the input lacks:
 * the change that its sender wanted would be passed over, too.
 */
export function conform<Schema extends z.ZodType>(schema: Schema, input: unknown): Conformed<z.output<Schema>> {
  const misspelt = findMisspelt([schema], input);
  if (misspelt) return { sentence: misspeltField(misspelt.given, misspelt.meant) };
  const parsed = schema.safeParse(input);
  if (parsed.success) return { value: parsed.data };
  const { issues } = parsed.error;
  const own = issues.find((issue) => issue.code === 'custom' && issue.params?.isSentence === true);
  return { sentence: own?.message ?? wrongField(pathOf(issues).map(nameOf).join('.')) };
}

type Issues = readonly z.core.$ZodIssue[];

/** Where the first thing stands that does not conform; of a union, in the shape that the input comes closest to. */
function pathOf([issue]: Issues): readonly PropertyKey[] {
  if (!issue) return [];
  const [nearest] = issue.code === 'invalid_union' ? issue.errors.toSorted((a, b) => a.length - b.length) : [];
  if (nearest) return [...issue.path, ...pathOf(nearest)];
  return issue.code === 'unrecognized_keys' ? [...issue.path, ...issue.keys.slice(0, 1)] : issue.path;
}

const nameOf = (part: PropertyKey): string =>
  typeof part === 'string' && part.startsWith(MARK) ? part.slice(MARK.length) : String(part);

/** How many fields that no schema has are looked at. */
const STRANGE_AT_MOST = 30;

function findMisspelt(
  schemas: readonly z.ZodType[],
  input: unknown,
  within = '',
): { given: string; meant: string } | null {
  if (!isRecord(input)) return null;
  const shapes = schemas.flatMap((schema) => shapesOf(schema, input));
  const known = new Set(shapes.flatMap((shape) => Object.keys(shape)));
  if (known.size === 0) return null;
  const lacking = [...known].filter((name) => !Object.hasOwn(input, name));
  const strange = Object.keys(input).filter((name) => !known.has(name));
  for (const given of strange.slice(0, STRANGE_AT_MOST)) {
    const meant = lacking.find((name) => resembles(given, name));
    if (meant !== undefined) return { given: within + given, meant: within + meant };
  }
  for (const name of known) {
    const fields = shapes.flatMap((shape) => shape[name] ?? []);
    const inField = Object.hasOwn(input, name) ? findMisspelt(fields, input[name], `${within}${name}.`) : null;
    if (inField) return inField;
  }
  return null;
}

type Shape = Readonly<Record<string, z.ZodType>>;

/** The fields of the objects that a schema takes: of a union, of those that the input names by its literals. */
function shapesOf(schema: z.ZodType, input: Readonly<Record<string, unknown>>): readonly Shape[] {
  if (schema instanceof z.ZodObject) return isNamed(schema.shape, input) ? [schema.shape] : [];
  if (schema instanceof z.ZodUnion) return (schema.options as z.ZodType[]).flatMap((option) => shapesOf(option, input));
  const inner = innerOf(schema);
  return inner ? shapesOf(inner, input) : [];
}

const isNamed = (shape: Shape, input: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(shape).every(
    ([name, field]) => !(field instanceof z.ZodLiteral) || field.values.has(input[name] as string),
  );

/** The schema inside of one that adds something to it; null where there is none. */
function innerOf(schema: z.ZodType): z.ZodType | null {
  if (schema instanceof z.ZodPipe) return (schema.in instanceof z.ZodTransform ? schema.out : schema.in) as z.ZodType;
  const { innerType } = schema.def as { readonly innerType?: z.ZodType };
  return innerType ?? null;
}

/** A shorter name resembles too many others. */
const SHORTEST = 5;
/** Other names are the habit of a program, as `domain[]`, and no mistake of a hand. */
const WRITTEN = /^[\p{L}\p{M}\p{N}_ -]+$/u;

function resembles(given: string, known: string): boolean {
  if (known.length < SHORTEST || !WRITTEN.test(given) || Math.abs(given.length - known.length) > 2) return false;
  const [letters, meant] = [lettersOf(given), lettersOf(known)];
  return letters === meant || slips(letters, meant) === 1;
}

const lettersOf = (name: string): string =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');
