import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BusyMap } from '../../concurrency/busy-map.ts';

describe('a map of those who come and go', () => {
  it('forgets nobody who is busy, and keeps a bounded number who are not', () => {
    const step = fc.record({ name: fc.integer({ min: 0, max: 5_000 }), busy: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 6_000, size: 'max' }), (steps) => {
        const map = new BusyMap<{ busy: boolean }>(({ busy }) => !busy);
        const busy = new Set<string>();
        for (const { name, busy: isBusy } of steps) {
          const key = String(name);
          map.set(key, { busy: isBusy });
          if (isBusy) busy.add(key);
          else busy.delete(key);
        }
        for (const key of busy) expect(map.get(key)).toEqual({ busy: true });
        expect([...map.values()].length).toBeLessThanOrEqual(busy.size + 2_000);
      }),
      { numRuns: 20 },
    );
  });
});
