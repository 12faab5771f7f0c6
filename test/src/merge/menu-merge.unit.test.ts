import { describe, expect, it } from 'vitest';
import type { Side } from '../../../src/merge/conflict.ts';
import { compareMenus } from '../../../src/merge/menu-merge.ts';
import { MENU_LEVELS, type MenuItem, readMenu, writeMenu } from '../../../src/merge/menu-tree.ts';
import { Random } from '../../support/random.ts';
import { IS_SOAK } from '../../support/soak.ts';

/** A menu in short: `Soins(Visage,Mains)`; an address of its own behind `>`. */
function menu(short: string): string {
  let at = 0;
  const level = (): MenuItem[] => {
    const items: MenuItem[] = [];
    while (at < short.length && short[at] !== ')') {
      const [whole = '', titre = '', url = `/${titre.toLowerCase()}`] =
        /^([^(),>]+)(?:>([^(),]*))?/.exec(short.slice(at)) ?? [];
      at += whole.length;
      let enfants: MenuItem[] = [];
      if (short[at] === '(') {
        at++;
        enfants = level();
        at++;
      }
      items.push({ titre, url, enfants });
      if (short[at] === ',') at++;
    }
    return items;
  };
  return writeMenu(level());
}

const inShort = (text: string): string => {
  const level = (items: readonly MenuItem[]): string =>
    items
      .map(({ titre, url, enfants }) => {
        const address = url === `/${titre.toLowerCase()}` ? '' : `>${url}`;
        return titre + address + (enfants.length > 0 ? `(${level(enfants)})` : '');
      })
      .join(',');
  return level(readMenu(text) ?? []);
};

function merged(base: string, mine: string, theirs: string, side: Side = 'mine') {
  const compared = compareMenus({ base: menu(base), mine: menu(mine), theirs: menu(theirs) });
  return [inShort(compared.textWith(() => side)), compared.conflicts.length];
}

describe('two changes of one menu', () => {
  it.each([
    ['one side has changed something', 'A,B', 'A,B', 'B,C', 'B,C'],
    ['both have added', 'A,B', 'A,B,C', 'X,A,B', 'X,A,B,C'],
    ['both have added the same', 'A', 'A,C', 'A,C', 'A,C'],
    ['both have added the same, and one more', 'A', 'A,C', 'A,C,D', 'A,C,D'],
    ['one has added, the other moved', 'A,B,C', 'C,A,B', 'A,B,C,D', 'C,A,B,D'],
    ['one has removed, the other added', 'A,B,C', 'A,C', 'A,B,C,D', 'A,C,D'],
    ['one has changed the title, the other the address', 'A', 'Z>/a', 'A>/neuf', 'Z>/neuf'],
    ['one has changed the title, the other moved it beneath another', 'A,B', 'A,Bon>/b', 'A(B)', 'A(Bon>/b)'],
    ['one has moved it, the other added beneath it', 'A,B', 'B,A', 'A(C),B', 'B,A(C)'],
    ['one has replaced it, the other added beneath it', 'A,B,C', 'A,Z,C', 'A,B(D),C', 'A,Z(D),C'],
    ['both have moved others', 'A,B,C,D', 'B,A,C,D', 'A,B,D,C', 'B,A,D,C'],
    ['both have removed the same', 'A,B,C', 'A,C', 'C,A', 'C,A'],
    ['headings have no address', 'A>,B>', 'A>,B>,C>', 'B>,A>', 'B>,A>,C>'],
  ])('are joined where %s', (_, base, mine, theirs, joined) => {
    expect(merged(base, mine, theirs)[1]).toBe(0);
    // Of orders that both have changed the names decide.
    expect(sortedLevels(merged(base, mine, theirs)[0] as string)).toBe(sortedLevels(joined));
    expect(merged(base, theirs, mine)).toEqual(merged(base, mine, theirs));
  });

  it.each([
    ['the title', 'A', 'Un>/a', 'Deux>/a', 'Un>/a', 'Deux>/a'],
    ['an entry that the other has removed', 'A,B', 'A', 'A,Bon>/b', 'A', 'A,Bon>/b'],
    ['what stands beneath an entry that the other has removed', 'A,B(C)', 'A', 'A,B(C,D)', 'A', 'A,B(C,D)'],
    ['the place of an entry that the other has removed with that place', 'A(B),C', 'A,B,C', 'C', 'B,C', 'C'],
    ['the place of an entry, to two places', 'A,B,C', 'A(C),B', 'A,B(C)', 'A(C),B', 'A,B(C)'],
    ['the title of what both have added', 'A', 'A,Un>/n', 'A,Deux>/n', 'A,Un>/n', 'A,Deux>/n'],
  ])('are asked about where both have changed %s', (_, base, mine, theirs, asMine, asTheirs) => {
    expect(merged(base, mine, theirs, 'mine')).toEqual([asMine, 1]);
    expect(merged(base, mine, theirs, 'theirs')).toEqual([asTheirs, 1]);
    expect(merged(base, theirs, mine, 'mine')).toEqual([asTheirs, 1]);
  });

  it('loses nothing where two entries were moved beneath each other', () => {
    expect(merged('A,B', 'B(A)', 'A(B)')).toEqual(['A(B)', 0]);
    expect(merged('A,B', 'A(B)', 'B(A)')).toEqual(['A(B)', 0]);
  });

  it('keeps to the levels that a menu may have', () => {
    expect(merged('A,B(C),D(E)', 'B(C(A)),D(E)', 'A,D(E(B(C)))')).toEqual(['D(E(B,C,A))', 0]);
  });

  it('are two whole texts where one is no menu', () => {
    const { conflicts } = compareMenus({ base: '[]', mine: '{"a":1}', theirs: menu('A') });
    expect(conflicts).toEqual([{ base: '[]', mine: '{"a":1}', theirs: menu('A') }]);
  });
});

