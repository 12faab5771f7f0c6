import { LRUCache } from 'lru-cache';
import { type Effort, type Encoding, encode, WORTH_ENCODING_BYTES } from './content-coding.ts';

/** Encoded assets held in memory in all, bytes. */
const RESIDENT_BYTES = 32 * 1024 * 1024;
/** What one weighs besides its content, bytes. */
const ENTRY_BYTES = 256;
/** Assets at work at a time: zlib's threads, four of them, serve others too. */
const AT_WORK = 2;
/** Of origo's style sheet, brotli takes nine times as long with 9, for a sixtieth of the bytes. */
const EFFORT: Effort = { br: 6, gzip: 9 };

/** Assets as browsers take them in fewer bytes: made once, however many sites have the same file. */
export class AssetEncodings {
  #atWork = 0;
  /** By fingerprint and encoding; an empty buffer where nothing is gained. */
  readonly #resident = new LRUCache<string, Buffer, { readonly body: Buffer; readonly encoding: Encoding }>({
    maxSize: RESIDENT_BYTES,
    sizeCalculation: ({ length }) => ENTRY_BYTES + length,
    fetchMethod: async (_key, _stale, { context: { body, encoding } }) => {
      if (this.#atWork >= AT_WORK) return undefined;
      this.#atWork++;
      try {
        const encoded = await encode(body, encoding, EFFORT);
        return encoded.length < body.length ? encoded : Buffer.alloc(0);
      } finally {
        this.#atWork--;
      }
    },
  });

  /**
   * @param tag stands for the content
   * @returns null where the asset is better sent as it is: it is short, gains nothing, or others are being encoded
   */
  async find(tag: string, body: Buffer, encoding: Encoding): Promise<Buffer | null> {
    if (body.length < WORTH_ENCODING_BYTES) return null;
    const encoded = await this.#resident.fetch(`${encoding} ${tag}`, { context: { body, encoding } });
    return encoded && encoded.length > 0 ? encoded : null;
  }
}
