/** The compiled code of a file grows with the file: no part of it is written once more for each block around it. */
import { describe, expect, it } from 'vitest';
import { SHAPES } from '../../bench/engine/shapes.ts';
import { compileTemplate } from '../../engine/index.ts';
import { budget } from '../../engine/runtime/budget.ts';
import { compileUnit } from '../../engine/theme/compile-unit.ts';

const size = (source: string) => compileUnit('snippets/a.liquid', source).length;

describe('the code of a hard file', () => {
  it.each(Object.entries(SHAPES))('of %s', (_name, source) => {
    const [short, long] = [size(source(10_000)), size(source(40_000))];
    expect(long).toBeLessThan(4.2 * short);
    expect(long).toBeLessThan(40 * 40_000);
  });
});

const nested = (depth: number, body: string): string =>
  '{% for a in l %}'.repeat(depth) + body + '{% endfor %}'.repeat(depth);

describe('loops as objects', () => {
  it.each([
    ['{% assign f = forloop %}{{ f.parentloop.index }}{{ f.index }};', '11;12;21;22;'],
    ['{% assign k = "index" %}{{ forloop.parentloop[k] }}{{ forloop[k] }};', '11;12;21;22;'],
    ['{% if forloop.last %}{{ forloop }}{% endif %}', 'Liquid::ForloopDropLiquid::ForloopDrop'],
    ['{% if a == 2 %}{% break %}{% endif %}{% assign f = forloop %}{{ f.parentloop.index0 }}', '01'],
  ])('%s', (body, expected) => {
    expect(compileTemplate(nested(2, body)).render({ l: [1, 2] })).toBe(expected);
    // The same where names are looked up while rendering.
    expect(compileTemplate(`${nested(2, body)}{{ [l] }}`).render({ l: [1, 2] })).toBe(expected);
  });
});

describe('a long path', () => {
  const data = (depth: number): object =>
    Array.from({ length: depth }).reduce<object>((inner) => ({ b: inner }), { b: [[1, 'x'], { size: 7 }] });

  it.each([
    ['.b.first.last', 'x'],
    ['.b.size', '2'],
    ['.b[1].size', '7'],
    ['.b[i].size', '7'],
    ['.b.last["size"]', '7'],
    ['.c.b.b', ''],
    ['.constructor', ''],
    ['.b.__proto__.b', ''],
    ['.b.first.first.size.size', '8'],
  ])('%s at its end', (end, expected) => {
    expect(compileTemplate(`{{ a${'.b'.repeat(40)}${end} }}`).render({ a: data(40), i: 1 })).toBe(expected);
  });

  it('is charged by its steps', () => {
    const left = (source: string) => {
      compileTemplate(source).render({ a: 1 });
      return budget.left;
    };
    expect(left('{{ a }}') - left(`{{ a${'.size'.repeat(5_000)} }}`)).toBeGreaterThanOrEqual(5_000);
  });
});

describe('brackets', () => {
  it.each([
    ['{{ a[a[i }}', ''],
    ['{{ ~a[i] }}', '2'],
    ['{{ ~a[b["k"]] }}', '2'],
    ['{{ ~a[ b["k"] ] }}', '12'],
    ['{{ ~a[b[k]]] }}', '2'],
    ['{{ ~h[h["x]y"]]z }}', ''],
    ['{{ ~[b["n"]] }}', '1'],
    ['{{ ~b[[m]] }}', 'i'],
  ])('%s', (source, expected) => {
    const values = { a: [1, 2], b: { k: 1, n: 'i' }, i: 1, k: 'k', h: {}, m: 'q', q: 'n' };
    expect(compileTemplate(source).render(values)).toBe(expected);
  });

  it.each([
    ['(1..3)', '321'],
    ['(1 .. 3)', '321'],
    ['(i..h)', ''],
    ['(h~..2)', '210'],
    ['(..3)', ''],
  ])('in a range: %s', (range, expected) => {
    const source = `{% assign i = 1 %}{% for x in ${range} reversed %}{{ x }}{% endfor %}`;
    expect(compileTemplate(source).render({ h: 0 })).toBe(expected);
  });
});

it('lines of a liquid tag end with the tag, whatever comes after it', () => {
  expect(compileTemplate('{% liquid echo 1 %}{% liquid\necho 2\n\necho 3 %}\n{% liquid %}4').render()).toBe('123\n4');
});
