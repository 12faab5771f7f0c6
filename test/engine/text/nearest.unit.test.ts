import fc from 'fast-check';
import { expect, it } from 'vitest';
import { nearest } from '../../../engine/text/nearest.ts';
import { slips } from '../../../engine/text/slips.ts';

const NAMES = ['settings', 'section', 'sections', 'site', 'page', 'article', 'url', 'i'];

it.each([
  ['setings', 'settings', true],
  ['Settings', 'settings', true],
  ['stetings', 'settings', true],
  ['sectoin', 'section', true],
  ['sectionn', 'section', false],
  ['pgae', 'page', true],
  ['ulr', 'url', true],
  ['artilces', 'article', false],
])('%s is likely %s', (given, name, isSure) => {
  expect(nearest(given, NAMES)).toEqual({ name, isSure });
});

it.each(['settings', 'cart', 'image', 'x', 'j', '', 'customer', 'a'.repeat(100_000)])('%.20s is like none', (given) => {
  expect(nearest(given, NAMES)).toBeUndefined();
});

it('among very many names none is looked for', () => {
  const many = Array.from({ length: 1_000 }, (_, index) => `nom-${index}`);
  expect(nearest('setings', [...many, 'settings'])).toBeUndefined();
  expect(nearest('setings', new Set([...many, 'settings']))).toBeUndefined();
});

it('a name that stands twice among the candidates is one name', () => {
  expect(nearest('sectoin', ['section', 'page', 'section'])).toEqual({ name: 'section', isSure: true });
});

/** The definition, without any limit. */
function counted(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let row = 1; row <= a.length; row++) {
    rows.push([row]);
    for (let column = 1; column <= b.length; column++) {
      const isSwap = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      const changed = at(row - 1, column - 1) + (a[row - 1] === b[column - 1] ? 0 : 1);
      const swapped = isSwap ? at(row - 2, column - 2) + 1 : changed;
      rows[row]?.push(Math.min(at(row - 1, column) + 1, at(row, column - 1) + 1, changed, swapped));
    }
  }
  return at(a.length, b.length);
}

it('slips are counted as far as somebody asks', () => {
  const word = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 9 }).map((letters) => letters.join(''));
  fc.assert(
    fc.property(word, word, fc.integer({ min: 0, max: 4 }), (a, b, most) => {
      expect(slips(a, b)).toBe(counted(a, b));
      expect(Math.min(slips(a, b, most), most + 1)).toBe(Math.min(counted(a, b), most + 1));
    }),
    { numRuns: 3_000 },
  );
});
