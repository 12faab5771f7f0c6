/** Which entries of two menus are the same one: an entry has no name of its own. Pure. */
import type { MenuItem } from './menu-tree.ts';

/** An entry of one version of a menu, with what it stands beneath. */
export interface Entry {
  readonly titre: string;
  readonly url: string;
  readonly parent: Entry | null;
  readonly children: readonly Entry[];
  readonly item: MenuItem;
}

/** A version of a menu: its first level, and all entries, each before those beneath it. */
export interface Level {
  readonly first: readonly Entry[];
  readonly all: readonly Entry[];
}

export function entriesOf(items: readonly MenuItem[]): Level {
  const all: Entry[] = [];
  const levelOf = (of: readonly MenuItem[], parent: Entry | null): readonly Entry[] =>
    of.map((item) => {
      const children: Entry[] = [];
      const entry = { titre: item.titre, url: item.url, parent, children, item };
      all.push(entry);
      children.push(...levelOf(item.enfants, entry));
      return entry;
    });
  return { first: levelOf(items, null), all };
}

type Pairs = Map<Entry, Entry>;

/** Headings lead nowhere: that many entries have such an address says nothing. */
const isTelling = (url: string): boolean => url !== '' && url !== '#';

const both = ({ titre, url }: Entry): string => JSON.stringify([titre, url]);
const byUrl = ({ url }: Entry): string | null => (isTelling(url) ? url : null);
const byTitle = ({ titre }: Entry): string => titre;

/**
 * For each entry of a version the one that it has become in a later version: by title and address, then by address, then by title, then by the
 * place between neighbours that are known.
 */
export function becoming(from: Level, to: Level): ReadonlyMap<Entry, Entry> {
  const pairing = becomingAlike(from, to);
  pairing.pairByWords(from.all, to.all);
  pairing.pairByPlace(from.first, to.first, () => true);
  return pairing.pairs;
}

/** The same for two later versions: what both have alike has become of the same entry, or was added, and took nobody's place. */
export function becomingBoth(
  from: Level,
  mine: Level,
  theirs: Level,
): readonly [ReadonlyMap<Entry, Entry>, ReadonlyMap<Entry, Entry>] {
  const [here, there] = [becomingAlike(from, mine), becomingAlike(from, theirs)];
  const [freshHere, freshThere] = [here.freeIn(mine), there.freeIn(theirs)];
  /** What is new on both sides: of what it has come, both must agree. */
  const isShared = (entry: Entry) => freshHere.has(both(entry)) && freshThere.has(both(entry));
  const tryShared = (pairing: Pairing, { all }: Level) => {
    pairing.pairByWords(
      from.all,
      all.filter((entry) => !isShared(entry)),
    );
    const tried = pairing.tried();
    tried.pairByWords(from.all, all.filter(isShared));
    return tried.pairs;
  };
  const [triedHere, triedThere] = [tryShared(here, mine), tryShared(there, theirs)];
  for (const [was, is] of triedHere) {
    const other = triedThere.get(was);
    if (!other || both(other) !== both(is)) continue;
    here.pairFree(was, is);
    there.pairFree(was, other);
  }
  const [addedHere, addedThere] = [here.freeIn(mine), there.freeIn(theirs)];
  here.pairByPlace(from.first, mine.first, (entry) => !addedThere.has(both(entry)));
  there.pairByPlace(from.first, theirs.first, (entry) => !addedHere.has(both(entry)));
  return [here.pairs, there.pairs];
}

function becomingAlike(from: Level, to: Level): Pairing {
  const pairing = new Pairing((a, b, pairs) =>
    a.parent === null ? b.parent === null : pairs.get(a.parent) === b.parent,
  );
  pairing.pairByKey(from.all, to.all, both, 'anywhere');
  pairing.pairInOrder(from.all, to.all, both);
  return pairing;
}

/**
 * Which entries both sides have added alike: by title and address, or, beneath the same entry, by one of the two.
 * @param isBeneathSame whether two entries stand beneath the same one, as far as that is no added entry
 */
export function addedAlike(
  mine: readonly Entry[],
  theirs: readonly Entry[],
  isBeneathSame: (mine: Entry, theirs: Entry) => boolean,
): ReadonlyMap<Entry, Entry> {
  const pairing = new Pairing(
    (a, b, pairs) =>
      isBeneathSame(a, b) || (a.parent !== null && b.parent !== null && pairs.get(a.parent) === b.parent),
  );
  pairing.pairByKey(mine, theirs, both, 'anywhere');
  pairing.pairInOrder(mine, theirs, both);
  pairing.pairByKey(mine, theirs, byUrl, 'beneath-same');
  pairing.pairByKey(mine, theirs, byTitle, 'beneath-same');
  return pairing.pairs;
}

class Pairing {
  readonly pairs: Pairs = new Map();
  readonly #taken = new Set<Entry>();
  readonly #isAlikeBeneath: (a: Entry, b: Entry, pairs: Pairs) => boolean;

