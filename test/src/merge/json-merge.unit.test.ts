import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeJson } from '../../../src/merge/json-merge.ts';
import { isSame, type JsonNode, readJson } from '../../../src/merge/json-nodes.ts';

const key = fc.constantFrom('a', 'b', '10', '2', '__proto__', 'constructor', 'é"\\');
const { tree } = fc.letrec<{ tree: string }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom('1', '12345678901234567890', '1e400', '"x"', 'null', '[1, {"b": 2}]', '[]'),
    fc.uniqueArray(fc.tuple(key, tie('tree')), { selector: ([name]) => name, maxLength: 5 }).map(written),
  ),
}));
const document = fc.uniqueArray(fc.tuple(key, tree), { selector: ([name]) => name, maxLength: 5 }).map(written);

function written(members: readonly (readonly [string, string])[]): string {
  return `{${members.map(([name, value]) => `${JSON.stringify(name)}: ${value}`).join(', ')}}`;
}

/** Values by the path of their keys: what a merge must keep. */
function leaves(value: JsonNode, at = ''): Map<string, string> {
  if (value.kind === 'leaf') return new Map([[at, value.compact]]);
  if (value.members.size === 0) return new Map([[at, '{}']]);
  return new Map([...value.members].flatMap(([name, member]) => [...leaves(member, `${at}/${JSON.stringify(name)}`)]));
}

const read = (text: string): JsonNode => {
  const value = readJson(text);
  if (!value) throw new Error(`not read: ${text}`);
  return value;
};

describe('merging a JSON file by key', () => {
  it('keeps every change of both sides, or gives up', () => {
    let merges = 0;
    fc.assert(
      fc.property(document, document, document, (base, local, remote) => {
        const merged = mergeJson(base, local, remote);
        if (merged === null) return;
        merges++;
        const [was, here, there, now] = [base, local, remote, merged].map((text) => leaves(read(text)));
        for (const [side, other] of [
          [here, there],
          [there, here],
        ]) {
          for (const [path, value] of side ?? []) {
            if (was?.get(path) !== value && value !== '{}') expect([path, now?.get(path)]).toEqual([path, value]);
          }
          // What one side has removed and the other left alone is gone.
          for (const [path, value] of was ?? []) {
            const leftAlone = other?.get(path) === value;
            if (!side?.has(path) && leftAlone && value !== '{}')
              expect([path, now?.get(path)]).not.toEqual([path, value]);
          }
        }
      }),
      { numRuns: 500 },
    );
    expect(merges).toBeGreaterThan(20);
  });

  it('gives the changed side when only one has changed, whichever of the two it is', () => {
    fc.assert(
      fc.property(document, document, document, (base, local, remote) => {
        expect(isSame(read(mergeJson(base, local, base) ?? ''), read(local))).toBe(true);
        expect(isSame(read(mergeJson(base, base, remote) ?? ''), read(remote))).toBe(true);
        const [one, other] = [mergeJson(base, local, remote), mergeJson(base, remote, local)];
        expect(one === null).toBe(other === null);
        if (one !== null && other !== null) expect(isSame(read(one), read(other))).toBe(true);
      }),
    );
  });

  it('gives the same when it is repeated after an interruption', () => {
    fc.assert(
      fc.property(document, document, document, (base, local, remote) => {
        const merged = mergeJson(base, local, remote);
        if (merged === null) return;
        expect(isSame(read(mergeJson(base, local, merged) ?? ''), read(merged))).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('keeps the order of keys, long numbers and the way of writing', () => {
    const base = '{\n\t"10": 1,\n\t"2": { "b": 12345678901234567890, "a": [1,  2] },\n\t"__proto__": 1\n}\n';
    const local = base.replace('"10": 1', '"10": 5');
    const remote = base.replace('"__proto__": 1', '"__proto__": {"x": 2},\n\t"neuf": true');
    expect(mergeJson(base, local, remote)).toBe(
      '{\n\t"10": 5,\n\t"2": { "b": 12345678901234567890, "a": [1,  2] },\n\t"__proto__": {"x": 2},\n\t"neuf": true\n}\n',
    );
  });

  it.each([
    ['lists that both have changed', '{"o":["a"]}', '{"o":["a","b"]}', '{"o":["c"]}'],
    ['a key that one has changed and the other removed', '{"a":1}', '{"a":2}', '{}'],
    ['one key added twice, differently', '{}', '{"a":{"b":1}}', '{"a":{"c":1}}'],
    ['a key that stands twice', '{"a":1,"b":1}', '{"a":2,"a":3,"b":1}', '{"a":1,"b":2}'],
    ['what is no JSON', '{"a":1,"b":1}', '{"a":2,"b":1', '{"a":1,"b":2}'],
    ['nesting without end', '{}', `{"a":${'['.repeat(1e5)}${']'.repeat(1e5)}}`, '{"b":1}'],
  ])('gives up on %s', (_what, base, local, remote) => {
    expect(mergeJson(base, local, remote)).toBe(null);
  });
});

describe('a file that came by an import, with comments and a byte order mark', () => {
  const HEAD = '\ufeff/*\n * "a": 0\n */\n';
  const base = `${HEAD}{\n  "a": 1, // un\n  "b": {"c": [1, /* deux */ 2]}\n}\n`;

  it('is merged by key, and keeps what stands around its values', () => {
    const merged = mergeJson(base, base.replace('"a": 1', '"a": 3'), base.replace('[1, /* deux */ 2]', '[2]'));
    expect(merged).toBe(`${HEAD}{\n  "a": 3,\n  "b": {"c": [2]}\n}\n`);
  });

  it('is the same as without them', () => {
    const plain = '{"b": {"c": [1,2]}, "a": 1}';
    expect(isSame(read(base), read(plain))).toBe(true);
    expect(mergeJson(base, plain.replace('1}', '5}'), base.replace('"c": [1,', '"c": [0,'))).toBe(
      '{"b":{"c": [0, /* deux */ 2]},"a":5}',
    );
    expect(mergeJson(plain, base, plain)).toBe(base);
  });
});
