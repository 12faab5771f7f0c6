import { describe, expect, it, vi } from 'vitest';
import { ApiRefusal, Unreachable } from '../../../../src/studio/api/client.ts';
import type { Draft } from '../../../../src/studio/unsaved/drafts.ts';
import type { UnsavedWork } from '../../../../src/studio/unsaved/unsaved-work.ts';
import { MemoryPlatform, MemoryShelf, unsavedWork } from '../memory-platform.ts';

const PATH = 'sections/texte.liquid';
const OTHER = 'sections/image.liquid';
const LINES = 'un\ndeux\ntrois\nquatre\ncinq\n';
const FILES = new Map([
  [PATH, LINES],
  [OTHER, 'image\n'],
]);

/** A page that has opened both files. */
async function openPage(
  platform: MemoryPlatform,
  { isReviewed = true, shelf = new MemoryShelf(), takes = (_draft: Draft): boolean => true } = {},
) {
  const work = unsavedWork(platform, isReviewed, shelf);
  work.follows = () => true;
  const restored = await work.open(takes);
  await work.look();
  return Object.assign(work, { restored });
}

/** Loses the answer to the next save, which the platform carries out. */
function loseAnswer(platform: MemoryPlatform): void {
  platform.afterWrite = () => {
    throw new Unreachable();
  };
}

