import { describe, expect, it } from 'vitest';
import { Unreachable } from '../../../../src/studio/api/client.ts';
import { ThemeStore } from '../../../../src/studio/theme/theme-store.ts';
import type { Clock } from '../../../../src/studio/unsaved/clock.ts';
import type { Draft, DraftShelf } from '../../../../src/studio/unsaved/drafts.ts';
import { UnsavedWork } from '../../../../src/studio/unsaved/unsaved-work.ts';
import { MemoryPlatform } from '../memory-platform.ts';

const PATH = 'sections/texte.liquid';
const OTHER = 'sections/image.liquid';
const LINES = 'un\ndeux\ntrois\nquatre\ncinq\n';
const FILES = new Map([
  [PATH, LINES],
  [OTHER, 'image\n'],
]);

class MemoryShelf implements DraftShelf {
  drafts: readonly Draft[] = [];

  async all(): Promise<readonly Draft[]> {
    return this.drafts;
  }

  async write(put: readonly Draft[], remove: readonly { path: string; page: string }[]): Promise<void> {
    const isNamed = ({ path, page }: Draft) =>
      [...put, ...remove].some((one) => one.path === path && one.page === page);
    this.drafts = [...put, ...this.drafts.filter((draft) => !isNamed(draft))];
  }
}

/** A clock that never strikes: drafts are written where a page says so. */
const CLOCK: Clock = { now: () => 0, after: () => () => undefined };

let pages = 0;

/** A page that has opened both files. */
async function openPage(platform: MemoryPlatform, { isReviewed = true, shelf = new MemoryShelf() } = {}) {
  const work = new UnsavedWork({
    ...{ store: new ThemeStore(platform, 't', platform.role), shelf, clock: CLOCK, document: 't', isReviewed },
    pages: { page: `page-${++pages}`, isOpen: () => false },
  });
  work.follows = () => true;
  const restored = await work.open();
  await work.look();
  return Object.assign(work, { restored });
}

/** Loses the answer to the next save, which the platform carries out. */
function loseAnswer(platform: MemoryPlatform): void {
  platform.afterWrite = () => {
    throw new Unreachable();
  };
}

describe('unsaved work', () => {
  it('is saved as one lot, and what is typed meanwhile by the save that was asked for meanwhile', async () => {
    const platform = new MemoryPlatform(FILES);
    const work = await openPage(platform);
    work.change(PATH, 'a');
    work.change(OTHER, 'b');
    platform.beforeWrite = () => {
      work.change(PATH, 'a2');
      void work.save();
      void work.save();
    };
    expect(await work.save()).toEqual({ kind: 'saved', merged: [] });
    expect(await work.save()).toEqual({ kind: 'saved', merged: [] });
    expect([platform.files.get(PATH), platform.files.get(OTHER), platform.writes]).toEqual(['a2', 'b', 2]);
    expect(await work.save()).toEqual({ kind: 'nothing' });
  });

  it('goes on from a save whose answer was lost, whatever was typed since', async () => {
    for (const since of ['un\ndeux !\n', 'un\n', LINES]) {
      const platform = new MemoryPlatform(FILES);
      const work = await openPage(platform);
      work.change(PATH, 'un\ndeux\n');
      loseAnswer(platform);
      await expect(work.save()).rejects.toThrow(Unreachable);
      work.change(PATH, since);
      await work.look();
      expect(await work.save()).toEqual({ kind: 'saved', merged: [] });
      expect(platform.files.get(PATH)).toBe(since);
    }
  });

  it('knows a text as saved that is stored, and one that came back from a page before', async () => {
    const platform = new MemoryPlatform(FILES);
    const shelf = new MemoryShelf();
    const work = await openPage(platform, { shelf });
    work.change(PATH, 'un\n');
    loseAnswer(platform);
    await expect(work.save()).rejects.toThrow(Unreachable);
    work.keepNow();
    const next = await openPage(platform, { shelf });
    expect([next.restored, next.textOf(PATH)]).toEqual([[], 'un\n']);
    expect((await work.look()).settled).toEqual([PATH]);
  });

  it('has a merge read before it is saved, where merges are reviewed, and else goes on', async () => {
    for (const isReviewed of [true, false]) {
      const platform = new MemoryPlatform(FILES);
      const work = await openPage(platform, { isReviewed });
      work.change(PATH, LINES.replace('un', 'UN'));
      platform.files.set(PATH, LINES.replace('cinq', 'CINQ'));
      const merged = LINES.replace('un', 'UN').replace('cinq', 'CINQ');
      const outcome = await work.save();
      expect(outcome).toEqual(isReviewed ? { kind: 'merged', paths: [PATH] } : { kind: 'saved', merged: [PATH] });
      expect(work.textOf(PATH)).toBe(merged);
      if (isReviewed) expect(await work.save()).toEqual({ kind: 'saved', merged: [] });
      expect(platform.files.get(PATH)).toBe(merged);
    }
  });

  it('asks where both have changed the same, and saves what was chosen', async () => {
    const platform = new MemoryPlatform(FILES);
    const work = await openPage(platform);
    work.change(PATH, LINES.replace('un', 'UN'));
    platform.files.set(PATH, LINES.replace('un', 'Un'));
    expect(await work.save()).toEqual({ kind: 'conflict', paths: [PATH], merged: [] });
    expect(await work.save()).toMatchObject({ kind: 'conflict' });
    expect(work.conflictOf(PATH)?.kind).toBe('conflict');
    work.resolve(PATH, 'choisi');
    expect([work.conflicts, await work.save(), platform.files.get(PATH)]).toEqual([
      [],
      { kind: 'saved', merged: [] },
      'choisi',
    ]);
  });

  it('does not change a theme that was published meanwhile before somebody agrees', async () => {
    const platform = new MemoryPlatform(FILES);
    const shelf = new MemoryShelf();
    const work = await openPage(platform, { shelf });
    work.change(PATH, 'public');
    work.keepNow();
    platform.role = 'publie';
    for (const page of [work, await openPage(platform, { shelf })]) {
      expect([await page.save(), platform.files.get(PATH)]).toEqual([{ kind: 'published' }, LINES]);
    }
    work.agreeToPublished();
    expect(await work.save()).toEqual({ kind: 'saved', merged: [] });
  });

  it('shows what is stored now where nothing is unsaved, and keeps what was typed', async () => {
    const platform = new MemoryPlatform(FILES);
    const work = await openPage(platform);
    work.change(PATH, 'typed');
    platform.files.set(OTHER, 'elsewhere');
    platform.files.delete(PATH);
    expect(await work.look()).toEqual({ gone: [], settled: [], merged: [] });
    expect([work.textOf(PATH), work.textOf(OTHER), work.isOutdated(PATH)]).toEqual(['typed', 'elsewhere', true]);
    work.revert(PATH);
    platform.files.delete(OTHER);
    expect((await work.look()).gone).toEqual([PATH, OTHER]);
  });
});
