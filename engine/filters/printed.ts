import { toValue } from 'liquidjs';

/** A value as an output would print it: nothing for nil, the elements of a list one after the other. */
export function printed(value: unknown): string {
  const plain = toValue(value);
  return Array.isArray(plain) ? plain.map(printed).join('') : String(plain ?? '');
}