/** A save whose answer is lost. */
async function saveUnheard(work: UnsavedWork, platform: MemoryPlatform): Promise<void> {
  loseAnswer(platform);
  await expect(work.save()).rejects.toThrow(Unreachable);
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
      await saveUnheard(work, platform);
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
    await saveUnheard(work, platform);
    work.keepNow();
    const next = await openPage(platform, { shelf });
    expect([next.restored, next.textOf(PATH)]).toEqual([[], 'un\n']);
    expect((await work.look()).settled).toEqual([PATH]);
  });

  it('leaves drafts that a view cannot show to another', async () => {
    const platform = new MemoryPlatform(FILES);
    const shelf = new MemoryShelf();
    const work = await openPage(platform, { shelf });
    work.change(PATH, 'un\n');
    work.change(OTHER, 'illisible');
    work.keepNow();
    const next = await openPage(platform, { shelf, takes: ({ text }) => text !== 'illisible' });
    expect([next.restored, next.textOf(OTHER)]).toEqual([[PATH], 'image\n']);
    expect((await openPage(platform, { shelf, takes: ({ path }) => path === OTHER })).restored).toEqual([OTHER]);
  });

  it('knows from the start that a browser keeps nothing', async () => {
    const shelf = Object.assign(new MemoryShelf(), { all: () => Promise.reject(new Error('refused')) });
    const work = await openPage(new MemoryPlatform(FILES), { shelf });
    expect([work.restored, work.isKept]).toEqual([null, false]);
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

  it('merges what is written while it saves, and goes on from what is written at once after', async () => {
    const platform = new MemoryPlatform(FILES);
    const work = await openPage(platform, { isReviewed: false });
    work.change(PATH, LINES.replace('un', 'UN'));
    platform.beforeWrite = () => {
      platform.files.set(PATH, LINES.replace('trois', 'TROIS'));
    };
    platform.afterWrite = () => {
      platform.files.set(PATH, (platform.files.get(PATH) ?? '').replace('cinq', 'CINQ'));
    };
    expect(await work.save()).toEqual({ kind: 'saved', merged: [PATH] });
    expect(work.textOf(PATH)).toBe('UN\ndeux\nTROIS\nquatre\nCINQ\n');
    expect(work.changes.size).toBe(0);
  });

  it('saves what was changed meanwhile, too, after a save that was refused', async () => {
    const platform = new MemoryPlatform(FILES);
    const work = await openPage(platform);
    work.change(PATH, 'a');
    platform.failure = new ApiRefusal(401, { error: 'unauthorized' });
    let second: unknown;
    platform.beforeWrite = () => {
      work.change(OTHER, 'b');
      second = work.save();
    };
    await expect(work.save()).rejects.toMatchObject({ isSignedOut: true });
    expect(await second).toEqual({ kind: 'saved', merged: [] });
    expect([platform.files.get(PATH), platform.files.get(OTHER), work.isSaving]).toEqual(['a', 'b', false]);
  });

  it('merges two JSON files that were both new by key', async () => {
    const platform = new MemoryPlatform(new Map());
    const work = await openPage(platform, { isReviewed: false });
    work.change('config/settings_data.json', '{ "a": 1 }');
    platform.files.set('config/settings_data.json', '{ "b": 2 }');
    expect(await work.save()).toMatchObject({ kind: 'saved' });
    expect(JSON.parse(work.textOf('config/settings_data.json') ?? '')).toEqual({ a: 1, b: 2 });
  });

  it('asks where both have changed the same, and saves what was chosen', async () => {
    const platform = new MemoryPlatform(FILES);
    const work = await openPage(platform);
    work.change(PATH, LINES.replace('un', 'UN'));
    platform.files.set(PATH, LINES.replace('un', 'Un'));
    expect(await work.save()).toEqual({ kind: 'conflict', paths: [PATH], merged: [] });
    expect(await work.save()).toMatchObject({ kind: 'conflict' });
    const theirs = LINES.replace('un', 'Un');
    expect(work.sidesOf(PATH)).toEqual({ path: PATH, base: LINES, mine: LINES.replace('un', 'UN'), theirs });
    work.resolve(PATH, 'choisi');
    expect([work.conflicts, await work.save(), platform.files.get(PATH)]).toEqual([
      [],
      { kind: 'saved', merged: [] },
      'choisi',
    ]);
  });

  it.each([
    'found out by the save',
    'found out before it',
    'right after an earlier save',
  ])('does not change a theme that was published meanwhile before somebody agrees, however often: %s', async (when) => {
    const platform = new MemoryPlatform(FILES);
    const work = await openPage(platform);
    const publish = () => {
      platform.role = 'publie';
    };
    work.change(PATH, 'a');
    if (when.includes('earlier')) {
      platform.afterWrite = publish;
      await work.save();
      work.change(PATH, 'b');
    } else publish();
    if (when.includes('before')) await work.look();
    const { writes } = platform;
    for (const _press of [1, 2, 3]) expect(await work.save()).toEqual({ kind: 'published' });
    work.agreeToPublished();
    expect([platform.writes, await work.save(), platform.writes]).toEqual([
      writes,
      { kind: 'saved', merged: [] },
      writes + 1,
    ]);
  });

  it('asks again once a theme was published anew, and of drafts that were made before', async () => {
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
    platform.role = 'brouillon';
    await work.look();
    platform.role = 'publie';
    work.change(PATH, 'public again');
    expect([await work.save(), platform.files.get(PATH)]).toEqual([{ kind: 'published' }, 'public']);
  });

  it('shows what is stored now where nothing is unsaved, and keeps what was typed', async () => {
    const platform = new MemoryPlatform(FILES);
    const work = await openPage(platform);
    work.change(PATH, 'typed');
    platform.files.set(OTHER, 'elsewhere');
    platform.files.delete(PATH);
    expect(await work.look()).toEqual({ gone: [], settled: [], merged: [] });
    expect([work.textOf(PATH), work.textOf(OTHER), work.isOutdated(PATH)]).toEqual(['typed', 'elsewhere', true]);
    const { revision } = work;
    platform.files.set('sections/neuf.liquid', 'neuf');
    await work.look();
    // A view that keeps what it has made of the texts sees the new one.
    expect([work.textOf('sections/neuf.liquid'), work.revision]).toEqual(['neuf', revision + 1]);
    work.revert(PATH);
    platform.files.delete(OTHER);
    expect((await work.look()).gone).toEqual([PATH, OTHER]);
  });
});

/** Has the platform out of reach for the next request. */
const loseNext = (platform: MemoryPlatform) =>
  vi.spyOn(platform, 'conditional').mockRejectedValueOnce(new Unreachable());

