import { describe, expect, it } from 'vitest';
import { OVERDUE_CPU_MS } from '../../sandbox/limits.ts';
import { Patience } from '../../sandbox/patience.ts';

const GRACE_MS = 1_000;

describe('the patience with a process', () => {
  it('lasts while its task is in time, whatever it uses', () => {
    const patience = new Patience();
    for (let cpu = 0; cpu < 10_000; cpu += 100) expect(patience.isOver(-1, GRACE_MS, () => cpu)).toBe(false);
  });

  it('is over once a late task has worked on, counted from when it came to be late', () => {
    const patience = new Patience();
    expect(patience.isOver(1, GRACE_MS, () => 5_000)).toBe(false);
    expect(patience.isOver(51, GRACE_MS, () => 5_000 + OVERDUE_CPU_MS)).toBe(false);
    expect(patience.isOver(101, GRACE_MS, () => 5_000 + OVERDUE_CPU_MS + 10)).toBe(true);
  });

  it('begins anew when the task has answered', () => {
    const patience = new Patience();
    expect(patience.isOver(50, GRACE_MS, () => 0)).toBe(false);
    expect(patience.isOver(-10, GRACE_MS, () => 1_000)).toBe(false);
    expect(patience.isOver(50, GRACE_MS, () => 2_000)).toBe(false);
  });

  it.each([0, Number.NaN])('lasts as long as the grace for one that is kept from working (%s)', (cpu) => {
    const patience = new Patience();
    expect(patience.isOver(GRACE_MS, GRACE_MS, () => cpu)).toBe(false);
    expect(patience.isOver(GRACE_MS + 1, GRACE_MS, () => cpu)).toBe(true);
  });
});