const sortedLevels = (short: string): string => {
  const level = (items: readonly MenuItem[]): readonly MenuItem[] =>
    items.map((item) => ({ ...item, enfants: level(item.enfants) })).sort((a, b) => (a.titre < b.titre ? -1 : 1));
  return writeMenu(level(readMenu(menu(short)) ?? []));
};

/** Schedules of changes that the gate tries, and those of `npm run test:soak`. */
const TRIES = IS_SOAK ? 200_000 : 1_500;

type Loose = { titre: string; url: string; enfants: Loose[] };

const copied = (text: string): Loose[] => JSON.parse(JSON.stringify(readMenu(text))) as Loose[];
const listsIn = (items: Loose[], depth = 1): { list: Loose[]; depth: number }[] => [
  { list: items, depth },
  ...items.flatMap(({ enfants }) => listsIn(enfants, depth + 1)),
];
const heightOf = (item: Loose): number => 1 + Math.max(0, ...item.enfants.map(heightOf));

/** Changes a menu as a person does. @param words gives a new one each time */
function changed(random: Random, text: string, words: () => string, deeds: number): string {
  const items = copied(text);
  for (let deed = 0; deed < deeds; deed++) {
    const lists = listsIn(items).filter(({ depth }) => depth <= MENU_LEVELS);
    const full = lists.filter(({ list }) => list.length > 0);
    const kind = full.length === 0 ? 0 : random.next();
    if (kind < 0.3) {
      const { list } = random.oneOf(lists);
      const word = words();
      list.splice(random.integer(0, list.length), 0, {
        titre: word,
        url: random.oneOf(['', '#', `/${word}`]),
        enfants: [],
      });
      continue;
    }
    const { list } = random.oneOf(full);
    const at = random.integer(0, list.length - 1);
    const entry = list[at] as Loose;
    if (kind < 0.45) entry.titre = words();
    else if (kind < 0.55) entry.url = `/${words()}`;
    else {
      list.splice(at, 1);
      if (kind < 0.65) continue;
      const room = listsIn(items).filter(({ depth }) => depth + heightOf(entry) - 1 <= MENU_LEVELS);
      const { list: to } = random.oneOf(room);
      to.splice(random.integer(0, to.length), 0, entry);
    }
  }
  return writeMenu(items);
}

