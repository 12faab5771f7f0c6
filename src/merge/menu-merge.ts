/** Merges two changes of a menu by its entries (docs/menus.md, Two windows). Pure. */
import {
  agreedOn,
  type Compared,
  comparedWhole,
  type MergeConflict,
  oneSidedText,
  type Side,
  type Version,
  type Versions,
} from './conflict.ts';
import { orderOf } from './list-order.ts';
import { addedAlike, becomingBoth, type Entry, entriesOf, type Level } from './menu-entries.ts';
import { MENU_LEVELS, type MenuItem, readMenu, writeMenu } from './menu-tree.ts';

/** What the first key of a conflict says: the values are entries with those beneath them, or titles of the entries that an entry stands beneath. */
export type MenuConflictKind = 'entree' | 'place';

/** Compares menus by entry. The order of both sides is joined; who has moved, added, removed or changed an entry alone has done so. */
export function compareMenus(versions: Versions): Compared {
  const settled = oneSidedText(versions);
  if (settled !== null) return agreedOn(settled);
  const base = versions.base === '' ? [] : readMenu(versions.base);
  const [mine, theirs] = [readMenu(versions.mine), readMenu(versions.theirs)];
  if (!base || !mine || !theirs) return comparedWhole(versions);
  const merge = new MenuMerge({ base: entriesOf(base), mine: entriesOf(mine), theirs: entriesOf(theirs) });
  return { conflicts: merge.conflicts, textWith: (versionOf) => writeMenu(merge.itemsWith(versionOf)) };
}

type Field = 'titre' | 'url';
type Words = Pick<MenuItem, Field>;

/** One entry in all versions that have it. */
interface Joined extends Partial<Record<Version, Entry>> {
  /** The same, whichever side is mine. */
  readonly key: string;
}

/** What a choice decides; a value of its own where nothing is to be decided. */
type Disputed<Value> = { readonly conflict: MergeConflict; readonly versions: Readonly<Record<Version, Value>> };
type Settled<Value> = { readonly value: Value } | Disputed<Value>;

interface Outcome {
  readonly joined: Joined;
  readonly isThere: Settled<boolean>;
  readonly words: Settled<Words>;
  /** What it stands beneath; null for the first level. */
  readonly parent: Settled<Joined | null>;
}

const otherOf = (side: Side): Side => (side === 'mine' ? 'theirs' : 'mine');

class MenuMerge {
  readonly conflicts: MergeConflict[] = [];
  readonly #levels: Readonly<Record<Version, Level>>;
  readonly #joined = new Map<Entry, Joined>();
  /** For an entry that one side has removed with others that the other side has changed: what decides over all of them. */
  readonly #removals = new Map<Joined, Disputed<boolean>>();
  readonly #outcomes: readonly Outcome[];