describe('unsaved work, as schedules of the simulated world have broken it,', () => {
  it('that was given up after a save whose answer was lost is changed back, and is no question', async () => {
    const platform = new MemoryPlatform(FILES);
    const work = await openPage(platform);
    work.change(PATH, LINES.replace('un', 'UN'));
    await saveUnheard(work, platform);
    work.revert(PATH);
    work.change(PATH, LINES.replace('un', 'Un'));
    expect([await work.save(), platform.files.get(PATH)]).toEqual([
      { kind: 'saved', merged: [] },
      LINES.replace('un', 'Un'),
    ]);
  });

  it('that was typed back after such a save is not told as saved already', async () => {
    const platform = new MemoryPlatform(FILES);
    const work = await openPage(platform);
    work.change(PATH, 'un\n');
    await saveUnheard(work, platform);
    work.change(PATH, LINES);
    expect([await work.save(), platform.files.get(PATH)]).toEqual([{ kind: 'saved', merged: [] }, LINES]);
  });

  it('that was typed back after a save that was lost is shown as it is stored, and leaves no draft for ever', async () => {
    const platform = new MemoryPlatform(FILES);
    const shelf = new MemoryShelf();
    const work = await openPage(platform, { shelf });
    work.change(PATH, 'un\n');
    loseNext(platform);
    await expect(work.save()).rejects.toThrow(Unreachable);
    work.change(PATH, LINES);
    work.keepNow();
    const next = await openPage(platform, { shelf });
    next.keepNow();
    expect(shelf.drafts).toEqual([]);
    platform.files.set(PATH, 'elsewhere');
    await work.look();
    expect(work.textOf(PATH)).toBe('elsewhere');
  });

  it('of which a draft is as it is stored is shown so, whatever it began from', async () => {
    const platform = new MemoryPlatform(FILES);
    const shelf = new MemoryShelf();
    const work = await openPage(platform, { shelf });
    work.change(PATH, 'un\n');
    work.keepNow();
    platform.files.set(PATH, 'un\n');
    const next = await openPage(platform, { shelf });
    expect([next.textOf(PATH), next.baseOf(PATH)?.text]).toEqual(['un\n', 'un\n']);
  });

  it('is no question any more when the change elsewhere is taken back', async () => {
    for (const isReviewed of [true, false]) {
      const platform = new MemoryPlatform(FILES);
      const work = await openPage(platform, { isReviewed });
      work.change(PATH, LINES.replace('un', 'UN'));
      platform.files.set(PATH, LINES.replace('un', 'Un'));
      expect(await work.save()).toMatchObject({ kind: 'conflict' });
      platform.files.set(PATH, LINES);
      expect(await work.save()).toEqual({ kind: 'saved', merged: [] });
    }
  });

  it('that is merged because more was typed in a question is read before it is saved', async () => {
    const platform = new MemoryPlatform(FILES);
    const work = await openPage(platform);
    work.change(PATH, LINES.replace('un', 'UN'));
    platform.files.set(PATH, LINES.replace('un', 'Un'));
    expect(await work.save()).toMatchObject({ kind: 'conflict' });
    work.change(PATH, LINES.replace('cinq', 'CINQ'));
    expect(await work.save()).toEqual({ kind: 'merged', paths: [PATH] });
  });

  it('and a new file that was saved stay there while the list cannot be read again', async () => {
    const platform = new MemoryPlatform(FILES);
    const work = await openPage(platform);
    work.change('snippets/un.liquid', 'nouveau');
    platform.afterWrite = () => loseNext(platform);
    expect(await work.save()).toEqual({ kind: 'saved', merged: [] });
    expect([work.textOf('snippets/un.liquid'), work.paths.includes('snippets/un.liquid')]).toEqual(['nouveau', true]);
    work.change('snippets/un.liquid', 'nouveau 2');
    expect(await work.save()).toEqual({ kind: 'saved', merged: [] });
  });

  it('that is typed while a look reads the text is not merged before a person reads the merge', async () => {
    const platform = new MemoryPlatform(FILES);
    const work = await openPage(platform);
    platform.files.set(PATH, LINES.replace('cinq', 'CINQ'));
    // The field hands over what was typed once the look has begun to read.
    work.collect = () => {
      work.collect = () => work.change(PATH, LINES.replace('un', 'UN'));
    };
    expect((await work.look()).merged).toEqual([]);
    expect([work.textOf(PATH), await work.save()]).toEqual([
      LINES.replace('un', 'UN'),
      { kind: 'merged', paths: [PATH] },
    ]);
  });

  it('that somebody compares during a save is read before it is saved', async () => {
    const platform = new MemoryPlatform(FILES);
    const work = await openPage(platform);
    work.change(PATH, LINES.replace('un', 'UN'));
    platform.files.set(PATH, LINES.replace('cinq', 'CINQ'));
    loseNext(platform);
    await expect(work.save()).rejects.toThrow(Unreachable);
    await work.store.refresh();
    const saving = work.save();
    await work.merge(PATH);
    expect(await saving).toEqual({ kind: 'merged', paths: [PATH] });
  });

  it('that somebody compares during a save is read before the save that was asked for before', async () => {
    const platform = new MemoryPlatform(FILES);
    const work = await openPage(platform);
    work.change(OTHER, 'b');
    let next: Promise<unknown> | undefined;
    platform.beforeWrite = () => {
      work.change(PATH, LINES.replace('un', 'UN'));
      platform.files.set(PATH, LINES.replace('cinq', 'CINQ'));
      next = work.save();
    };
    const stop = work.subscribe(() => {
      if (!work.isOutdated(PATH)) return;
      stop();
      void work.merge(PATH);
    });
    expect(await work.save()).toMatchObject({ kind: 'saved' });
    expect(await next).toEqual({ kind: 'merged', paths: [PATH] });
  });

  it('comes back although its stored text cannot be read, and is brought together later', async () => {
    const platform = new MemoryPlatform(FILES);
    const shelf = new MemoryShelf();
    const work = await openPage(platform, { shelf });
    work.change(PATH, LINES.replace('un', 'UN'));
    work.keepNow();
    platform.files.set(PATH, LINES.replace('cinq', 'CINQ'));
    const next = unsavedWork(platform, true, shelf);
    vi.spyOn(platform, 'send').mockRejectedValueOnce(new Unreachable());
    expect(await next.open()).toEqual([PATH]);
    expect(await next.save()).toEqual({ kind: 'merged', paths: [PATH] });
  });

  it('asks about a publication that came after a draft was seen, and not again after a reload', async () => {
    const platform = new MemoryPlatform(FILES);
    platform.role = 'publie';
    const shelf = new MemoryShelf();
    const work = await openPage(platform, { shelf });
    work.change(PATH, 'un\n');
    platform.role = 'brouillon';
    await work.look();
    platform.role = 'publie';
    await work.look();
    expect(await work.save()).toEqual({ kind: 'published' });
    work.agreeToPublished();
    work.keepNow();
    const next = await openPage(platform, { shelf });
    expect(await next.save()).toEqual({ kind: 'saved', merged: [] });
  });

  it('asks about no publication because of a draft that is stored already', async () => {
    const platform = new MemoryPlatform(FILES);
    const shelf = new MemoryShelf();
    const work = await openPage(platform, { shelf });
    work.change(PATH, 'un\n');
    work.keepNow();
    platform.files.set(PATH, 'un\n');
    platform.role = 'publie';
    const next = await openPage(platform, { shelf });
    next.change(PATH, 'deux\n');
    expect(await next.save()).toEqual({ kind: 'saved', merged: [] });
  });
});

