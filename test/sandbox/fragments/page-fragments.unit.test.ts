import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  FRAGMENT_BYTES_IN_ALL,
  FRAGMENT_BYTES_PER_THEME,
  FRAGMENT_NAMES_PER_THEME,
  FRAGMENTS_PER_THEME,
} from '../../../sandbox/limits.ts';
import { FragmentStore } from '../../../sandbox/web-process/fragments/fragment-store.ts';
import type { PageFragments } from '../../../sandbox/web-process/fragments/page-fragments.ts';

const CONTENT = { id: 'site', version: '1' };
/** The fragments of a theme, as soon as the store takes the theme in. */
function entryOf(store: FragmentStore, id = 'a', version = '1'): PageFragments {
  for (;;) {
    const entry = store.of({ id, version }, CONTENT);
    if (entry) return entry;
  }
}

/** A page as a worker sends it: new text as it is, a fragment as its name, with its text where it is defined. */
type Piece = string | readonly [name: number, defined?: string];

function answer(...page: Piece[]) {
  const pieces: number[] = [];
  let [body, newBytes] = ['', 0];
  for (const piece of page) {
    if (typeof piece === 'string') {
      body += piece;
      newBytes += Buffer.byteLength(piece);
      continue;
    }
    const [name, defined = ''] = piece;
    body += defined;
    pieces.push(newBytes, name, Buffer.byteLength(defined));
    newBytes = 0;
  }
  return { body: Buffer.from(body), pieces };
}

const read = (entry: PageFragments, connection: number, ...page: Piece[]) =>
  entry
    .read(connection, answer(...page))
    ?.bytes()
    .toString() ?? null;

describe('the fragments of a version', () => {
  it('give the page: new text, what the page brings, and what an earlier page of the worker has brought', () => {
    const entry = entryOf(new FragmentStore());
    expect(read(entry, 1, 'é', [7, 'œuvre'], 'fin')).toBe('éœuvrefin');
    expect(read(entry, 1, [7], '👍', [7], [8, 'b'], [8], 'x')).toBe('œuvre👍œuvrebbx');
    expect(read(entry, 1, 'seul')).toBe('seul');
    expect(read(entry, 1)).toBe('');
  });

  it('have the name that the worker gave last', () => {
    const entry = entryOf(new FragmentStore());
    read(entry, 1, [1, 'avant'], [2, 'autre']);
    expect(read(entry, 1, [1, 'après'], [1], [2])).toBe('aprèsaprèsautre');
  });

  it('are kept out of the chunk of the socket: what comes next does not change them', () => {
    const entry = entryOf(new FragmentStore());
    const { body, pieces } = answer([1, 'un'], 'neuf', [2, 'deux']);
    entry.read(1, { body, pieces });
    body.fill('x');
    expect(read(entry, 1, [2], [1])).toBe('deuxun');
    expect(entry.bytes).toBe(6);
  });

  it('are named by each worker for itself: nobody names what another has sent', () => {
    const entry = entryOf(new FragmentStore());
    read(entry, 1, [1, 'du premier']);
    expect(read(entry, 2, [1])).toBe(null);
    expect(read(entry, 2, [1, 'du second'])).toBe('du second');
    expect(read(entry, 1, [1])).toBe('du premier');
  });

  it('are kept once where workers send the same bytes', () => {
    const entry = entryOf(new FragmentStore());
    read(entry, 1, [1, 'pareil']);
    const page = entry.read(2, answer([5, 'pareil'], [6, 'pareil']));
    expect(new Set(page?.parts).size).toBe(1);
    expect([entry.count, entry.bytes]).toEqual([1, 6]);
  });

  it.each<[string, unknown]>([
    ['no list', { 0: 1, length: 3 }],
    ['a text', 'abc'],
    ['null', null],
    ['no triples', [1, 1]],
    ['a length beyond the body', [9, 1, 1]],
    ['a definition beyond the body', [0, 1, 9]],
    ['lengths that are too long together', [3, 1, 2]],
    ['lengths that overflow together', [2 ** 32 - 1, 1, 2 ** 32 - 1]],
    ['a negative length', [-1, 1, 2]],
    ['a negative name', [0, -1, 2]],
    ['half a byte', [0.5, 1, 0]],
    ['half a name', [0, 0.5, 1]],
    ['not a number', [Number.NaN, 1, 0]],
    ['an endless length', [Number.POSITIVE_INFINITY, 1, 0]],
    ['a long name', [0, 2 ** 40, 1]],
    ['texts', ['0', '1', '1']],
    ['nulls', [null, null, null]],
    ['lists', [[], [], []]],
    ['an unknown name', [0, 3, 0]],
    ['an inherited name', [0, 'constructor', 0]],
    ['too many pieces', Array(300_003).fill(0)],
  ])('are not read where a worker sends %s', (_, pieces) => {
    const entry = entryOf(new FragmentStore());
    expect(entry.read(1, { body: Buffer.from('abcd'), pieces: pieces as number[] })).toBe(null);
    expect(read(entry, 1, 'a', [1, 'b'])).toBe('ab');
  });

  it('do not grow to a page that is too long for this process', () => {
    const entry = entryOf(new FragmentStore());
    const defined = answer([1, 'x'.repeat(1_000_000)]);
    const pieces = [...defined.pieces, ...Array.from({ length: 300 }, () => [0, 1, 0]).flat()];
    expect(entry.read(1, { body: defined.body, pieces })).toBe(null);
  });

  it('give a page that has the length it tells, or none, whatever a worker sends', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.nat(12), fc.anything()), { maxLength: 30 }), fc.uint8Array(), (pieces, body) => {
        const entry = entryOf(new FragmentStore());
        const page = entry.read(1, { body, pieces: pieces as number[] });
        if (page) expect(page.bytes().length).toBe(page.length);
      }),
    );
  });
});

