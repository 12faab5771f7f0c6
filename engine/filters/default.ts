import type { FilterRuns } from '../language/filters.ts';
import { isEmpty, truthy } from '../runtime/compare.ts';
import { isHash, isNil } from '../runtime/values.ts';

/** `default`: replaces nil, false and empty values; with `allow_false: true` it keeps false. */
function defaultValue(value: unknown, replacement: unknown = '', options: unknown = undefined): unknown {
  const named = isHash(options) ? options : isHash(replacement) && 'allow_false' in replacement ? replacement : {};
  const missing = truthy(named.allow_false) ? isNil(value) : !truthy(value);
  return missing || isEmpty(value) ? (named === replacement ? '' : replacement) : value;
}

export const defaultFilters = { default: defaultValue } satisfies Partial<FilterRuns>;
