import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reconcileAll } from '../../../src/cli/sync/merging.ts';
import { MomentaryRefusal } from '../../../src/errors.ts';
import { UpgradeMerger } from '../../../src/themes/upgrade/merger.ts';

describe('the thread that merges', () => {
  /** Lines of which both sides have changed every few: ten times as much work as any machine does within the limit of a file below. */
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

  let merger: UpgradeMerger;
  beforeAll(() => {
    merger = new UpgradeMerger({ file: 700, all: 1_100 });
  });
  afterAll(() => merger.close());

  it('is ended where a file takes too long, and merges the next one; an upgrade has so much time for all', async () => {
    expect(await merger.inTurn('un', (merge) => merge(hostile))).toBe(null);
    const { text } = (await merger.inTurn('un', (merge) => merge(small))) ?? {};
    expect(text).toBe('m\n2\nt\n');
    const outcomes = await merger.inTurn('un', async (merge) => [
      await merge(hostile),
      await merge(hostile),
      await merge(small),
    ]);
    expect(outcomes).toEqual([null, null, null]);
    const next = [merger.inTurn('un', async () => 'un'), merger.inTurn('deux', async () => 'deux')];
    expect(await Promise.race(next)).toBe('deux');
  });

  it('holds the client up no longer: what takes too long is a conflict as a whole, and so are the files after it', async () => {
    const [long, short] = [hostile, small].map(({ path, versions }) => ({ path, ...versions }));
    if (!long || !short) throw new Error('there are two');
    const outcomes = await reconcileAll([short, long, long, short], { file: 700, all: 1_100 });
    expect(outcomes.map(({ kind }) => kind)).toEqual(['merged', 'conflict', 'conflict', 'conflict']);
    expect(outcomes[1]).toEqual({
      ...{ kind: 'conflict', conflicts: [hostile.versions] },
      regions: [{ kind: 'conflict', ...hostile.versions }],
    });
    expect((await reconcileAll([short]))[0]).toEqual({ kind: 'merged', text: 'm\n2\nt\n' });
  });

  it('refuses for a moment when too many upgrades of a site wait', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const waiting = Array.from({ length: 5 }, () => merger.inTurn('deux', () => promise));
    await expect(merger.inTurn('deux', async () => undefined)).rejects.toBeInstanceOf(MomentaryRefusal);
    expect(await merger.inTurn('trois', async () => 'fait')).toBe('fait');
    resolve();
    await Promise.all(waiting);
  });
});