describe('a theme with more fragments than are kept', () => {
  const short = (n: number) => `fragment ${n}`;

  it('has its pages all the same, and begins anew with the next one', () => {
    const store = new FragmentStore();
    const entry = entryOf(store);
    for (let n = 0; n < FRAGMENTS_PER_THEME; n++) read(entry, 1, [n, short(n)]);
    expect(entryOf(store)).toBe(entry);
    expect(read(entry, 1, [1_000, 'de trop'], [0], 'x')).toBe('de tropfragment 0x');
    expect(entry.count).toBe(FRAGMENTS_PER_THEME);
    const next = entryOf(store);
    expect([next.count, next.id === entry.id]).toEqual([0, false]);
    expect(store.report()).toMatchObject({ themes: 1, fragments: 0, bytes: 0, dropped: { full: 1 } });
    // Pages that are under way end as they began.
    expect(read(entry, 1, [3])).toBe(short(3));
  });

  it('does not take a name for what the name meant before', () => {
    const entry = entryOf(new FragmentStore());
    for (let n = 0; n < FRAGMENTS_PER_THEME; n++) read(entry, 1, [n, short(n)]);
    expect(read(entry, 1, [5, 'de trop'])).toBe('de trop');
    expect(read(entry, 1, [5])).toBe(null);
  });

  it('keeps so many bytes, and names, at most', () => {
    const entry = entryOf(new FragmentStore());
    for (let n = 0; n < 3; n++) read(entry, 1, [n, String(n).repeat(FRAGMENT_BYTES_PER_THEME / 2)]);
    expect([entry.count, entry.isFull]).toEqual([2, true]);
    const named = entryOf(new FragmentStore());
    for (let n = 0; n < FRAGMENT_NAMES_PER_THEME; n++) read(named, n % 20, [n, 'a']);
    expect([named.count, named.isFull]).toEqual([1, false]);
    read(named, 30, [0, 'a']);
    expect(named.isFull).toBe(true);
  });
});

