import { describe, expect, it } from 'vitest';
import {
  HEAVY_FOR_MS,
  HEAVY_PAGE_MS,
  OVERRUNS_WITHIN_MS,
  QUARANTINE_MS,
  SILENT_FOR_MS,
  STRICKEN_MS,
} from '../../sandbox/limits.ts';
import { Standings } from '../../sandbox/standing.ts';

function standings() {
  let time = 1;
  const all = new Standings(() => time);
  return {
    all,
    of: (version = '1') => all.of({ id: 'thème', version }),
    wait: (ms: number) => {
      time += ms;
    },
  };
}

describe('the standing of a theme', () => {
  it('is proven by a quick page, until the theme changes', () => {
    const { of } = standings();
    expect(of().level).toBe('unproven');
    of().answered(1);
    expect(of().level).toBe('proven');
    expect(of('2').level).toBe('unproven');
    of('2').answered(1);
    expect(of('1').level).toBe('proven');
  });

  it('is heavy for a while when its pages are slow, one with another, and longer each time', () => {
    const { of, wait } = standings();
    of().answered(1);
    of().answered(4 * HEAVY_PAGE_MS - 10);
    expect(of().level).toBe('proven');
    of().answered(4 * HEAVY_PAGE_MS);
    expect(of().level).toBe('heavy');
    wait(HEAVY_FOR_MS);
    expect(of().level).toBe('unproven');
    for (let page = 0; page < 4; page++) of().answered(4 * HEAVY_PAGE_MS);
    wait(HEAVY_FOR_MS);
    expect(of().level).toBe('heavy');
    wait(HEAVY_FOR_MS);
    expect(of().level).toBe('unproven');
  });

  it('is heavy when it overruns its slice again, or has never answered', () => {
    const { of, wait } = standings();
    of().answered(1);
    of().overran();
    expect(of().level).toBe('proven');
    wait(OVERRUNS_WITHIN_MS);
    of().overran();
    expect(of().level).toBe('proven');
    of().overran();
    expect([of().level, of().isDoubtful]).toEqual(['heavy', false]);
    of('2').overran();
    expect([of('2').level, of('2').isDoubtful]).toEqual(['heavy', true]);
    wait(2 * SILENT_FOR_MS);
    expect([of('2').level, of('2').isDoubtful]).toEqual(['unproven', true]);
    of('2').answered(1);
    expect(of('2').isDoubtful).toBe(false);
  });

  it('is heavy for longer while it has never answered, and no longer than others once it has', () => {
    const { of, wait } = standings();
    of().overran();
    wait(SILENT_FOR_MS - 1);
    expect(of().level).toBe('heavy');
    of('2').overran();
    of('2').answered(1);
    wait(HEAVY_FOR_MS);
    expect(of('2').level).toBe('unproven');
  });

  it('comes to quarantine by three strikes, longer each time, until the theme changes', () => {
    const { all, of, wait } = standings();
    expect([of().strike(), of().strike(), of().strike()]).toEqual([false, false, true]);
    expect(of().quarantinedForMs).toBe(QUARANTINE_MS);
    expect(all.quarantined()).toEqual([{ theme: { id: 'thème', version: '1' }, forMs: QUARANTINE_MS }]);
    wait(QUARANTINE_MS);
    expect(of().quarantinedForMs).toBe(0);
    of().quarantine();
    expect(of().quarantinedForMs).toBe(2 * QUARANTINE_MS);
    expect(of('2').quarantinedForMs).toBe(0);
  });

  it('forgets strikes that are long ago', () => {
    const { of, wait } = standings();
    of().strike();
    of().strike();
    wait(STRICKEN_MS);
    expect(of().strike()).toBe(false);
  });

  it('keeps its small share through a change of the theme', () => {
    const { all, of, wait } = standings();
    expect(all.isStricken('thème')).toBe(false);
    of().strike();
    expect(of('2').level).toBe('unproven');
    expect(all.isStricken('thème')).toBe(true);
    wait(STRICKEN_MS);
    expect(all.isStricken('thème')).toBe(false);
  });

  it('is to be proven again after a death that it may have caused', () => {
    const { of } = standings();
    of().answered(1);
    of().suspect();
    expect(of().level).toBe('unproven');
  });
});
