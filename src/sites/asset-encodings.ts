import { LRUCache } from 'lru-cache';
import { type Effort, type Encoding, encode, WORTH_ENCODING_BYTES } from './content-coding.ts';

/** Encoded assets held in memory in all, bytes. */
const RESIDENT_BYTES = 32 * 1024 * 1024;
/** Memory of one besides its content, bytes. */
const ENTRY_BYTES = 256;
/** Assets that are compressed at a time; other work needs the four zlib threads too. */
const AT_WORK = 2;
/** For origo's style sheet, brotli 9 takes nine times as long and saves a sixtieth of the bytes. */
const EFFORT: Effort = { br: 6, gzip: 9 };

/** Compressed assets: each is made once, however many sites have the same file. */
export class AssetEncodings {
  #atWork = 0;
  /** By fingerprint and encoding; an empty buffer when compression saves nothing. */
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
   * @param tag the entity tag of the content
   * @returns null when the asset is to be sent without compression: it is short, saves nothing, or too many others are being compressed
   */
  async find(tag: string, body: Buffer, encoding: Encoding): Promise<Buffer | null> {
    if (body.length < WORTH_ENCODING_BYTES) return null;
    const encoded = await this.#resident.fetch(`${encoding} ${tag}`, { context: { body, encoding } });
    return encoded && encoded.length > 0 ? encoded : null;
  }
}