describe('the store', () => {
  it('keeps the present version of each theme, with the content of its site', () => {
    const store = new FragmentStore();
    const first = entryOf(store);
    expect(entryOf(store)).toBe(first);
    for (const other of [
      entryOf(store, 'a', '2'),
      store.of({ id: 'a', version: '2' }, { id: 'site', version: '2' }),
      store.of({ id: 'a', version: '2' }, { id: 'autre', version: '2' }),
    ]) {
      expect(other?.id).toBeGreaterThan(first.id);
      expect(other && read(other, 1, [1])).toBe(null);
    }
    expect(store.report().themes).toBe(1);
  });

  it('is not taken back to a version before by a page that comes late', () => {
    const store = new FragmentStore();
    const [before, present] = [entryOf(store, 'a', '1'), entryOf(store, 'a', '2')];
    expect(read(before, 1, [1, 'tard'], [1])).toBe('tardtard');
    expect(entryOf(store, 'a', '2')).toBe(present);
    expect(store.report()).toMatchObject({ themes: 1, fragments: 0 });
  });

  it('begins anew where a page names what is not there', () => {
    const store = new FragmentStore();
    const [first, other] = [entryOf(store), entryOf(store, 'b')];
    store.noteLost(first);
    const second = entryOf(store);
    expect(second).not.toBe(first);
    // Of pages that were under way together, one is enough.
    store.noteLost(first);
    expect(entryOf(store)).toBe(second);
    expect(entryOf(store, 'b')).toBe(other);
    expect(store.report().dropped).toEqual({ evicted: 0, full: 0, lost: 2 });
  });

  it('lets go of the themes that were not visited for longest, with what is kept beside their bytes', () => {
    const store = new FragmentStore();
    const each = FRAGMENT_BYTES_PER_THEME / 2;
    const all = FRAGMENT_BYTES_IN_ALL / each;
    for (let n = 0; n < all; n++) read(entryOf(store, `t${n}`), 1, [1, String(n % 10).repeat(each)]);
    const { themes, bytes } = store.report();
    expect([themes, bytes]).toEqual([all - 1, (all - 1) * each]);
    expect(store.report().dropped.evicted).toBe(1);
    const last = entryOf(store, `t${all - 1}`);
    for (const part of last.read(1, answer([1]))?.parts ?? [])
      if (!(part instanceof Uint8Array))
        part.keepEncoded({ place: null, bytes: Buffer.alloc(each), checksum: 0, factor: 0 });
    expect(store.report()).toMatchObject({ themes: all - 2, encodedBytes: each });
    expect(read(entryOf(store, `t${all - 1}`), 1, [1])?.length).toBe(each);
    expect(read(entryOf(store, 't1'), 1, [1])).toBe(null);
  });

  it('is not driven through by themes that are visited in turn: a stranger to a full store comes in now and then', () => {
    const store = new FragmentStore();
    const each = FRAGMENT_BYTES_PER_THEME / 2;
    const all = FRAGMENT_BYTES_IN_ALL / each;
    for (let n = 0; n < all; n++) read(entryOf(store, `t${n}`), 1, [1, String(n % 10).repeat(each)]);
    const { evicted } = store.report().dropped;
    const entries = Array.from({ length: 160 }, (_, n) => store.of({ id: `s${n}`, version: '1' }, CONTENT));
    const isIn = entries.filter((entry) => entry !== null);
    expect(isIn.length).toBe(10);
    for (const entry of isIn) read(entry, 1, [1, 'x'.repeat(each)]);
    expect(store.report().dropped.evicted - evicted).toBeLessThanOrEqual(10);
    // A theme that is here stays here, in each of its versions.
    expect(store.of({ id: `t${all - 1}`, version: '2' }, CONTENT)).not.toBe(null);
  });
});

/** What each worker does: it defines what it has not sent under this id, and names the rest. */
class Worker {
  readonly #sent = new Map<string, { readonly id: number; readonly names: Map<string, number> }>();

  send(theme: string, id: number, page: readonly { readonly text: string; readonly isSteady: boolean }[]) {
    const known = this.#sent.get(theme);
    const names = known?.id === id ? known.names : new Map<string, number>();
    this.#sent.set(theme, { id, names });
    return answer(
      ...page.map(({ text, isSteady }): Piece => {
        if (!isSteady || text === '') return text;
        const name = names.get(text);
        if (name !== undefined) return [name];
        names.set(text, names.size);
        return [names.size - 1, text];
      }),
    );
  }
}

describe('pages', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 8 }),
    fc.constantFrom('tête', 'pied', 'x'.repeat(5_000)),
  );
  const page = fc.array(fc.record({ text, isSteady: fc.boolean() }), { maxLength: 6 });
  const step = fc.oneof(
    { weight: 8, arbitrary: fc.record({ page, theme: fc.nat(3), worker: fc.nat(2), ahead: fc.nat(3) }) },
    { weight: 1, arbitrary: fc.record({ replaced: fc.nat(2) }) },
    { weight: 1, arbitrary: fc.record({ saved: fc.nat(3) }) },
    { weight: 1, arbitrary: fc.record({ evicted: fc.nat(3) }) },
  );

  it('are what their workers have rendered, whatever is defined, evicted, saved and replaced meanwhile', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const store = new FragmentStore();
        const versions = [1, 1, 1, 1];
        let connections = 3;
        const workers = [0, 1, 2].map((connection) => ({ connection, worker: new Worker() }));
        const check: (() => void)[] = [];
        const settle = (ahead: number) => {
          while (check.length > ahead) check.shift()?.();
        };
        for (const one of steps) {
          if ('replaced' in one) {
            settle(0);
            workers[one.replaced] = { connection: connections++, worker: new Worker() };
          } else if ('saved' in one) versions[one.saved] = (versions[one.saved] ?? 0) + 1;
          else if ('evicted' in one) {
            const entry = entryOf(store, String(one.evicted), String(versions[one.evicted]));
            store.noteLost(entry);
          } else {
            const entry = entryOf(store, String(one.theme), String(versions[one.theme]));
            const { worker, connection } = workers[one.worker] ?? expect.unreachable();
            const sent = worker.send(String(one.theme), entry.id, one.page);
            const expected = one.page.map((part) => part.text).join('');
            // Answers come later than the next tasks are given.
            check.push(() => expect(entry.read(connection, sent)?.bytes().toString()).toBe(expected));
            settle(one.ahead);
          }
        }
        settle(0);
      }),
    );
  });
});