  /** @param isAlikeBeneath whether two entries stand beneath the same one, by the pairs so far */
  constructor(isAlikeBeneath: (a: Entry, b: Entry, pairs: Pairs) => boolean) {
    this.#isAlikeBeneath = isAlikeBeneath;
  }

  readonly #isBeneathSame = (a: Entry, b: Entry): boolean => this.#isAlikeBeneath(a, b, this.pairs);

  /** Entries that alone have a key, and then those that alone have it beneath the same entry. */
  pairByKey(
    from: readonly Entry[],
    to: readonly Entry[],
    keyOf: (entry: Entry) => string | null,
    where: 'anywhere' | 'beneath-same',
  ): void {
    const groups = this.#groups(from, to, keyOf);
    if (where === 'anywhere') {
      for (const [here, there] of groups)
        if (here.length === 1 && there.length === 1) this.#pair(here[0] as Entry, there[0] as Entry);
    }
    for (const [here, there] of groups) {
      for (const one of here) {
        const alike = (others: readonly Entry[], isSame: (other: Entry) => boolean) =>
          others.filter((other) => this.#isFree(other) && isSame(other));
        const found = alike(there, (other) => this.#isBeneathSame(one, other));
        const [other] = found;
        if (!this.#isFree(one) || !other || found.length > 1) continue;
        if (alike(here, (rival) => this.#isBeneathSame(rival, other)).length === 1) this.#pair(one, other);
      }
    }
  }

  /** Entries of one key, first those beneath the same entry, then all in their order. */
  pairInOrder(from: readonly Entry[], to: readonly Entry[], keyOf: (entry: Entry) => string): void {
    for (const isWanted of [this.#isBeneathSame, () => true]) {
      for (const [here, there] of this.#groups(from, to, keyOf)) {
        for (const one of here) {
          const other = there.find((candidate) => this.#isFree(candidate) && isWanted(one, candidate));
          if (other && this.#isFree(one)) this.#pair(one, other);
        }
      }
    }
  }

  /** Entries by their address, and then by their title. */
  pairByWords(from: readonly Entry[], to: readonly Entry[]): void {
    this.pairByKey(from, to, byUrl, 'anywhere');
    this.pairByKey(from, to, byTitle, 'anywhere');
  }

  /** The same pairs, to try others with them. */
  tried(): Pairing {
    const tried = new Pairing(this.#isAlikeBeneath);
    for (const [one, other] of this.pairs) tried.#pair(one, other);
    return tried;
  }

  /** Pairs two entries, if both are free. */
  pairFree(one: Entry, other: Entry): void {
    if (this.#isFree(one) && this.#isFree(other)) this.#pair(one, other);
  }

  /** Titles and addresses of the entries that were nothing before, as far as is known. */
  freeIn({ all }: Level): ReadonlySet<string> {
    return new Set(all.filter((entry) => this.#isFree(entry)).map(both));
  }

  /** Entries between the same neighbours, in their order. @param isReplacing whether an entry may have taken the place of one */
  pairByPlace(from: readonly Entry[], to: readonly Entry[], isReplacing: (entry: Entry) => boolean): void {
    const [level, later] = [new Set(from), new Set(to)];
    const stays = new Map([...this.pairs].filter(([one, other]) => level.has(one) && later.has(other)));
    const staying = new Set(stays.values());
    const here = this.#runs(from, (one) => stays.get(one));
    const there = this.#runs(
      to.filter((one) => !this.#isFree(one) || isReplacing(one)),
      (one) => (staying.has(one) ? one : undefined),
    );
    for (const [after, run] of here) {
      for (const [at, other] of (there.get(after) ?? []).entries()) {
        const one = run[at];
        if (one) this.#pair(one, other);
      }
    }
    for (const one of from) {
      const other = this.pairs.get(one);
      if (other) this.pairByPlace(one.children, other.children, isReplacing);
    }
  }

  /** The free entries of a level, by the entry of the later version that they follow; null at the beginning. @param known that entry; undefined for one that has come or gone */
  #runs(level: readonly Entry[], known: (one: Entry) => Entry | undefined): Map<Entry | null, Entry[]> {
    let run: Entry[] = [];
    const runs = new Map<Entry | null, Entry[]>([[null, run]]);
    for (const one of level) {
      const after = known(one);
      if (this.#isFree(one)) run.push(one);
      else if (after) {
        run = [];
        runs.set(after, run);
      }
    }
    return runs;
  }

  #groups(
    from: readonly Entry[],
    to: readonly Entry[],
    keyOf: (entry: Entry) => string | null,
  ): readonly (readonly [readonly Entry[], readonly Entry[]])[] {
    const free = (all: readonly Entry[]) =>
      Map.groupBy(
        all.filter((one) => this.#isFree(one)),
        keyOf,
      );
    const there = free(to);
    return [...free(from)].flatMap(([key, here]) => (key === null ? [] : [[here, there.get(key) ?? []] as const]));
  }

  #isFree(one: Entry): boolean {
    return !this.#taken.has(one);
  }

  #pair(one: Entry, other: Entry): void {
    this.pairs.set(one, other);
    this.#taken.add(one).add(other);
  }
}
