import { beforeEach, describe, expect, it } from 'vitest';
import { FILTER_RUNS } from '../../engine/filters/index.ts';
import { DEFAULT_LIMITS, LIST_ELEMENTS, OUTPUT_UNITS, RENDER_DEPTH } from '../../engine/limits.ts';
import { budget } from '../../engine/runtime/budget.ts';
import { RenderError, RenderLimit } from '../../engine/runtime/errors.ts';

let time = 0;
const begin = (limits: { objects?: number; timeMs?: number } = {}) =>
  budget.begin(() => time, { ...DEFAULT_LIMITS, ...limits });

/** The limit that work meets; null when it meets none. */
function met(work: () => unknown): string | null {
  try {
    work();
    return null;
  } catch (error) {
    if (error instanceof RenderLimit) return error.limit;
    throw error;
  }
}

beforeEach(() => {
  time = 0;
  begin();
});

describe('the budget of a render', () => {
  it('gives every object it has, and not one more', () => {
    begin({ objects: 10 });
    expect(met(() => budget.spend(10))).toBe(null);
    expect(budget.left).toBe(0);
    expect(met(() => budget.spend(1))).toBe('objects');
  });

  it('is spent by what no number can count', () => {
    begin({ objects: 10 });
    expect(met(() => budget.spend(Number.NaN))).toBe('objects');
  });

  it('looks at the clock again and again, and lets the last instant pass', () => {
    begin({ timeMs: 5 });
    time = 5;
    expect(met(() => budget.spend(20_000))).toBe(null);
    time = 6;
    // Between two looks some work passes.
    expect(met(() => budget.spend(1))).toBe(null);
    expect(met(() => budget.spend(20_000))).toBe('time');
  });

  it('begins anew with each render, whatever the last one left', () => {
    begin({ objects: 1 });
    budget.spend(1);
    for (let n = 0; n < RENDER_DEPTH; n++) expect(met(() => budget.spend(0))).toBe(null);
    begin({ objects: 5 });
    expect([budget.left, budget.depth, budget.at, budget.clockReadings]).toEqual([5, 0, 0, 0]);
  });

  it('charges a list by its elements, before it is made, and bounds its length', () => {
    budget.list(LIST_ELEMENTS);
    expect(budget.left).toBe(DEFAULT_LIMITS.objects - LIST_ELEMENTS);
    expect(met(() => budget.list(LIST_ELEMENTS + 1))).toBe('objects');
    begin();
    budget.grow(LIST_ELEMENTS - 1);
    expect(budget.left).toBe(DEFAULT_LIMITS.objects - 1);
    expect(met(() => budget.grow(LIST_ELEMENTS))).toBe('objects');
  });

  it('charges output by its characters and bounds its length, whatever its parts are', () => {
    const half = 'a'.repeat(OUTPUT_UNITS / 2);
    expect(budget.chunk('ab', 'cd')).toBe('abcd');
    expect(budget.left).toBe(DEFAULT_LIMITS.objects - 2);
    expect(met(() => budget.chunk(half, half))).toBe(null);
    expect(met(() => budget.chunk(`${half}b`, half))).toBe('output');
    expect(met(() => budget.output(half + half))).toBe(null);
    expect(met(() => budget.output(`${half}${half}b`))).toBe('output');
    expect(met(() => budget.captured(half + half))).toBe(null);
    expect(met(() => budget.captured(`${half}${half}b`))).toBe('objects');
    begin();
    budget.output('abc');
    budget.captured('de');
    expect(budget.left).toBe(DEFAULT_LIMITS.objects - 5);
  });

  it('lets renders nest so deep and no deeper, and costs an object each', () => {
    for (let n = 0; n < RENDER_DEPTH; n++) budget.enter();
    expect(budget.left).toBe(DEFAULT_LIMITS.objects - RENDER_DEPTH);
    expect(() => budget.enter()).toThrow(RenderError);
    expect(() => budget.enter()).toThrow(`${RENDER_DEPTH} niveaux`);
    budget.depth = RENDER_DEPTH;
    budget.leave();
    expect(() => budget.enter()).not.toThrow();
  });

  it('stands aside for work that has one of its own', () => {
    begin({ objects: 10, timeMs: 1 });
    time = 100;
    const longer = () => {
      budget.spend(500_000);
      return 'done';
    };
    expect(budget.aside(1_000_000, longer)).toBe('done');
    expect(budget.aside(3, () => budget.spend(4))).toBe(undefined);
    expect(budget.left).toBe(10);
    time = 0;
    expect(met(() => budget.spend(10))).toBe(null);
  });

  it('tells the present, and counts who asks for it', () => {
    time = 42;
    expect(budget.now()).toBe(42);
    budget.spend(100_000);
    expect(budget.clockReadings).toBe(1);
  });
});

describe('filters of texts', () => {
  it.each<[name: string, values: unknown[], result: string, objects: number]>([
    ['truncate', ['abcdef', 6], 'abcdef', 6],
    ['truncate', ['abcdef', 5], 'ab...', 9],
    ['truncate', ['😀bcdef', 5], '😀b...', 16],
    ['truncate', ['😀😀😀', 3], '😀😀😀', 6],
    ['truncate', ['abcdef', 2, '…😀'], '…😀', 9],
    ['truncatewords', ['a b c', 3], 'a b c', 5],
    ['truncatewords', [' a  b c', 2], 'a b...', 17],
    ['truncatewords', ['a\tb c', 2], 'a b...', 13],
    ['truncatewords', ['a b ', 2, '…'], 'a b…', 9],
    ['slice', ['abcdef', 1, 3], 'bcd', 3],
    ['slice', ['a😀cdef', -5, 3], '😀cd', 9],
    ['replace', ['abab', 'a', 'cde'], 'cdebcdeb', 12],
    ['replace', ['abab', 'a', ''], 'bb', 4],
    ['replace', ['abab', 'x', '$&'], 'abab', 8],
    ['replace', ['aaa', 'a', '$&'], '$&$&$&', 6],
    ['escape', ['abc'], 'abc', 0],
    ['escape', ['abc&d<'], 'abc&amp;d&lt;', 21],
    ['lignes', ['a\nb'], 'a<br>b', 12],
    ['date', ['2026-01-02', '%d/%m'], '02/01', 21],
  ])('charge the same however they work: %s of %j', (name, values, result, objects) => {
    expect(FILTER_RUNS.get(name)?.(...(values as never[]))).toBe(result);
    expect(DEFAULT_LIMITS.objects - budget.left).toBe(objects);
  });
});
