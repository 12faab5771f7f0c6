import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { LRUCache } from 'lru-cache';

/** Content codings (RFC 9110), the best first. */
export const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Shorter answers fit one packet however they are written, bytes. */
export const WORTH_ENCODING_BYTES = 1_024;

/** Encoded assets held in memory in all, bytes. */
const RESIDENT_BYTES = 32 * 1024 * 1024;
/** What one weighs besides its content, bytes. */
const ENTRY_BYTES = 256;
/** Assets at work at a time: zlib's threads, four of them, serve others too. */
const AT_WORK = 2;

/** Of origo's style sheet, 9 takes nine times as long for a sixtieth of the bytes. */
const BROTLI_QUALITY = 6;

const compress = {
  br: promisify(zlib.brotliCompress),
  gzip: promisify(zlib.gzip),
} as const;

const optionsFor = {
  br: (bytes: number): zlib.BrotliOptions => ({
    params: {
      [zlib.constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [zlib.constants.BROTLI_PARAM_MODE]: zlib.constants.BROTLI_MODE_TEXT,
      [zlib.constants.BROTLI_PARAM_SIZE_HINT]: bytes,
    },
  }),
  gzip: (): zlib.ZlibOptions => ({ level: zlib.constants.Z_BEST_COMPRESSION }),
} as const;

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
        const encoded = await encode(body, encoding);
        return encoded.length < body.length ? encoded : Buffer.alloc(0);
      } finally {
        this.#atWork--;
      }
    },
  });

  /** @returns null where the asset is better sent as it is: it is short, gains nothing, or others are being encoded */
  async find(tag: string, body: Buffer, encoding: Encoding): Promise<Buffer | null> {
    if (body.length < WORTH_ENCODING_BYTES) return null;
    const encoded = await this.#resident.fetch(`${encoding} ${tag}`, { context: { body, encoding } });
    return encoded && encoded.length > 0 ? encoded : null;
  }
}

const encode = (body: Buffer, encoding: Encoding): Promise<Buffer> =>
  encoding === 'br' ? compress.br(body, optionsFor.br(body.length)) : compress.gzip(body, optionsFor.gzip());
