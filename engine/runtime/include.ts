import { budget } from './budget.ts';
import { RenderError } from './errors.ts';
import type { Scope } from './scope.ts';
import { Menu } from './text-object.ts';

/** Renders a partial with the variables of the template that includes it. */
export type Partial = (scope: Scope) => string;

/**
 * `include`: the partial of a name that may be known only now.
 * @param bound the value after `with` or `for`, in a list of its own; null for the variable of the partial's name
 * @param alias what the partial calls it; null for the partial's own name
 * @throws RenderError when there is no such partial
 */
export function include(
  partials: { get(name: string): Partial | undefined },
  scope: Scope,
  name: unknown,
  bound: readonly unknown[] | null,
  alias: string | null,
  passed: readonly (readonly [string, unknown])[],
): string {
  const partial = typeof name === 'string' ? partials.get(name) : undefined;
  if (typeof name !== 'string' || !partial) throw new RenderError('le snippet à inclure n’existe pas');
  const variable = alias ?? name.slice(name.lastIndexOf('/') + 1);
  const value = bound ? bound[0] : scope.read(name);
  const depth = scope.depth;
  scope.enter(variable, undefined);
  for (const [key, given] of passed) scope.put(key, given);
  let output = '';
  const elements = value instanceof Menu ? Menu.entries(value) : Array.isArray(value) ? value : [value];
  for (const element of elements) {
    scope.put(variable, element);
    output += partial(scope);
    if (scope.interrupt !== 0) break;
  }
  scope.unwind(depth);
  return budget.captured(output);
}