describe('drafts', () => {
  it('change hands in one transaction, and one that was written since is left', async () => {
    const shelf = new MemoryShelf();
    const platform = new MemoryPlatform(FILES);
    const work = await openPage(platform, { shelf });
    work.change(PATH, 'un\n');
    work.keepNow();
    const write = vi.spyOn(shelf, 'write');
    const next = await openPage(platform, { shelf });
    const [{ page, at } = { page: '', at: 0 }] = shelf.drafts;
    expect(write).toHaveBeenCalledOnce();
    expect(write.mock.calls[0]?.[1]).toEqual([{ theme: 't', path: PATH, page: expect.any(String), at }]);
    expect([shelf.drafts.length, page === write.mock.calls[0]?.[1][0]?.page]).toEqual([1, false]);
    expect(next.restored).toEqual([PATH]);
  });

  it('that could not be written anew are removed when the text is saved', async () => {
    const shelf = new MemoryShelf();
    const platform = new MemoryPlatform(FILES);
    const work = await openPage(platform, { shelf });
    work.change(PATH, 'un\n');
    work.keepNow();
    work.change(PATH, 'deux\n');
    vi.spyOn(shelf, 'write').mockRejectedValue(new Error('full'));
    await work.save();
    await work.look();
    expect(work.isKept).toBe(false);
    vi.restoreAllMocks();
    work.keepNow();
    expect(shelf.drafts).toEqual([]);
  });
});

describe('the list of files', () => {
  it('never becomes older, in whatever order two questions are answered', async () => {
    const platform = new MemoryPlatform(FILES);
    const { store } = unsavedWork(platform, true, new MemoryShelf());
    const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const asked = vi.spyOn(platform, 'conditional');
    asked.mockImplementationOnce(async (_path, request = {}) => {
      await first.promise;
      return platform.answer(request) as never;
    });
    asked.mockImplementationOnce(async (_path, request = {}) => {
      const answered = platform.answer(request);
      await second.promise;
      return answered as never;
    });
    const readings = [store.refresh(), store.refresh()];
    platform.files.set('snippets/un.liquid', 'nouveau');
    first.resolve();
    await readings[0];
    second.resolve();
    await readings[1];
    expect(store.entry('snippets/un.liquid')).toBeDefined();
  });
});
