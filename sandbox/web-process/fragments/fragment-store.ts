import { LRUCache } from 'lru-cache';
import { FRAGMENT_BYTES_IN_ALL, NEARLY_FULL } from '../../limits.ts';
import type { Version } from '../../messages/protocol.ts';
import { PageFragments } from './page-fragments.ts';

/**
 * While the store is nearly full, one of so many pages of themes without fragments brings its theme in. A theme that is asked for often comes in
 * soon; thousands of themes that are asked for in turn do not drive each other out before their fragments were of use.
 */
const STRANGERS = 16;

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
  /** Pages of themes without fragments, since the store was nearly full. */
  #strangers = 0;
  /**
   * How often a theme's fragments were dropped since the start: other themes needed the room; the theme had more than is kept; a page named a fragment
   * that was not there.
   */
  readonly #dropped = { evicted: 0, full: 0, lost: 0 };

  /**
   * The fragments of this version; none at first. A page keeps what it got until its answer is read, also where the store has let go of it.
   * @returns null where the page is better sent as text: the store is nearly full, and would let go of another theme's fragments
   */
  of(theme: Version, content: Version): PageFragments | null {
    const versions = { theme, content };
    const known = this.#entries.get(theme.id);
    if (known?.isOf(versions)) {
      if (!known.isFull) return known;
      this.#dropped.full++;
    } else if (!known && this.#isNearlyFull && ++this.#strangers % STRANGERS !== 0) return null;
    const entry = new PageFragments(++this.#lastId, versions, () => this.#resize(entry));
    this.#entries.set(theme.id, entry);
    return entry;
  }

  /** Notes that a worker has named a fragment that is not there, or sent wrong lengths: the next pages of the theme begin anew. */
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

  get #isNearlyFull(): boolean {
    return this.#entries.calculatedSize > NEARLY_FULL * FRAGMENT_BYTES_IN_ALL;
  }

  #isPresent(entry: PageFragments): boolean {
    return this.#entries.peek(entry.themeId) === entry;
  }

  /** The cache computes the size of a value only where the value is set: the entry is set again. */
  #resize(entry: PageFragments): void {
    if (!this.#isPresent(entry)) return;
    this.#entries.delete(entry.themeId);
    this.#entries.set(entry.themeId, entry);
  }
}
