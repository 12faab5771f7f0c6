import { ANY, unionOf, type ValueType } from '../language/value-types.ts';
import type { Guard } from './uses.ts';

/** A type at a path, as far as the conditions around it leave. */
export function guarded(type: ValueType, path: string, guard: Guard | undefined): ValueType {
  let left = type;
  for (let one = guard; one; one = one.outer) {
    for (const { path: narrowedPath, values } of one.narrows) {
      const [before, property] = cutAtLast(narrowedPath);
      if (before === path) left = narrowed(left, property, values);
    }
  }
  return left;
}

function cutAtLast(path: string): [string, string] {
  const at = path.lastIndexOf('.');
  return at === -1 ? ['', path] : [path.slice(0, at), path.slice(at + 1)];
}

/** Those of the types that a value may be of whose property has one of some values; any where none is left. */
export function narrowed(type: ValueType, property: string, values: readonly string[]): ValueType {
  const left = (type.among ?? [type]).filter((one) => {
    const own = one.fields && Object.hasOwn(one.fields, property) ? one.fields[property]?.values : undefined;
    return !own || own.some((value) => values.includes(value));
  });
  return unionOf(left) ?? ANY;
}
