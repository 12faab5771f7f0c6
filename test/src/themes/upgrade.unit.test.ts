import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundTogether, shownConflicts } from '../../../src/themes/upgrade/conflicts.ts';
import { planUpgrade } from '../../../src/themes/upgrade/plan.ts';
import { mergeThemeFile } from '../../../src/themes/upgrade/thread.ts';

const tree = fc
  .dictionary(fc.constantFrom('a', 'b', 'c', 'd'), fc.constantFrom<string>('1', '2', '3'))
  .map((files) => new Map(Object.entries(files)));

describe('what becomes of each file', () => {
  it('the draft gets what only the catalog has changed, and keeps what only its owner has', () => {
    fc.assert(
      fc.property(tree, tree, tree, (original, theme, catalog) => {
        const planned = planUpgrade(original, theme, catalog);
        const result = new Map(theme);
        for (const { path, fate } of planned) {
          const there = catalog.get(path);
          if (fate === 'catalogue' || fate === 'ajoute') result.set(path, there ?? '');
          if (fate === 'retire') result.delete(path);
        }
        const disputed = new Set(
          planned.filter(({ fate }) => fate === 'deux' || fate === 'suppression').map(({ path }) => path),
        );
        for (const path of ['a', 'b', 'c', 'd']) {
          const [was, here, there, now] = [original, theme, catalog, result].map((files) => files.get(path));
          if (disputed.has(path)) expect(was !== here && was !== there && here !== there).toBe(true);
          else expect(now).toBe(was === here ? there : here);
          const isUntouched = was === here && was === there;
          expect(planned.some((file) => file.path === path)).toBe(!isUntouched);
        }
      }),
    );
  });
});

it('conflicts are told so far as people read them', () => {
  const many = Array.from({ length: 30 }, (_, line) => ({ line, base: null, mine: '😀'.repeat(2_000), theirs: 'x' }));
  const { shown, more } = shownConflicts(many);
  expect([shown.length, more]).toEqual([20, 10]);
  expect(shown[0]).toMatchObject({ isCut: true, base: null, mine: '😀'.repeat(1_000), theirs: 'x' });
  expect(
    shownConflicts([{ base: null, mine: `x${'😀'.repeat(2_000)}`, theirs: '' }]).shown[0]?.mine?.isWellFormed(),
  ).toBe(true);
  const together = boundTogether([...Array.from({ length: 12 }, () => shownConflicts(many)), null]);
  const units = together.flatMap((file) => file?.shown ?? []).reduce((sum, { mine }) => sum + (mine?.length ?? 0), 0);
  expect(units).toBeLessThan(400_000);
  expect(together.map((file) => file && file.shown.length + file.more)).toEqual([...Array(12).fill(30), null]);
  const { conflicts } = mergeThemeFile({
    path: 'a.css',
    choice: 'mine',
    versions: { base: '1', mine: '2', theirs: '3' },
  });
  expect(conflicts).toEqual({ shown: [{ line: 1, base: '1', mine: '2', theirs: '3', isCut: false }], more: 0 });
});
