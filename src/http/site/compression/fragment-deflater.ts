import { crc32 } from 'node:zlib';
import type { Fragment } from '../../../../sandbox/index.ts';
import { factorOf } from './checksum.ts';
import { deflateThoroughly } from './deflate.ts';

/** So many bytes of fragments wait at most. A fragment that finds no room is asked for again by the next page that has it. */
const WAITING_BYTES = 4 * 1024 * 1024;

/** Deflates fragments one after the other, each once for all pages that have it. */
export class FragmentDeflater {
  /** In the order in which they came; a set, so that each waits once. */
  readonly #waiting = new Set<Fragment>();
  #bytes = 0;
  #isAtWork = false;

  /** Has a fragment deflated in its turn, unless others fill the queue. */
  want(fragment: Fragment): void {
    const { length } = fragment.bytes;
    if (this.#waiting.has(fragment) || this.#bytes + length > WAITING_BYTES) return;
    this.#waiting.add(fragment);
    this.#bytes += length;
    if (!this.#isAtWork) void this.#work();
  }

  async #work(): Promise<void> {
    this.#isAtWork = true;
    for (const fragment of this.#waiting) {
      // This fails only without memory. The fragment is then sent plain, until a page asks again.
      const { length } = fragment.bytes;
      const bytes = await deflateThoroughly(fragment.bytes).catch(() => null);
      if (bytes) fragment.keepEncoded({ bytes, checksum: crc32(fragment.bytes), factor: factorOf(length) });
      this.#waiting.delete(fragment);
      this.#bytes -= length;
    }
    this.#isAtWork = false;
  }
}
