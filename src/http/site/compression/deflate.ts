/** Raw deflate whose output ends with a full flush: such outputs can stand one after the other in one gzip file. */
import { promisify } from 'node:util';
import zlib from 'node:zlib';

const inThread = promisify<Uint8Array, zlib.ZlibOptions, Buffer>(zlib.deflateRaw);

const FLUSHED = { finishFlush: zlib.constants.Z_FULL_FLUSH };
/** For bytes that many pages have. */
const THOROUGH = { ...FLUSHED, level: 9 };
/** For bytes that one page has. Level 3 takes as long as level 1, level 4 nearly twice as long; with more memory zlib prepares it longer than it works. */
const QUICK = { ...FLUSHED, level: 3, memLevel: 7 };
/** For few bytes: to allocate a larger window, or buffer for the output, would take longer. */
const FEW = { ...QUICK, windowBits: 14, chunkSize: 4 * 1024 };

/** In one of zlib's threads. @param before what stands before the bytes wherever they are read: they may repeat it */
export const deflateThoroughly = (bytes: Uint8Array, before?: Uint8Array): Promise<Buffer> =>
  inThread(bytes, before ? { ...THOROUGH, dictionary: before } : THOROUGH);
export const deflateQuickly = (bytes: Uint8Array): Promise<Buffer> => inThread(bytes, QUICK);

/** In this thread. */
export const deflateQuicklyHere = (bytes: Uint8Array): Buffer => zlib.deflateRawSync(bytes, FEW);
