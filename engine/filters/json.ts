import type { FilterRuns } from '../language/filters.ts';
import { budget } from '../runtime/budget.ts';
import { text } from '../runtime/text.ts';
import { asText } from '../runtime/text-object.ts';
import { isHash, isNil } from '../runtime/values.ts';

/** A value as JSON that is safe in a script element of HTML. */
function json(given: unknown): string {
  budget.spend(1);
  const value = asText(given);
  if (isNil(value)) return 'null';
  if (typeof value === 'string') return quoted(value);
  if (Array.isArray(value)) return `[${series(value.map(json))}]`;
  if (isHash(value)) return `{${series(Object.keys(value).map((key) => `${quoted(key)}:${json(value[key])}`))}}`;
  return typeof value === 'object' && Number.isNaN(Number(text(value))) ? quoted(text(value)) : text(value);
}

const series = (parts: readonly string[]): string => {
  budget.spend(parts.reduce((sum, { length }) => sum + length + 1, 0));
  return parts.join(',');
};

function quoted(source: string): string {
  budget.spend(6 * source.length + 2);
  return JSON.stringify(source).replace(
    /[<\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

export const jsonFilters = { json } satisfies Partial<FilterRuns>;