  constructor(levels: Readonly<Record<Version, Level>>) {
    this.#levels = levels;
    const all = this.#join();
    for (const one of all) this.#disputeRemoval(one);
    this.#outcomes = all.map((joined) => ({
      joined,
      isThere: this.#isThere(joined),
      words: this.#words(joined),
      parent: this.#parent(joined),
    }));
  }

  /** The merged menu with one version in each conflict. */
  itemsWith(versionOf: (conflict: MergeConflict) => Version): readonly MenuItem[] {
    const chosen = <Value>(settled: Settled<Value>): Value =>
      'value' in settled ? settled.value : settled.versions[versionOf(settled.conflict)];
    const there = this.#outcomes.filter(({ isThere }) => chosen(isThere));
    const parents = this.#placed(new Map(there.map(({ joined, parent }) => [joined, chosen(parent)])));
    const words = new Map(there.map(({ joined, words }) => [joined, chosen(words)]));
    const beneath = Map.groupBy(parents.keys(), (joined) => parents.get(joined) ?? null);
    const itemsOf = (parent: Joined | null, level: number): readonly MenuItem[] =>
      this.#inOrder(parent, beneath.get(parent) ?? []).flatMap((joined) => {
        const below = itemsOf(joined, level + 1);
        const { titre, url } = words.get(joined) as Words;
        // What would stand too deep stands behind the entry that it would stand beneath.
        return level < MENU_LEVELS ? [{ titre, url, enfants: below }] : [{ titre, url, enfants: [] }, ...below];
      });
    return itemsOf(null, 1);
  }

  #of(entry: Entry | null): Joined | null {
    return entry && (this.#joined.get(entry) as Joined);
  }

  #join(): readonly Joined[] {
    const { base, mine, theirs } = this.#levels;
    const all: Joined[] = base.all.map((entry, at) =>
      this.#note({ key: `a${String(at).padStart(6, '0')}`, base: entry }),
    );
    const [here, there] = becomingBoth(base, mine, theirs);
    for (const [side, pairs] of [
      ['mine', here],
      ['theirs', there],
    ] as const) {
      for (const [was, is] of pairs) {
        const joined = this.#of(was) as Joined & Partial<Record<Side, Entry>>;
        Object.assign(joined, { [side]: is });
        this.#joined.set(is, joined);
      }
    }
    const added = (level: Level) => level.all.filter((entry) => !this.#joined.has(entry));
    const known = (entry: Entry) => (entry.parent === null ? null : this.#joined.get(entry.parent));
    const isBeneathSame = (a: Entry, b: Entry) => known(a) !== undefined && known(a) === known(b);
    const fresh = added(mine);
    const alike = addedAlike(fresh, added(theirs), isBeneathSame);
    const names = new Map<string, number>();
    const nameOf = (...entries: readonly Entry[]): string => {
      const [name = ''] = entries.map(({ titre, url }) => `b${JSON.stringify([titre, url])}`).sort();
      names.set(name, (names.get(name) ?? 0) + 1);
      return `${name} ${names.get(name)}`;
    };
    for (const entry of fresh) {
      const other = alike.get(entry);
      all.push(
        this.#note({ key: other ? nameOf(entry, other) : nameOf(entry), mine: entry, ...(other && { theirs: other }) }),
      );
    }
    for (const entry of added(theirs)) all.push(this.#note({ key: nameOf(entry), theirs: entry }));
    return all;
  }

  #note(joined: Joined): Joined {
    for (const entry of [joined.base, joined.mine, joined.theirs]) if (entry) this.#joined.set(entry, joined);
    return joined;
  }

  /** The side that has removed an entry which the other one still has; null for none. */
  #removedBy({ base, mine, theirs }: Joined): Side | null {
    if (!base || (mine && theirs) || (!mine && !theirs)) return null;
    return mine ? 'theirs' : 'mine';
  }

  /** Whether the side that has kept an entry has changed it, or something beneath it. */
  #isTouched(joined: Joined, kept: Side): boolean {
    const { base, [kept]: now } = joined;
    if (!base || !now || !isSame(base, now) || this.#of(base.parent) !== this.#of(now.parent)) return true;
    return now.children.some((child) => {
      const one = this.#of(child) as Joined;
      if (one[otherOf(kept)]) return one.base !== undefined && this.#of(one.base.parent) !== joined;
      return this.#isTouched(one, kept);
    });
  }

  /** Asks about an entry that one side has removed and the other has changed; those beneath it share its fate. */
  #disputeRemoval(joined: Joined): void {
    const removed = this.#removedBy(joined);
    if (!removed || this.#removals.has(joined)) return;
    const kept = otherOf(removed);
    const entry = joined[kept] as Entry;
    const above = this.#of(entry.parent);
    if (above && this.#removedBy(above) === removed) {
      this.#disputeRemoval(above);
      if (this.#removals.has(above)) return;
    }
    if (!this.#isTouched(joined, kept)) return;
    const told = writeMenu([entry.item]);
    const texts = { base: joined.base ? writeMenu([joined.base.item]) : null, mine: null, theirs: null };
    const conflict = this.#ask('entree', entry, { ...texts, [kept]: told });
    const disputed = { conflict, versions: { base: true, mine: kept === 'mine', theirs: kept === 'theirs' } };
    const share = (one: Entry) => {
      const each = this.#of(one) as Joined;
      if (this.#removedBy(each) === removed) this.#removals.set(each, disputed);
      one.children.forEach(share);
    };
    share(entry);
  }

  #isThere(joined: Joined): Settled<boolean> {
    const { mine, theirs } = joined;
    if (this.#removedBy(joined)) return this.#removals.get(joined) ?? { value: false };
    return { value: Boolean(mine ?? theirs) };
  }

  #words({ base, mine, theirs }: Joined): Settled<Words> {
    if (!mine || !theirs) return { value: (mine ?? theirs ?? base) as Words };
    const merged = (field: Field) => mergedValue(base?.[field], mine[field], theirs[field]);
    const [titre, url] = [merged('titre'), merged('url')];
    if (titre !== undefined && url !== undefined) return { value: { titre, url } };
    const told = (entry: Entry) => writeMenu([{ ...entry, enfants: [] }]);
    const texts = { base: base ? told(base) : null, mine: told(mine), theirs: told(theirs) };
    return { conflict: this.#ask('entree', mine, texts), versions: { base: base ?? mine, mine, theirs } };
  }

  #parent({ base, mine, theirs }: Joined): Settled<Joined | null> {
    const above = (entry: Entry | undefined) => entry && this.#of(entry.parent);
    const [was, here, there] = [above(base), above(mine), above(theirs)];
    if (!mine || !theirs) return { value: here ?? there ?? null };
    const value = mergedValue(was, here, there);
    if (value !== undefined) return { value };
    const told = (entry: Entry) => JSON.stringify(pathOf(entry));
    const conflict = this.#ask('place', mine, {
      base: base ? told(base) : null,
      mine: told(mine),
      theirs: told(theirs),
    });
    return { conflict, versions: { base: was ?? null, mine: here ?? null, theirs: there ?? null } };
  }

  #ask(kind: MenuConflictKind, entry: Entry, texts: Readonly<Record<Version, string | null>>): MergeConflict {
    const conflict = { keys: [kind, ...pathOf(entry), entry.titre], ...texts };
    this.conflicts.push(conflict);
    return conflict;
  }

  /** What each entry stands beneath, where that is gone, or two entries have been moved beneath each other. @param parents as they were chosen */
  #placed(parents: Map<Joined, Joined | null>): ReadonlyMap<Joined, Joined | null> {
    const isOpen = (parent: Joined | null | undefined) =>
      parent === null || (parent !== undefined && parents.has(parent));
    for (let hasChanged = true; hasChanged; ) {
      hasChanged = false;
      for (const [joined, parent] of parents) {
        if (isOpen(parent)) continue;
        hasChanged = true;
        // What only one side has is gone with what that side has put it beneath: a person has chosen that.
        if (!joined.mine || !joined.theirs) parents.delete(joined);
        else {
          const others = [joined.mine, joined.theirs].map(({ parent }) => this.#of(parent));
          parents.set(joined, others.find(isOpen) ?? null);
        }
      }
    }
    for (const joined of parents.keys()) {
      const circle = new Set<Joined>();
      let at: Joined | null = joined;
      while (at && !circle.has(at)) {
        circle.add(at);
        at = parents.get(at) ?? null;
      }
      if (at !== joined) continue;
      const [first] = [...circle].sort((a, b) => (a.key < b.key ? -1 : 1));
      if (first) parents.set(first, null);
    }
    return parents;
  }

  #inOrder(parent: Joined | null, beneath: readonly Joined[]): readonly Joined[] {
    const byKey = new Map(beneath.map((joined) => [joined.key, joined]));
    const keysIn = (version: Version) => {
      const level = parent === null ? this.#levels[version].first : (parent[version]?.children ?? []);
      return level.map((entry) => this.#of(entry)?.key ?? '').filter((key) => byKey.has(key));
    };
    const { names } = orderOf({ base: keysIn('base'), mine: keysIn('mine'), theirs: keysIn('theirs') });
    const ordered = [...new Set([...names, ...[...byKey.keys()].sort()])];
    return ordered.flatMap((key) => byKey.get(key) ?? []);
  }
}

const isSame = (a: Words, b: Words): boolean => a.titre === b.titre && a.url === b.url;

/** The value of the side that has changed it; undefined where both have, differently. */
function mergedValue<Value>(base: Value | undefined, mine: Value, theirs: Value): Value | undefined {
  if (mine === theirs || base === theirs) return mine;
  return base === mine ? theirs : undefined;
}

/** Titles of the entries that an entry stands beneath, from the first level on. */
const pathOf = ({ parent }: Entry): readonly string[] => (parent ? [...pathOf(parent), parent.titre] : []);
