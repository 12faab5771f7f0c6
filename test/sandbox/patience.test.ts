import { describe, expect, it } from 'vitest';
import { DEADLINE_GRACE_MS, OVERDUE_CPU_MS } from '../../sandbox/limits.ts';
import { Patience } from '../../sandbox/patience.ts';

describe('the patience with a process', () => {
  it('lasts while its task is in time, whatever it uses', () => {
    const patience = new Patience();
    for (let cpu = 0; cpu < 10_000; cpu += 100) expect(patience.isOver(-1, () => cpu)).toBe(false);
  });

  it('is over once a late task has worked on, counted from when it came to be late', () => {
    const patience = new Patience();
    expect(patience.isOver(1, () => 5_000)).toBe(false);
    expect(patience.isOver(51, () => 5_000 + OVERDUE_CPU_MS)).toBe(false);
    expect(patience.isOver(101, () => 5_000 + OVERDUE_CPU_MS + 10)).toBe(true);
  });

  it('begins anew when the task has answered', () => {
    const patience = new Patience();
    expect(patience.isOver(50, () => 0)).toBe(false);
    expect(patience.isOver(-10, () => 1_000)).toBe(false);
    expect(patience.isOver(50, () => 2_000)).toBe(false);
  });

  it.each([0, Number.NaN])('lasts as long as the grace for one that is kept from working (%s)', (cpu) => {
    const patience = new Patience();
    expect(patience.isOver(DEADLINE_GRACE_MS, () => cpu)).toBe(false);
    expect(patience.isOver(DEADLINE_GRACE_MS + 1, () => cpu)).toBe(true);
  });
});
