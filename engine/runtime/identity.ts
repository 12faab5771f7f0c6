import { budget } from './budget.ts';
import { asText } from './text-object.ts';
import { Float, isHash, isNil, Range } from './values.ts';

/**
 * Values that were seen, as Ruby's `uniq` knows them again: lists and hashes by what they hold, an integer and a float of the
 * same value as two. The time is that of writing each value down once.
 */
export class Identities {
  readonly #plain = new Set<unknown>();
  readonly #written = new Set<string>();

  /** Whether the value was not there yet. */
  add(given: unknown): boolean {
    const value = asText(given) ?? null;
    if (typeof value === 'object' && value !== null && isComposed(value)) return isNew(this.#written, written(value));
    return isNew(this.#plain, value);
  }
}

function isNew<T>(seen: Set<T>, value: T): boolean {
  const before = seen.size;
  return seen.add(value).size > before;
}

/** Objects that are known again by what they hold; any other is one of a kind. */
const isComposed = (value: object): boolean =>
  Array.isArray(value) || value instanceof Float || value instanceof Range || isHash(value);

/** A text that two values have in common where, and only where, Ruby's `eql?` holds between them. */
function written(given: unknown): string {
  const value = asText(given);
  const text = isNil(value) ? 'n' : typeof value === 'object' ? writtenObject(value) : writtenPlain(value);
  budget.spend(text.length);
  return text;
}

function writtenPlain(value: unknown): string {
  if (typeof value === 'string') return `s${value.length}:${value}`;
  return typeof value === 'number' && !Number.isInteger(value) ? `f${value}` : `i${value}`;
}

function writtenObject(value: object): string {
  if (Array.isArray(value)) return `[${value.map(written).join(',')}]`;
  if (value instanceof Float) return `f${Float.number(value) + 0}`;
  if (value instanceof Range) return `(${Range.first(value)}..${Range.last(value)})`;
  if (!isHash(value)) return 'o';
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${key.length}:${key}=${written(value[key])}`).join(',')}}`;
}
