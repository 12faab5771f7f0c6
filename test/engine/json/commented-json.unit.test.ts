import fc from 'fast-check';
import { parse } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import { blankedJson, extrasOf, parseJsonFile, strippedJson } from '../../../engine/json/commented-json.ts';
import { runs } from '../../support/soak.ts';

const BOM = '\ufeff';

/** Pieces that make comments, texts, and what looks like either. */
const piece = fc.constantFrom(
  ...['{', '}', '[', ']', ':', ',', '"a"', '"//b"', '"/*"', '"\\"/*"', '1', 'null', ' ', '\n', '\r\n', '\t'],
  ...['/* c */', '/**/', '// d\n', '//"\r', '/*\n"\n*/', '/', '*', '"', '\\', '/*', BOM],
);
const text = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''));
/** Only blanks and comments between the tokens of a value. */
const commented = fc
  .tuple(
    fc.jsonValue(),
    fc.array(fc.constantFrom('/* " */', '// }\n', ' ', '\n', '/*\n*/', '\r\n//\r\n'), { minLength: 1 }),
  )
  .map(([value, gaps]) => {
    let at = 0;
    const gap = () => gaps[at++ % gaps.length];
    const json = JSON.stringify(value).replace(/"(?:[^"\\]|\\.)*"|[{}[\]:,]/g, (token) => `${gap()}${token}${gap()}`);
    return { value, json };
  });

describe('what stands in a JSON file that JSON does not have', () => {
  it('is passed over wherever it stands', () => {
    fc.assert(
      fc.property(commented, ({ value, json }) => {
        const expected = JSON.parse(JSON.stringify(value));
        expect(parseJsonFile(json)).toEqual(expected);
        expect(parseJsonFile(BOM + json)).toEqual(expected);
        expect(JSON.parse(strippedJson(BOM + json))).toEqual(expected);
        expect(parse(json)).toEqual(expected);
      }),
      { numRuns: runs(300, 50_000) },
    );
  });

  it('becomes blanks: every other character keeps its place and its line', () => {
    fc.assert(
      fc.property(text, (source) => {
        const blanked = blankedJson(source);
        expect(blanked.length).toBe(source.length);
        const isIn = (at: number) => extrasOf(source).some(({ start, end }) => at >= start && at < end);
        for (let at = 0; at < source.length; at++) {
          const isBreak = source[at] === '\n' || source[at] === '\r';
          expect(blanked[at]).toBe(isIn(at) && !isBreak ? ' ' : source[at]);
        }
        expect(extrasOf(blanked)).toEqual([]);
      }),
      { numRuns: runs(500, 50_000) },
    );
  });

  it('is no secret: each is told with its kind and its place', () => {
    expect(extrasOf(`${BOM}/* a */{} // b`)).toEqual([
      { kind: 'mark', start: 0, end: 1 },
      { kind: 'comment', start: 1, end: 8 },
      { kind: 'comment', start: 11, end: 15 },
    ]);
    expect(extrasOf(`{"a": "https://b /* c */"}${BOM}`)).toEqual([]);
  });
});

it.each([
  ['/*\n * a\n */\n{\n  "a": 1\n}\n', '{\n  "a": 1\n}\n'],
  [`${BOM}{}`, '{}'],
  ['{\r\n  // a\r\n  "a": 1, // b\r\n  "b": 2 /* c */\r\n}', '{\r\n  "a": 1,\r\n  "b": 2\r\n}'],
  ['{/* a */"a": /* b */ 1}', '{"a":  1}'],
  ['{}\n// a', '{}\n'],
  ['/* a *//* b */\n{}', '\n{}'],
  ['{"a": "// b"}', '{"a": "// b"}'],
])('%j is written as %j', (source, written) => expect(strippedJson(source)).toBe(written));

describe('hostile texts', () => {
  it.each(
    [
      ['/*/'.repeat(170_000)],
      ['/**/'.repeat(130_000)],
      [`/*${'*'.repeat(500_000)}/{}`],
      [`${'// a\n'.repeat(100_000)}{}`],
      [`${' '.repeat(250_000)}/**/${' '.repeat(250_000)}`],
      ['/**/ '.repeat(100_000)],
      [`"${'\\'.repeat(500_000)}`],
      [`"${'\\"'.repeat(250_000)}`],
      ['"'.repeat(500_000)],
      ['"/*'.repeat(170_000)],
      [`/**/${'['.repeat(500_000)}`],
      [`/**/${'['.repeat(200_000)}${']'.repeat(200_000)}`],
    ].map(([source = '']) => [source.slice(0, 12), source]),
  )('%j… is read in steps that grow with its length', (_begins, source) => {
    // Quadratic reading of these would take hours.
    expect(blankedJson(source).length).toBe(source.length);
    expect(strippedJson(source).length).toBeLessThanOrEqual(source.length);
  });

  it('a prototype is a key like any other', () => {
    const value = parseJsonFile('/**/{"__proto__": {"a": 1}}') as object;
    expect(Object.keys(value)).toEqual(['__proto__']);
    expect('a' in value).toBe(false);
  });
});
