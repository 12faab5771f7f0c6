/** Files of redirects whose rows lead to each other: in which order a table takes them. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { targetsFirst } from '../../../src/content/redirect-order.ts';
import { type RedirectRow, RedirectTable } from '../../../src/content/redirect-table.ts';

const row = (de: string, vers: string | null): RedirectRow => ({ de, vers, dessous: false, moyen: 'import' });
const NO_TEXTS = { standing: new Set<string>(), shown: new Set<string>() };

/** @returns the table, and the places of the rows that it refuses */
function taken(rows: readonly RedirectRow[], order: Iterable<number>) {
  const table = new RedirectTable([], NO_TEXTS);
  const refused = [...order].filter((place) => !table.put(rows[place] as RedirectRow)).sort((a, b) => a - b);
  return { table, refused };
}

describe('the rows of a file', () => {
  it.each([
    ['a chain', [row('/a', '/b'), row('/b', '/c')], [1, 0]],
    ['a chain by a query', [row('/a', '/b?x=1'), row('/b?x=1', '/c'), row('/b', '/d')], [2, 1, 0]],
    ['an article of a blog', [row('/a', '/blog/b/c'), row('/blog/b', '/blog/d')], [1, 0]],
    ['one address twice', [row('/b', '/c'), row('/a', '/b'), row('/b', null)], [0, 2, 1]],
    ['a loop', [row('/a', '/b'), row('/b', '/c'), row('/c', '/a')], [1, 0, 2]],
  ])('come behind those that they lead to: %s', (_, rows, order) => {
    expect(targetsFirst(rows)).toEqual(order);
  });

  it('are all taken once, and lead where they lead in the order of the file, unless visitors would go round', () => {
    const address = fc.constantFrom('/a', '/b', '/c', '/d', '/e', '/blog/b', '/blog/b/c');
    const rows = fc.uniqueArray(fc.record({ de: address, vers: fc.option(address) }), { selector: ({ de }) => de });
    fc.assert(
      fc.property(rows, (wanted) => {
        const all = wanted.map(({ de, vers }) => row(de, vers));
        const order = targetsFirst(all);
        expect(order.toSorted((a, b) => a - b)).toEqual([...all.keys()]);
        const [inOrder, asWritten] = [taken(all, order), taken(all, all.keys())];
        if (asWritten.refused.length > 0) return;
        expect(inOrder.refused).toEqual([]);
        for (const { de } of all) expect(inOrder.table.find(de)).toEqual(asWritten.table.find(de));
      }),
    );
  });

  it('are led on a few times each, however many lead to the beginning of a long chain', () => {
    const count = 5_000;
    const rows = [...Array(count).keys()].flatMap((n) => [row(`/a-${n}`, '/t-0'), row(`/t-${n}`, `/t-${n + 1}`)]);
    const { table, refused } = taken(rows, targetsFirst(rows));
    expect(refused).toEqual([]);
    expect(table.find('/a-7')?.vers).toBe(`/t-${count}`);
    expect(table.steps).toBeLessThan(6 * rows.length);
  });
});
