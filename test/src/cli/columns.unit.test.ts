import { expect, it } from 'vitest';
import { columnsOf, shortenedTo, widthOf } from '../../../src/cli/columns.ts';
import { table } from '../../../src/cli/commands/table.ts';

const ROWS = [
  ['id', 'nom', 'modifié'],
  ['0123abcd', 'Un nom qui est bien plus long que ce que montre un terminal étroit', '01/01/2026 10:00'],
  ['4567cdef', 'Bref', '02/01/2026 10:00'],
];
const shown = (columns: number | undefined) => table(ROWS, { columns, shortened: [1] });

it('a table is as wide as it wants to be where there is no terminal', () => {
  expect(shown(undefined)[1]).toBe(ROWS[1]?.join('  '));
  expect(shown(undefined)).toEqual(shown(200));
});

it.each([100, 80, 60, 50])('in %i columns a name gives way, an id never', (columns) => {
  const lines = shown(columns);
  for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(columns);
  expect(lines.map((line) => line.slice(0, 8).trim())).toEqual(['id', '0123abcd', '4567cdef']);
  expect(lines[1]).toMatch(columns >= 95 ? /étroit / : /… +01\/01\/2026 10:00$/);
});

it('where that does not do, each row is a list of what it has', () => {
  const [headings, first, second] = shown(30);
  expect(headings).toBe('');
  for (const line of `${first}\n${second}`.split('\n')) expect(widthOf(line)).toBeLessThanOrEqual(30);
  expect(second).toBe('4567cdef\n  nom : Bref\n  modifié : 02/01/2026 10:00');
});

it.each([
  ['abc', 3],
  ['é', 1],
  ['e\u0301', 1],
  ['漢字', 4],
  ['🚲', 2],
  ['a\u200bb', 2],
])('%j takes %i columns', (text, columns) => expect(widthOf(text)).toBe(columns));

it('a text that is cut says so, and no letter is cut in two', () => {
  expect(shortenedTo('漢字漢字', 5)).toBe('漢字…');
  expect(shortenedTo('court', 5)).toBe('court');
});

it.each([
  ['50', { isTTY: true, columns: 90 }, 50],
  ['50', { isTTY: false, columns: 90 }, 50],
  [undefined, { isTTY: true, columns: 90 }, 90],
  [undefined, { isTTY: true, columns: 0 }, undefined],
  [undefined, { isTTY: false, columns: 90 }, undefined],
  ['beaucoup', { isTTY: true, columns: 90 }, 90],
  ['0', { isTTY: true, columns: 90 }, 90],
])('COLUMNS=%s at %j is %s', (set, stream, expected) => {
  const before = process.env.COLUMNS;
  try {
    if (set === undefined) delete process.env.COLUMNS;
    else process.env.COLUMNS = set;
    expect(columnsOf(stream)).toBe(expected);
  } finally {
    if (before === undefined) delete process.env.COLUMNS;
    else process.env.COLUMNS = before;
  }
});
