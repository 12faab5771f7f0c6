import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareLines } from '../../../../src/studio/difference/compare-lines.ts';
import type { Row } from '../../../../src/studio/difference/messages.ts';

const kinds = (rows: readonly Row[]) => rows.map(({ kind }) => kind);

/** Lines of a text as rows show them, by number. */
const linesOf = (rows: readonly Row[], side: 'before' | 'after') =>
  new Map(rows.flatMap((row) => (row[side] === null ? [] : [[row[side], row.text] as const])));

describe('compareLines', () => {
  it('shows each line under its own number, and leads from one text to the other', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 30 }).map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const { rows } = compareLines(before, after);
        const [old, present] = [before.split('\n'), after.split('\n')];
        for (const [number, line] of linesOf(rows, 'before')) expect(line).toBe(old[number - 1]);
        for (const [number, line] of linesOf(rows, 'after')) expect(line).toBe(present[number - 1]);
        const gone = new Set(rows.filter(({ kind }) => kind === 'removed').map((row) => row.before));
        const added = rows.filter(({ kind }) => kind === 'added').map((row) => row.after);
        expect(old.length - gone.size + added.length - present.length).toBe(breaksAtEnd(before) - breaksAtEnd(after));
      }),
    );
  });

  it('says so where only the end of the last line differs, and shows line breaks of other systems', () => {
    expect(kinds(compareLines('a', 'a\n').rows)).toEqual(['gap', 'removed', 'note', 'added']);
    expect(compareLines('a\r\n', 'a\n').rows[1]?.text).toBe('a␍');
    expect(compareLines('a', 'a').rows).toEqual([]);
  });

  it('gives an end to texts of which nearly everything differs, and to very long lines', () => {
    const numbers = (from: number) => Array.from({ length: 12_000 }, (_, index) => `${from + index}`);
    const before = ['début', ...numbers(0), 'fin'].join('\n');
    const after = ['début', ...numbers(50_000), 'fin'].join('\n');
    const { rows, left, isRough } = compareLines(before, after);
    expect([rows.length, left, isRough]).toEqual([20_000, 4_001, true]);
    expect(rows[1]).toEqual({ kind: 'removed', before: 2, after: null, text: '0' });
    expect(compareLines('', 'x'.repeat(500_000)).rows[1]?.text).toMatch(/^x{2000}… \(500000 caractères\)$/);
  });
});

/** An empty line after the last break is no line of a difference. */
const breaksAtEnd = (text: string): number => (text === '' || text.endsWith('\n') ? 1 : 0);
