import { type Effort, type Encoding, encode, WORTH_ENCODING_BYTES } from '../../sites/content-coding.ts';

/** Once so many renders wait, the processors are wanted for them: pages go out as they are. */
const CALM_RENDERS = 8;
/** Pages at work at a time: zlib's threads, four of them, serve others too. */
const AT_WORK = 2;
/** What costs least: the next levels take twice as long for a twelfth of the bytes (docs/performance.md). */
const EFFORT: Effort = { br: 1, gzip: 1 };

/** Pages in fewer bytes, as long as nobody has to wait for that. */
export class PageEncoder {
  readonly #rendersPending: () => number;
  #atWork = 0;

  /** @param rendersPending how many renders are waited for */
  constructor(rendersPending: () => number) {
    this.#rendersPending = rendersPending;
  }

  /** @returns null where the page is better sent as it is */
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
