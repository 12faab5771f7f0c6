import { describe, expect, it } from 'vitest';
import { DraftKeeper } from '../../../../src/studio/editor/state/draft-keeper.ts';
import type { Draft, DraftShelf } from '../../../../src/studio/editor/state/drafts.ts';
import { Edits } from '../../../../src/studio/editor/state/edits.ts';

const known = (text: string, empreinte = `sha-${text}`) => ({ text, empreinte });

describe('the edits of a theme', () => {
  it('hold what differs from its base, and go with what the base was when they began', () => {
    const edits = new Edits();
    edits.change('a', 'un', known('zéro'));
    edits.change('a', 'deux', known('changé ailleurs'));
    edits.change('neuf', 'x', null);
    edits.change('parti', null, known('y'));
    expect([...edits.lot().changes]).toEqual([
      ['a', 'deux'],
      ['neuf', 'x'],
      ['parti', null],
    ]);
    expect([...edits.lot().bases]).toEqual([
      ['a', 'sha-zéro'],
      ['neuf', null],
      ['parti', 'sha-y'],
    ]);
    edits.change('a', 'zéro', null);
    edits.change('neuf', null, null);
    expect(edits.paths).toEqual(['parti']);
  });

  it('keep what was written while a save was under way, on the base of what was saved', () => {
    const edits = new Edits();
    edits.change('a', 'un', known('zéro'));
    edits.change('b', 'un', known('zéro'));
    edits.change('c', null, known('zéro'));
    edits.change('b', 'deux', null);
    edits.settle(
      new Map([
        ['a', known('un')],
        ['b', known('un')],
        ['c', null],
      ]),
    );
    expect(edits.paths).toEqual(['b']);
    expect(edits.get('b')).toEqual({ text: 'deux', base: known('un') });
  });
});

/** Keeps drafts as the browser does, as long as the test runs. */
function shelf(): DraftShelf & { readonly kept: Map<string, Draft>; isFull: boolean } {
  const kept = new Map<string, Draft>();
  const name = ({ theme, path, page }: Pick<Draft, 'theme' | 'path' | 'page'>) => [theme, path, page].join('|');
  return {
    kept,
    isFull: false,
    all: async (theme) => [...kept.values()].filter((draft) => draft.theme === theme).sort((a, b) => b.at - a.at),
    async write(put, remove) {
      if (this.isFull) throw new Error('full');
      for (const draft of put) kept.set(name(draft), draft);
      for (const draft of remove) kept.delete(name(draft));
    },
  };
}

describe('keeping drafts', () => {
  it('writes what is not saved, and removes what is', async () => {
    const [kept, edits] = [shelf(), new Edits()];
    const keeper = new DraftKeeper(kept, 't', 'p', edits);
    edits.change('a', 'un', known('zéro'));
    edits.change('b', null, known('x'));
    await keeper.write();
    expect([...kept.kept.values()]).toMatchObject([
      { theme: 't', path: 'a', page: 'p', text: 'un', base: known('zéro') },
      { path: 'b', text: null },
    ]);
    edits.drop('a');
    await keeper.write();
    expect([...kept.kept.keys()]).toEqual(['t|b|p']);
  });

  it('says when nothing could be kept, and tries again', async () => {
    const [kept, edits] = [shelf(), new Edits()];
    const keeper = new DraftKeeper(kept, 't', 'p', edits);
    kept.isFull = true;
    edits.change('a', 'un', known('zéro'));
    await keeper.write();
    expect(keeper.hasFailed).toBe(true);
    kept.isFull = false;
    await keeper.write();
    expect([keeper.hasFailed, kept.kept.size]).toEqual([false, 1]);
  });

  it('takes over from pages that have ended only, the newest text of each file, and loses no other', async () => {
    const [kept, edits] = [shelf(), new Edits()];
    const draft = (page: string, text: string, at: number) => ({ theme: 't', path: 'a', page, text, base: null, at });
    await kept.write([draft('morte', 'vieux', 1), draft('morte aussi', 'neuf', 2), draft('ouverte', 'autre', 3)], []);
    const keeper = new DraftKeeper(kept, 't', 'p', edits);
    const adopted = await keeper.adopt((page) => page === 'ouverte');
    expect(adopted.map(({ text }) => text)).toEqual(['neuf']);
    edits.put('a', { text: 'neuf', base: null });
    await keeper.release(adopted);
    expect([...kept.kept.values()].map(({ page, text }) => `${page}: ${text}`).sort()).toEqual([
      'morte: vieux',
      'ouverte: autre',
      'p: neuf',
    ]);
  });
});
