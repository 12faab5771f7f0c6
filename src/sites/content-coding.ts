import { promisify } from 'node:util';
import zlib from 'node:zlib';

/** Content codings (RFC 9110), the best first. */
export const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** What each encoding may cost: brotli's quality, 0 to 11, and gzip's level, 1 to 9. */
export type Effort = Readonly<Record<Encoding, number>>;

/** Shorter answers fit into one packet without compression, bytes. */
export const WORTH_ENCODING_BYTES = 1_024;

const brotli = promisify(zlib.brotliCompress);
const gzip = promisify<Uint8Array, zlib.ZlibOptions, Buffer>(zlib.gzip);

/** Encodes a text in one of zlib's threads. */
export function encode(text: Uint8Array, encoding: Encoding, effort: Effort): Promise<Buffer> {
  if (encoding === 'gzip') return gzip(text, { level: effort.gzip });
  return brotli(text, {
    params: {
      [zlib.constants.BROTLI_PARAM_QUALITY]: effort.br,
      [zlib.constants.BROTLI_PARAM_MODE]: zlib.constants.BROTLI_MODE_TEXT,
      [zlib.constants.BROTLI_PARAM_SIZE_HINT]: text.length,
    },
  });
}
