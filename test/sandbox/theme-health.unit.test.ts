import { describe, expect, it } from 'vitest';
import { CRASHES, HEAVY_PAGE_MS, PENALTY_MS, QUARANTINE_MS, TIME_LIMITS } from '../../sandbox/limits.ts';
import { ThemeHealthRegistry } from '../../sandbox/web-process/theme-health.ts';

function healthOf() {
  let time = 1;
  const all = new ThemeHealthRegistry(() => time);
  return {
    all,
    of: (version = '1') => all.of({ id: 'thème', version }),
    wait: (ms: number) => {
      time += ms;
    },
  };
}

describe('the health of a theme', () => {
  it('on code of ours is quick from the start, and shares an isolate until it goes over a slice or a limit, and again from its next version on', () => {
    const { of, wait } = healthOf();
    expect([of().level, of().mayShareIsolate('quick')]).toEqual(['unproven', false]);
    expect(of().isUnclassified('1')).toBe(true);
    of().classify('1', true);
    expect([of().level, of().mayShareIsolate('quick')]).toEqual(['quick', true]);
    expect(of().mayShareIsolate('suspect')).toBe(false);
    expect(of().isUnclassified('1')).toBe(false);
    of().overran('1');
    expect(of().mayShareIsolate(of().level)).toBe(false);
    of('2').classify('2', true);
    expect(of('2').mayShareIsolate(of('2').level)).toBe(true);
    of('2').strike('2');
    expect(of('2').mayShareIsolate(of('2').level)).toBe(false);
    of('2').answered('2', 1);
    wait(PENALTY_MS);
    expect([of('2').level, of('2').mayShareIsolate('quick')]).toEqual(['quick', false]);
    of('3').classify('3', true);
    expect(of('3').mayShareIsolate(of('3').level)).toBe(true);
  });

  it('on code of others is to be tried, and nobody judges a version but the present one', () => {
    const { of } = healthOf();
    of('2').classify('2', false);
    expect([of('2').level, of('2').mayShareIsolate('quick')]).toEqual(['unproven', false]);
    of('3').classify('2', true);
    expect([of('3').level, of('3').mayShareIsolate('quick')]).toEqual(['unproven', false]);
    expect(of('3').isUnclassified('2')).toBe(false);
  });

  it('is quick once a page has answered, until the theme changes', () => {
    const { of } = healthOf();
    expect(of().level).toBe('unproven');
    of().answered('1', 1);
    expect(of().level).toBe('quick');
    expect(of('2').level).toBe('unproven');
    of('2').answered('2', 1);
    expect(of('1').level).toBe('quick');
  });

  it('is tried by one page at a time, which need not succeed', async () => {
    const { of } = healthOf();
    let end = (_error: Error) => {};
    const first = of().probing(new Promise<string>((_resolve, reject) => (end = reject)));
    const others = of().probe;
    expect(others).not.toBe(null);
    end(new Error('no worker was free'));
    await expect(first).rejects.toThrow('no worker was free');
    await expect(others).resolves.toBe(undefined);
    expect(of()).toMatchObject({ probe: null, hasAnswered: false });
    await expect(of().probing(Promise.resolve('page'))).resolves.toBe('page');
    of().answered('1', 1);
    expect(of()).toMatchObject({ probe: null, hasAnswered: true });
  });

  it('is heavy when its pages are slow, and quick again when they have been quick for longer', () => {
    const { of } = healthOf();
    of().answered('1', 1);
    of().answered('1', 3 * HEAVY_PAGE_MS);
    expect(of().level).toBe('quick');
    of().answered('1', 3 * HEAVY_PAGE_MS);
    expect(of().level).toBe('heavy');
    for (let page = 0; page < 8; page++) of().answered('1', 1);
    expect(of().level).toBe('heavy');
    for (let page = 0; page < 8; page++) of().answered('1', 1);
    expect(of().level).toBe('quick');
  });

  it('counts no page for more than a slice of time', () => {
    const { of } = healthOf();
    of().answered('1', 1_000_000);
    expect(of().pageMs).toBeLessThan(TIME_LIMITS.sliceMs);
  });

  it('is suspect when it needs more than its slice before it has ever answered', () => {
    const { of } = healthOf();
    of().answered('1', 1);
    of().overran('1');
    expect(of().level).toBe('quick');
    of('2').overran('2');
    expect(of('2').level).toBe('suspect');
    of('2').answered('2', 1);
    expect(of('2').level).toBe('quick');
  });

  it('is suspect after it has ended a process, until it answers again', () => {
    const { of } = healthOf();
    of().answered('1', 1);
    of().crashed('1', false);
    expect(of().level).toBe('suspect');
    of().answered('1', 1);
    expect([of().level, of().mayShareIsolate('quick')]).toEqual(['quick', false]);
  });

  it('comes to quarantine by three strikes, longer each time, until the theme changes', () => {
    const { all, of, wait } = healthOf();
    expect([of().strike('1'), of().strike('1'), of().strike('1')]).toEqual([false, false, true]);
    expect(of().quarantinedForMs).toBe(QUARANTINE_MS);
    expect(all.quarantined()).toEqual([{ theme: { id: 'thème', version: '1' }, forMs: QUARANTINE_MS }]);
    wait(QUARANTINE_MS);
    expect(of().quarantinedForMs).toBe(0);
    for (let crash = 0; crash < CRASHES; crash++) of().crashed('1', true);
    expect(of().quarantinedForMs).toBe(2 * QUARANTINE_MS);
    expect(of('2').quarantinedForMs).toBe(0);
  });

  it('is rendered again when the quarantine is lifted; the next one is longer', () => {
    const { all, of } = healthOf();
    expect(of().lift()).toBe(false);
    for (let crash = 0; crash < CRASHES; crash++) of().crashed('1', true);
    expect([of().lift(), of().lift()]).toEqual([true, false]);
    expect([of().quarantinedForMs, of().isRefused('1'), all.quarantined()]).toEqual([0, false, []]);
    expect(of().level).toBe('suspect');
    for (let crash = 0; crash < CRASHES; crash++) of().crashed('1', true);
    expect(of().quarantinedForMs).toBe(2 * QUARANTINE_MS);
  });

  it('forgets strikes that are long ago', () => {
    const { of, wait } = healthOf();
    of().strike('1');
    of().strike('1');
    wait(PENALTY_MS);
    expect(of().strike('1')).toBe(false);
  });

  it('is heavy for a while after it went over a limit, and each new version of it suspect', () => {
    const { of, wait } = healthOf();
    of().answered('1', 1);
    of().strike('1');
    expect(of().level).toBe('heavy');
    expect(of('2').level).toBe('suspect');
    of('2').answered('2', 1);
    expect(of('2').level).toBe('heavy');
    wait(PENALTY_MS);
    expect(of('2').level).toBe('quick');
  });

  it('comes to quarantine when it has without doubt ended two processes within a while', () => {
    const { of, wait } = healthOf();
    for (let crash = 0; crash < 5; crash++) expect(of().crashed('1', false)).toBe(false);
    expect(of().crashed('1', true)).toBe(false);
    wait(PENALTY_MS);
    expect([of().crashed('1', true), of().crashed('1', true)]).toEqual([false, true]);
    expect(of().quarantinedForMs).toBe(QUARANTINE_MS);
  });

  it('is not that of an earlier version, which is refused once it has done harm', () => {
    const { of } = healthOf();
    of('2').answered('2', 1);
    expect(of('2').isRefused('1')).toBe(false);
    for (let crash = 0; crash < 5; crash++) expect(of('2').crashed('1', true)).toBe(false);
    expect(of('2')).toMatchObject({ level: 'quick', quarantinedForMs: 0 });
    expect(of('2').isRefused('1')).toBe(true);
    expect(of('2').isRefused('2')).toBe(false);
    expect(of('3').isRefused('2')).toBe(false);
    for (let crash = 0; crash < CRASHES; crash++) of('3').crashed('3', true);
    expect(of('3').isRefused('3')).toBe(true);
    expect(of('4').isRefused('4')).toBe(false);
    expect(of('4').isRefused('3')).toBe(true);
  });
});
