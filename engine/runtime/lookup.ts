import { budget } from './budget.ts';
import { asList, Menu, TextObject } from './text-object.ts';
import { type Hash, isHash, isNil, Range } from './values.ts';

/** An own property by its name, of hashes and loops only. */
export function property(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return Object.hasOwn(value, key) ? (value as Hash)[key] : undefined;
}

/** `value.size`, `value.first` and `value.last`: a property of that name, else what the reference computes. */
export function command(value: unknown, key: string): unknown {
  if (Array.isArray(value)) {
    return key === 'size' ? value.length : key === 'first' ? value[0] : value[value.length - 1];
  }
  if (typeof value === 'string') {
    return key === 'size' ? characters(value) : key === 'first' ? firstCharacter(value) : lastCharacter(value);
  }
  if (typeof value === 'number') return key === 'size' && Number.isInteger(value) ? INTEGER_SIZE : undefined;
  if (value instanceof Range) {
    return key === 'size' ? Range.size(value) : key === 'first' ? Range.first(value) : Range.last(value);
  }
  if (typeof value !== 'object' || value === null) return undefined;
  if (Object.hasOwn(value, key)) return (value as Hash)[key];
  if (value instanceof TextObject) return command(asList(value), key);
  return isHash(value) ? hashCommand(value, key) : undefined;
}

/** The names of a path. */
export const keysOf = (path: string): readonly string[] => path.split('.');

/** A value reached by many names, one after the other. */
export function walk(value: unknown, keys: readonly string[]): unknown {
  budget.spend(keys.length);
  let reached = value;
  for (const key of keys) {
    if (isNil(reached)) return undefined;
    reached = key === 'size' || key === 'first' || key === 'last' ? command(reached, key) : property(reached, key);
  }
  return reached;
}

/** Bytes of an integer, which is what Ruby answers. */
export const INTEGER_SIZE = 8;

function hashCommand(hash: Hash, key: string): unknown {
  const keys = Object.keys(hash);
  if (key === 'size') return keys.length;
  const [first] = keys;
  return key === 'first' && first !== undefined ? [first, hash[first]] : undefined;
}

/** `value[key]` with a key that is known only now. */
export function index(value: unknown, key: unknown): unknown {
  if (Array.isArray(value)) return typeof key === 'number' ? value[key < 0 ? value.length + key : key] : undefined;
  if (typeof key === 'string') return property(value, key);
  if (key instanceof TextObject) return property(value, TextObject.text(key));
  return value instanceof Menu ? index(Menu.entries(value), key) : undefined;
}

const ASTRAL = /[\ud800-\udbff][\udc00-\udfff]/;
const ASTRAL_PAIRS = /[\ud800-\udbff][\udc00-\udfff]/g;
/** Finds in each text with a pair the first half of the pair, and other units; V8 needs half of the time that it needs for `ASTRAL`. */
const FROM_SURROGATES = /[\ud800-\uffff]/;

/** Length in code points, as Ruby counts. */
export function characters(value: string): number {
  if (!FROM_SURROGATES.test(value)) return value.length;
  let pairs = 0;
  ASTRAL_PAIRS.lastIndex = 0;
  while (ASTRAL_PAIRS.test(value)) pairs++;
  return value.length - pairs;
}

const firstCharacter = (value: string): string => (value === '' ? '' : String.fromCodePoint(value.codePointAt(0) ?? 0));

const lastCharacter = (value: string): string => (ASTRAL.test(value.slice(-2)) ? value.slice(-2) : value.slice(-1));
