import { joined } from './redirect-addresses.ts';
import { answersFor, candidatesAt, IN_BLOG, ledTo, type Redirect, targetPlace } from './redirect-match.ts';

/** How many redirects a site may have. */
export const MOST_REDIRECTS = 10_000;

/** Who made a redirect: a changed address, a person, a file. */
export type RedirectMeans = 'adresse' | 'main' | 'import';

export interface RedirectRow extends Redirect {
  readonly moyen: RedirectMeans;
}

/** Paths at which texts stand: what leads there is led no further. */
interface Standing {
  /** Whether visitors see them or not. */
  readonly standing: ReadonlySet<string>;
  /** Those that visitors see. */
  readonly shown: ReadonlySet<string>;
}

/** A text or a blog that has another path. */
export interface Move {
  readonly from: string;
  readonly to: string;
  /** Whether the former path leads on to the present one: visitors may know it, and nobody has declined. */
  readonly leaves: boolean;
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
  #steps = 0;
  readonly #texts: Standing;

  /**
   * @param rows as they are stored
   * @param texts those at paths from which redirects start, or to which texts move
   */
  constructor(rows: readonly RedirectRow[], texts: Standing) {
    this.#stored = new Map(rows.map((row) => [row.de, row]));
    this.#texts = texts;
    for (const row of rows) this.#set(row);
  }

  get size(): number {
    return this.#rows.size;
  }

  /** How many redirects were followed since the table was made: what its work costs. */
  get steps(): number {
    return this.#steps;
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

  /** Visitors see a text at a path. Who comes from the former address of its blog is led where the redirect of the path led. */
  giveWay(path: string): void {
    const row = this.find(path);
    if (!row) return;
    this.#drop(path);
    const [, blog = '', beneath = ''] = IN_BLOG.exec(path) ?? [];
    for (const { de, dessous } of this.#leadingTo(blog)) if (dessous) this.#leadToo({ ...row, de: de + beneath });
    if (row.dessous) this.#leadBeneath(String(row.vers), path);
  }

  /** A page or an article stands at another path. */
  moveText(move: Move): void {
    if (this.#texts.shown.has(move.to)) this.giveWay(move.to);
    this.#retarget(move, this.#leadingTo(move.from));
    if (move.leaves) this.#leave({ de: move.from, vers: move.to, dessous: false, moyen: 'adresse' });
  }

  /** A blog stands at another path, with what is beneath. */
  moveBlog(move: Move): void {
    this.giveWay(move.to);
    for (const path of this.#texts.shown) if (isBeneath(path, move.to)) this.giveWay(path);
    const hasFormer = this.#leadingTo(move.from).some(({ dessous }) => dessous);
    const leading = [...this.#byTarget.keys()].filter((path) => path === move.from || isBeneath(path, move.from));
    this.#retarget(
      move,
      leading.flatMap((path) => this.#leadingTo(path)),
    );
    // Former addresses of the blog lead to the new one from now on: what articles have left at the one between has to answer there, too.
    if (hasFormer) this.#leadBeneath(move.from, move.to);
    if (move.leaves) this.#leave({ de: move.from, vers: move.to, dessous: true, moyen: 'adresse' });
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

  /** What led to a path, or beneath, leads where the text is now. What would lead to itself, or go round, is no longer needed. */
  #retarget({ from, to }: Move, rows: readonly RedirectRow[]): void {
    const moved = rows.map((row) => ({ ...row, vers: to + String(row.vers).slice(from.length) }));
    const isItself = ({ de, vers }: (typeof moved)[number]) => {
      const place = targetPlace(vers)?.place;
      return place !== undefined && joined(place) === de;
    };
    for (const row of moved) this.#set(row);
    for (const row of moved.filter(isItself)) this.#drop(row.de);
    for (const row of moved.filter((one) => !isItself(one))) {
      const led = this.#ledOn(row);
      if (led) this.#set(led);
      else this.#drop(row.de);
    }
  }

  /** What redirects lead on from beneath a blog is led on from beneath another address, too, but where visitors see a text. */
  #leadBeneath(blog: string, address: string): void {
    for (const row of [...this.#rows.values()]) {
      const de = address + row.de.slice(blog.length);
      if (isBeneath(row.de, blog) && !this.#texts.shown.has(de)) this.#leadToo({ ...row, de });
    }
  }

  /** Adds a redirect where none starts, as long as there is room. */
  #leadToo(row: RedirectRow): void {
    if (!this.find(row.de) && this.size < MOST_REDIRECTS) this.put(row);
  }

  /** Adds the redirect of a changed address. In a full table the oldest such one makes room. */
  #leave(row: RedirectRow): void {
    if (this.size >= MOST_REDIRECTS && !this.find(row.de)) {
      const oldest = [...this.#stored.keys()].find((de) => this.find(de)?.moyen === 'adresse');
      if (oldest === undefined) return;
      this.#drop(oldest);
    }
    if (this.put(row)) return;
    // Another redirect starts where the text is, which visitors do not see yet.
    this.#drop(String(row.vers));
    this.put(row);
  }

  /** The row with the last target of its way; null when the way comes to the row again. */
  #ledOn(row: RedirectRow): RedirectRow | null {
    if (row.vers === null) return row;
    let [last, isLast] = [row.vers, false];
    const passed = new Set([row.de]);
    for (let at = row.vers; ; ) {
      this.#steps++;
      const next = this.#next(at);
      if (!next) return leadingTo(row, isLast ? last : at);
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
      const isStanding = this.#texts.standing.has(asked.place.path);
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

  #drop(de: string): void {
    const row = this.#rows.get(de);
    if (row?.vers) this.#byTarget.get(pathOf(row.vers))?.delete(de);
    this.#rows.delete(de);
  }
}

/** The address of a blog. */
export const BLOG = /^\/blog\/[^/?#]+$/;

/** A row with another target: what is beneath is led on from a blog to a blog only. */
const leadingTo = (row: RedirectRow, vers: string): RedirectRow => ({
  ...row,
  vers,
  dessous: row.dessous && BLOG.test(vers),
});

/** Whether a path is that of something in a blog, or of its feed. */
export const isBeneath = (path: string, blog: string): boolean =>
  path.startsWith(`${blog}/`) || path.startsWith(`${blog}.`);

/** The path of a stored address. */
export const pathOf = (address: string): string => address.split(/[?#]/, 1)[0] ?? '';
