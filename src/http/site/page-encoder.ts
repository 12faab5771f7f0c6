import { type Effort, type Encoding, encode, WORTH_ENCODING_BYTES } from '../../sites/content-coding.ts';

/** When so many renders wait, pages are sent without compression: rendering gets the processors. */
const CALM_RENDERS = 8;
/** How many pages are compressed at a time: other work needs the four zlib threads too. */
const AT_WORK = 2;
/** The cheapest useful levels: the next ones take twice as long and save a twelfth of the bytes (docs/performance.md). */
const EFFORT: Effort = { br: 1, gzip: 1 };

/** Compresses pages as long as no renders have to wait for it. */
export class PageEncoder {
  readonly #rendersPending: () => number;
  #atWork = 0;

  /** @param rendersPending returns how many renders wait */
  constructor(rendersPending: () => number) {
    this.#rendersPending = rendersPending;
  }

  /** @returns null when the page is to be sent without compression */
  async encode(page: Uint8Array, encoding: Encoding): Promise<Buffer | null> {
    const isCalm = this.#atWork < AT_WORK && this.#rendersPending() < CALM_RENDERS;
    if (!isCalm || page.length < WORTH_ENCODING_BYTES) return null;
    this.#atWork++;
    try {
      return await encode(page, encoding, EFFORT);
    } finally {
      this.#atWork--;
    }
  }
}
