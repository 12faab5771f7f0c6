import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reconcileAll } from '../../../src/cli/sync/merging.ts';
import { MomentaryRefusal } from '../../../src/errors.ts';
import { UpgradeMerger } from '../../../src/themes/upgrade/merger.ts';

describe('the thread that merges', () => {
  /** Lines of which both sides have changed every few: seconds of work on any machine, which is given so little time that it must fail. */
  const lines = (word: string, each: number) =>
    Array.from({ length: 1_000_000 }, (_, n) => (n % each === 0 ? `${word}\n` : `${n}\n`)).join('');
  const hostile = {
    path: 'assets/a.css',
    choice: 'mine',
    versions: { base: lines('', 1_000_000), mine: lines('m', 3), theirs: lines('t', 5) },
  } as const;
  const small = {
    path: 'assets/a.css',
    choice: 'mine',
    versions: { base: '1\n2\n3\n', mine: 'm\n2\n3\n', theirs: '1\n2\nt\n' },
  } as const;

  const own = (site: string) => ({ siteId: site, accountId: `owner of ${site}` });
  /** So much time that a slow machine merges the small one, too. */
  const LOOSE = { file: 60_000, all: 60_000 };
  /** More than a second for all, after which a site's next upgrade waits. */
  const TIGHT = { file: 700, all: 1_100 };
  const limits = { ...LOOSE };
  let merger: UpgradeMerger;
  beforeAll(() => {
    merger = new UpgradeMerger(limits);
  });
  afterAll(() => merger.close());

  it('is ended where a file takes too long, and merges the next one; an upgrade has so much time for all', async () => {
    Object.assign(limits, { file: 100, all: 100 });
    expect(await merger.inTurn(own('un'), (merge) => merge(hostile))).toBe(null);
    Object.assign(limits, LOOSE);
    const { text } = (await merger.inTurn(own('un'), (merge) => merge(small))) ?? {};
    expect(text).toBe('m\n2\nt\n');
    Object.assign(limits, TIGHT);
    const outcomes = await merger.inTurn(own('un'), async (merge) => [
      await merge(hostile),
      await merge(hostile),
      await merge(small),
    ]);
    expect(outcomes).toEqual([null, null, null]);
    const next = [merger.inTurn(own('un'), async () => 'un'), merger.inTurn(own('deux'), async () => 'deux')];
    expect(await Promise.race(next)).toBe('deux');
  });

  it('holds the client up no longer: what takes too long is a conflict as a whole, and so are the files after it', async () => {
    const [long, short] = [hostile, small].map(({ path, versions }) => ({ path, ...versions }));
    if (!long || !short) throw new Error('there are two');
    expect(await reconcileAll([short, { ...short, mine: null }], LOOSE)).toEqual([
      { kind: 'merged', text: 'm\n2\nt\n' },
      { kind: 'changed-elsewhere' },
    ]);
    const outcomes = await reconcileAll([{ ...short, mine: null }, long, long, short], { file: 100, all: 150 });
    expect(outcomes.map(({ kind }) => kind)).toEqual(['changed-elsewhere', 'conflict', 'conflict', 'conflict']);
    expect(outcomes[1]).toEqual({
      ...{ kind: 'conflict', conflicts: [hostile.versions] },
      regions: [{ kind: 'conflict', ...hostile.versions }],
    });
    expect((await reconcileAll([short], LOOSE))[0]).toEqual({ kind: 'merged', text: 'm\n2\nt\n' });
  });

  it('refuses for a moment when too many upgrades of a site wait', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const waiting = Array.from({ length: 5 }, () => merger.inTurn(own('deux'), () => promise));
    await expect(merger.inTurn(own('deux'), async () => undefined)).rejects.toBeInstanceOf(MomentaryRefusal);
    expect(await merger.inTurn(own('trois'), async () => 'fait')).toBe('fait');
    resolve();
    await Promise.all(waiting);
  });
});
