import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { removeKey, setItems, setValue } from '../../../../src/studio/customise/model/json-edit.ts';

const key = fc.constantFrom('a', 'b', '10', '__proto__', 'é"\\');
const scalar = fc.constantFrom<unknown>(1, 2.5, 'x', 'deux\nlignes', true, null);
const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    scalar,
    fc.array(fc.string(), { maxLength: 3 }),
    fc.array(fc.tuple(key, tie('tree')), { maxLength: 4 }).map(Object.fromEntries),
  ),
}));
const root = fc.array(fc.tuple(key, tree), { maxLength: 4 }).map(Object.fromEntries);
const layout = fc.constantFrom(
  (value: unknown) => JSON.stringify(value),
  (value: unknown) => JSON.stringify(value, null, 2),
  (value: unknown) => `${JSON.stringify(value, null, '\t')}\n`,
  (value: unknown) => JSON.stringify(value, null, 4).replaceAll('\n', '\r\n'),
  (value: unknown) =>
    JSON.stringify(value).replaceAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]/g, (token) =>
      token[0] === '"' ? token : ` ${token} `,
    ),
);
const text = fc.tuple(root, layout).map(([value, write]) => write(value));
const path = fc.array(key, { minLength: 1, maxLength: 4 });

type Members = Record<string, unknown>;
const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The same change made on the value. */
function changed(value: unknown, [first, ...rest]: readonly string[], make: (value: unknown) => unknown): unknown {
  if (first === undefined) return make(value);
  const members = isObject(value) ? value : {};
  const inner = changed(Object.hasOwn(members, first) ? members[first] : undefined, rest, make);
  const others = Object.entries(members).filter(([name]) => name !== first);
  return Object.fromEntries(inner === undefined ? others : [...others, [first, inner]]);
}

const hasPath = (value: unknown, keys: readonly string[]): boolean =>
  keys.length === 0 ||
  (isObject(value) && Object.hasOwn(value, keys[0] ?? '') && hasPath(value[keys[0] ?? ''], keys.slice(1)));

describe('changes of a JSON text', () => {
  it('write a value at any path of any text', () => {
    fc.assert(
      fc.property(text, path, tree, (before, keys, value) => {
        expect(JSON.parse(setValue(before, keys, value))).toEqual(changed(JSON.parse(before), keys, () => value));
      }),
      { numRuns: 400 },
    );
  });

  it('take a key away, and leave the text alone where there is none', () => {
    fc.assert(
      fc.property(text, path, (before, keys) => {
        const after = removeKey(before, keys);
        if (!hasPath(JSON.parse(before), keys)) expect(after).toBe(before);
        else expect(JSON.parse(after)).toEqual(changed(JSON.parse(before), keys, () => undefined));
      }),
      { numRuns: 400 },
    );
  });

  it('write a list in another order, with new items', () => {
    const items = fc.array(fc.oneof(fc.nat(4), fc.constantFrom('nouveau', 'é"')), { maxLength: 6 });
    fc.assert(
      fc.property(fc.array(fc.string(), { maxLength: 4 }), layout, items, (list, write, wanted) => {
        const known = wanted.filter((item) => typeof item === 'string' || item < list.length);
        const after = setItems(write({ a: 1, order: list }), ['order'], known);
        const expected = known.map((item) => (typeof item === 'string' ? item : list[item]));
        expect(JSON.parse(after)).toEqual({ a: 1, order: expected });
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    [
      '{ "a": 1, "b": { "c": 12345678901234567890 } }',
      ['b', 'd'],
      'x',
      '{ "a": 1, "b": { "c": 12345678901234567890, "d": "x" } }',
    ],
    [
      '{\n  "a": 1e400,\n  "b": {}\n}\n',
      ['b', 'c'],
      { d: 1 },
      '{\n  "a": 1e400,\n  "b": {\n    "c": {\n      "d": 1\n    }\n  }\n}\n',
    ],
    ['{"a":{"b":1}}', ['a', 'c', 'd'], true, '{"a":{"b":1,"c":{"d":true}}}'],
    ['{\n\t"current": "Défaut"\n}', ['current', 'x'], 1, '{\n\t"current": {\n\t\t"x": 1\n\t}\n}'],
    ['{"a":1,"a":2}', ['a'], 3, '{"a":1,"a":3}'],
  ])('keep how %s is written', (before, keys, value, after) => {
    expect(setValue(before, keys, value)).toBe(after);
  });

  it('keep a list on the lines on which it is written', () => {
    const order = '{ "order": ["a", "b",\n  "c"] }';
    expect(setItems(order, ['order'], [2, 0])).toBe('{ "order": ["c", "a"] }');
    expect(setItems('{\n  "order": [\n    "a",\n    7\n  ]\n}', ['order'], [1, 'n', 0])).toBe(
      '{\n  "order": [\n    7,\n    "n",\n    "a"\n  ]\n}',
    );
  });

  it('take both of a key that is written twice', () => {
    expect(removeKey('{"a":1,"b":2,"a":3}', ['a'])).toBe('{"b":2}');
  });

  it('refuse a text that holds no JSON', () => {
    expect(() => setValue('', ['a'], 1)).toThrow(SyntaxError);
  });
});
