import { Menu, TextObject } from '../runtime/text-object.ts';
import { Float, ForLoop, Range, TableRowLoop } from '../runtime/values.ts';
import { literal } from './literal.ts';
import type { Unit } from './unit.ts';

/**
 * Names that JavaScript itself gives a meaning on some value. Emitted code reads any other name as a property at once: what no
 * prototype has is an own property or nothing. These go through `property`.
 */
const RESERVED: ReadonlySet<string> = new Set(
  [
    ...[Object, Array, String, Number, Boolean, BigInt, Symbol, Function].map((type) => type.prototype),
    ...[Float, Range, ForLoop, TableRowLoop, TextObject, Menu].map((type) => type.prototype),
  ].flatMap((prototype) => Object.getOwnPropertyNames(prototype)),
);

/** A property with a known name, for any value; properties of JavaScript's own prototypes are never returned. */
export const propertyCode = (unit: Unit, value: string, key: string): string =>
  RESERVED.has(key) || /^\d/.test(key)
    ? `${unit.helper('property')}(${value}, ${literal(key)})`
    : `${value}?.[${literal(key)}]`;
