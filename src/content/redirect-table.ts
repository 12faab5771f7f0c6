import { answersFor, candidatesAt, ledTo, type Redirect, targetPlace } from './redirect-match.ts';

/** Who made a redirect: a changed address, a person, a file. */
export type RedirectMeans = 'adresse' | 'main' | 'import';

export interface RedirectRow extends Redirect {
  readonly moyen: RedirectMeans;
}

/** What a table has become. */
export interface TableChanges {
  /** Addresses whose row is gone. */
  readonly removed: readonly string[];
  /** Rows that are new, or stand in the place of another one. */
  readonly added: readonly RedirectRow[];
  /** Rows that lead elsewhere now. */
  readonly moved: readonly RedirectRow[];
}

/**
 * The redirects of one site while they are changed. What holds at each moment: no way of redirects comes to its beginning again, and no redirect
 * leads to where another one begins, unless a text stands there.
 */
export class RedirectTable {
  readonly #rows = new Map<string, RedirectRow>();
  /** Addresses of the rows that lead to a path. */
  readonly #byTarget = new Map<string, Set<string>>();
  readonly #stored: ReadonlyMap<string, RedirectRow>;
  readonly #added = new Set<string>();
  readonly #standing: ReadonlySet<string>;

  /**
   * @param rows as they are stored
   * @param standing paths at which texts stand: what leads there is led no further
   */
  constructor(rows: readonly RedirectRow[], standing: ReadonlySet<string> = new Set()) {
    this.#stored = new Map(rows.map((row) => [row.de, row]));
    this.#standing = standing;
    for (const row of rows) this.#set(row);
  }

  get size(): number {
    return this.#rows.size;
  }

  find(de: string): RedirectRow | null {
    return this.#rows.get(de) ?? null;
  }

  /** Adds a row, or puts it in the place of the one from the same address. @returns the row as it is led on; null, and nothing changes, when visitors would go round */
  put(row: RedirectRow): RedirectRow | null {
    const before = this.find(row.de);
    this.#set(row);
    const led = this.#ledOn(row);
    const others = led && this.#leadingTo(pathOf(row.de)).map((other) => this.#ledOn(other));
    if (!led || !others || others.includes(null)) {
      if (before) this.#set(before);
      else this.#drop(row.de);
      return null;
    }
    for (const other of [led, ...others]) if (other) this.#set(other);
    this.#added.add(row.de);
    return led;
  }

  /** @returns false when there is no such row */
  remove(de: string): boolean {
    return this.#drop(de);
  }

  /** What is to be written. */
  changes(): TableChanges {
    const rows = [...this.#rows.values()].filter((row) => this.#stored.get(row.de) !== row);
    const isNew = ({ de }: RedirectRow) => this.#added.has(de) || !this.#stored.has(de);
    return {
      removed: [...this.#stored.keys()].filter((de) => !this.#rows.has(de)),
      added: rows.filter(isNew),
      moved: rows.filter((row) => !isNew(row) && this.#stored.get(row.de)?.vers !== row.vers),
    };
  }

  /** The row with the last target of its way; null when the way comes to the row again. */
  #ledOn(row: RedirectRow): RedirectRow | null {
    if (row.vers === null) return row;
    let [last, isLast] = [row.vers, false];
    const passed = new Set([row.de]);
    for (let at = row.vers; ; ) {
      const next = this.#next(at);
      if (!next) return { ...row, vers: isLast ? last : at };
      if (passed.has(next.de)) return null;
      passed.add(next.de);
      if (!isLast && next.isStanding) [last, isLast] = [at, true];
      at = next.vers;
    }
  }

  /** The redirect that visitors of a target meet; null for none, and where they are told that the page is gone. */
  #next(target: string): { readonly de: string; readonly vers: string; readonly isStanding: boolean } | null {
    const asked = targetPlace(target);
    if (!asked) return null;
    for (const candidate of candidatesAt(asked.place)) {
      const row = this.#rows.get(candidate.de);
      if (!row || !answersFor(row, candidate)) continue;
      if (row.vers === null) return null;
      const isStanding = this.#standing.has(asked.place.path);
      return { de: row.de, vers: ledTo(row.vers, candidate, asked.query), isStanding };
    }
    return null;
  }

  #leadingTo(path: string): RedirectRow[] {
    return [...(this.#byTarget.get(path) ?? [])].flatMap((de) => this.#rows.get(de) ?? []);
  }

  #set(row: RedirectRow): void {
    this.#drop(row.de);
    this.#rows.set(row.de, row);
    if (row.vers === null) return;
    const path = pathOf(row.vers);
    const those = this.#byTarget.get(path);
    if (those) those.add(row.de);
    else this.#byTarget.set(path, new Set([row.de]));
  }

  #drop(de: string): boolean {
    const row = this.#rows.get(de);
    if (row?.vers) this.#byTarget.get(pathOf(row.vers))?.delete(de);
    return this.#rows.delete(de);
  }
}

/** The path of a stored address. */
const pathOf = (address: string): string => address.split(/[?#]/, 1)[0] ?? '';
