import { ANY, unionOf, type ValueType } from '../language/value-types.ts';
import type { Guard } from './uses.ts';

/** A type at a path, as far as the conditions around it leave. */
export function guarded(type: ValueType, path: string, guard: Guard | undefined): ValueType {
  const told = guard?.narrows.get(path) ?? [];
  return told.reduce((left, { property, values }) => narrowed(left, property, values), type);
}

/** Those of the types that a value may be of whose property has one of some values; any where none is left. */
export function narrowed(type: ValueType, property: string, values: readonly string[]): ValueType {
  const left = (type.among ?? [type]).filter((one) => {
    const own = one.fields && Object.hasOwn(one.fields, property) ? one.fields[property]?.values : undefined;
    return !own || own.some((value) => values.includes(value));
  });
  return unionOf(left) ?? ANY;
}
