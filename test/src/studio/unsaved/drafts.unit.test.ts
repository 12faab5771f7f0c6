import { expect, it } from 'vitest';
import { type Draft, type DraftKey, type DraftShelf, Drafts } from '../../../../src/studio/unsaved/drafts.ts';

const PART = { text: 'neuf', base: null, sent: [] };
const draft = (page: string, text: string, at: number): Draft => ({
  theme: 't',
  path: 'a',
  page,
  text,
  base: null,
  at,
});

/** A shelf that can be full. */
class Shelf implements DraftShelf {
  isFull = false;
  kept: readonly Draft[];

  constructor(kept: readonly Draft[]) {
    this.kept = kept;
  }

  async all(): Promise<readonly Draft[]> {
    return this.kept.toSorted((a, b) => b.at - a.at);
  }

  async write(put: readonly Draft[], remove: readonly DraftKey[]): Promise<void> {
    if (this.isFull) throw new Error('full');
    const isNamed = ({ path, page }: Draft) =>
      [...put, ...remove].some((one) => one.path === path && one.page === page);
    this.kept = [...this.kept.filter((one) => !isNamed(one)), ...put];
  }
}

/** The drafts of the page « p »; the page « ouverte » is open, too. */
function openShelf(kept: readonly Draft[] = []) {
  const shelf = new Shelf(kept);
  const pages = { page: 'p', isOpen: (page: string): boolean => page === 'ouverte' };
  const clock = { now: () => 9, after: () => () => undefined };
  return { shelf, drafts: new Drafts({ shelf, pages, clock, document: 't', onFailure: () => undefined }) };
}

it('drafts that the browser could not keep are written again', async () => {
  const { shelf, drafts } = openShelf();
  const unsaved = { parts: new Map([['a', PART]]), role: 'brouillon' } as const;
  shelf.isFull = true;
  await drafts.write(unsaved);
  expect(drafts.hasFailed).toBe(true);
  shelf.isFull = false;
  await drafts.write(unsaved);
  expect([drafts.hasFailed, shelf.kept.map(({ text }) => text)]).toEqual([false, ['neuf']]);
  await drafts.write({ ...unsaved, parts: new Map() });
  expect(shelf.kept).toEqual([]);
});

it('of the drafts that ended pages have left the newest of each text is taken over, and no other is lost', async () => {
  const left = [draft('morte', 'vieux', 1), draft('morte aussi', 'neuf', 2), draft('ouverte', 'autre', 3)];
  const { shelf, drafts } = openShelf(left);
  const taken = (await drafts.left()) ?? [];
  expect(taken.map(({ text }) => text)).toEqual(['neuf']);
  drafts.take(taken);
  await drafts.write({ parts: new Map([['a', PART]]), role: 'brouillon' });
  expect(shelf.kept.map(({ page, text }) => `${page}: ${text}`).sort()).toEqual([
    'morte: vieux',
    'ouverte: autre',
    'p: neuf',
  ]);
});
