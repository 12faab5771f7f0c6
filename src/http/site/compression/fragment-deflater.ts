import { crc32 } from 'node:zlib';
import type { Fragment, Place } from '../../../../sandbox/index.ts';
import { factorOf } from './checksum.ts';
import { deflateThoroughly } from './deflate.ts';

/** So many bytes of fragments wait at most. A fragment that finds no room is asked for again by the next page that has it. */
const WAITING_BYTES = 4 * 1024 * 1024;
/** So far back deflate repeats bytes (RFC 1951). */
const WINDOW_BYTES = 32 * 1024;
/** Stands for bytes that are not the same on every page. No text has this byte (RFC 3629), so no text repeats it. */
const UNKNOWN = 0xff;
/** For so many places a fragment is deflated, one after the other, before it is for all places. A page is divided otherwise at its second visit. */
const MOST_PLACES = 2;

/**
 * Deflates fragments one after the other, each once for all pages that have it at the same place. What a fragment repeats of the one before
 * it is not sent again: a twelfth of a page.
 */
export class FragmentDeflater {
  /** In the order in which they came, each with its place in the page that has asked. */
  readonly #waiting = new Map<Fragment, Place | null>();
  #bytes = 0;
  #isAtWork = false;

  /** Has a fragment deflated in its turn, unless others fill the queue. */
  want(fragment: Fragment, place: Place | null): void {
    const { length } = fragment.bytes;
    if (this.#waiting.has(fragment) || this.#bytes + length > WAITING_BYTES) return;
    this.#waiting.set(fragment, place);
    this.#bytes += length;
    if (!this.#isAtWork) void this.#work();
  }

  async #work(): Promise<void> {
    this.#isAtWork = true;
    for (const [fragment, asked] of this.#waiting) {
      const { bytes } = fragment;
      // Bytes of a worker may be no text.
      const place = fragment.places === MOST_PLACES || bytes.includes(UNKNOWN) ? null : asked;
      // This fails only without memory. The fragment is then sent plain, until a page asks again.
      const deflated = await deflateThoroughly(bytes, place ? textBefore(place) : undefined).catch(() => null);
      if (deflated) {
        fragment.keepEncoded({ place, bytes: deflated, checksum: crc32(bytes), factor: factorOf(bytes.length) });
      }
      this.#waiting.delete(fragment);
      this.#bytes -= bytes.length;
    }
    this.#isAtWork = false;
  }
}

/** What stands before a place on every page that has it, as far as deflate looks back. */
function textBefore({ after, gap }: Place): Uint8Array {
  const text = Buffer.alloc(after.bytes.length + gap, UNKNOWN);
  text.set(after.bytes);
  return text.subarray(-WINDOW_BYTES);
}
