import { LRUCache } from 'lru-cache';
import { FRAGMENT_BYTES_IN_ALL } from '../../limits.ts';
import type { Version } from '../../messages/protocol.ts';
import { PageFragments } from './page-fragments.ts';

/** Keeps the fragments of the themes that were visited last, each of its present version (docs/decisions/fragments.md). */
export class FragmentStore {
  readonly #entries = new LRUCache<string, PageFragments>({
    maxSize: FRAGMENT_BYTES_IN_ALL,
    sizeCalculation: ({ size }) => size,
    dispose: (_entry, _id, reason) => {
      if (reason === 'evict') this.#dropped.evicted++;
    },
  });
  #lastId = 0;
  /** How often a theme's fragments were dropped since the start: others needed the room; it had more than is kept; a page named what was not there. */
  readonly #dropped = { evicted: 0, full: 0, lost: 0 };

  /** The fragments of this version; none at first. A page keeps what it got until its answer is read, also where the store has let go of it. */
  of(theme: Version, content: Version): PageFragments {
    const versions = { theme, content };
    const known = this.#entries.get(theme.id);
    if (known?.isOf(versions)) {
      if (!known.isFull) return known;
      this.#dropped.full++;
    }
    const entry = new PageFragments(++this.#lastId, versions, () => this.#resize(entry));
    this.#entries.set(theme.id, entry);
    return entry;
  }

  /** Notes that a worker has named what is not there: the next pages of the theme begin anew. */
  noteLost(entry: PageFragments): void {
    this.#dropped.lost++;
    if (this.#isPresent(entry)) this.#entries.delete(entry.themeId);
  }

  report() {
    let [fragments, bytes, encodedBytes] = [0, 0, 0];
    for (const entry of this.#entries.values()) {
      fragments += entry.count;
      bytes += entry.bytes;
      encodedBytes += entry.encodedBytes;
    }
    return { themes: this.#entries.size, fragments, bytes, encodedBytes, dropped: { ...this.#dropped } };
  }

  #isPresent(entry: PageFragments): boolean {
    return this.#entries.peek(entry.themeId) === entry;
  }

  /** The cache asks for the size of a value only where the value is new. */
  #resize(entry: PageFragments): void {
    if (!this.#isPresent(entry)) return;
    this.#entries.delete(entry.themeId);
    this.#entries.set(entry.themeId, entry);
  }
}