const titlesIn = (text: string): readonly string[] =>
  listsIn(copied(text)).flatMap(({ list }) => list.map(({ titre, url }) => `${titre} ${url}`));
const depthOf = (text: string): number =>
  Math.max(...listsIn(copied(text)).map(({ list, depth }) => (list.length > 0 ? depth : 0)));

describe('menus that are changed at random on both sides', () => {
  const each = (try_: (of: { base: string; mine: string; theirs: string; seed: number }) => void) => {
    for (let seed = 1; seed <= TRIES; seed++) {
      const random = new Random(seed);
      let word = 0;
      const words = () => `m${word++}`;
      const base = changed(random, '[]', words, random.integer(0, 12));
      const mine = changed(random, base, words, random.integer(1, 4));
      const theirs = changed(random, base, words, random.integer(1, 4));
      try_({ base, mine, theirs, seed });
    }
  };

  it('are the same merged from either side', () => {
    each(({ base, mine, theirs, seed }) => {
      const [one, other] = [compareMenus({ base, mine, theirs }), compareMenus({ base, mine: theirs, theirs: mine })];
      expect(other.conflicts.length, `seed ${seed}`).toBe(one.conflicts.length);
      if (one.conflicts.length === 0)
        expect(
          other.textWith(() => 'mine'),
          `seed ${seed}`,
        ).toBe(one.textWith(() => 'mine'));
      for (const side of ['mine', 'theirs'] as const) {
        const [here, there] = side === 'mine' ? (['mine', 'theirs'] as const) : (['theirs', 'mine'] as const);
        expect(sortedEntries(other.textWith(() => there)), `seed ${seed}`).toEqual(
          sortedEntries(one.textWith(() => here)),
        );
      }
    });
  });

  it('are as the one side that has changed', () => {
    each(({ base, mine }) => {
      for (const versions of [
        { base, mine, theirs: base },
        { base, mine: base, theirs: mine },
        { base, mine, theirs: mine },
      ]) {
        const { conflicts, textWith } = compareMenus(versions);
        expect([conflicts, textWith(() => 'mine')]).toEqual([[], mine]);
      }
    });
  });

  it('lose no entry that a side has added, have none twice, and keep to the levels', () => {
    each(({ base, mine, theirs, seed }) => {
      const { conflicts, textWith } = compareMenus({ base, mine, theirs });
      for (const side of ['mine', 'theirs'] as const) {
        const text = textWith(() => side);
        const titles = titlesIn(text);
        expect(new Set(titles).size, `seed ${seed}: ${text}`).toBe(titles.length);
        expect(depthOf(text), `seed ${seed}: ${text}`).toBeLessThanOrEqual(MENU_LEVELS);
        // A side that is chosen throughout has all that it has added.
        const own = side === 'mine' ? mine : theirs;
        const wanted = conflicts.length === 0 ? [mine, theirs] : [own];
        for (const of of wanted) {
          const before = wordsIn(base);
          for (const word of wordsIn(of)) {
            if (!before.has(word)) expect(wordsIn(text).has(word), `seed ${seed}: ${word} in ${text}`).toBe(true);
          }
        }
      }
    });
  });

  it('are the same when they are merged again', () => {
    each(({ base, mine, theirs, seed }) => {
      const { conflicts, textWith } = compareMenus({ base, mine, theirs });
      if (conflicts.length > 0) return;
      const text = textWith(() => 'mine');
      const again = compareMenus({ base: theirs, mine: text, theirs });
      expect([again.conflicts, again.textWith(() => 'mine')], `seed ${seed}`).toEqual([[], text]);
      const stale = compareMenus({ base, mine, theirs: text });
      const titles = titlesIn(stale.textWith(() => 'theirs'));
      expect(new Set(titles).size, `seed ${seed}`).toBe(titles.length);
    });
  });
});

const sortedEntries = (text: string): readonly string[] => [...titlesIn(text)].sort();
const wordsIn = (text: string): ReadonlySet<string> => new Set(text.match(/m\d+/g));
