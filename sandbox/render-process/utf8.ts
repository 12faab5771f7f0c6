import { transcode } from 'node:buffer';

/** Texts up to this length take the quick way, UTF-16 code units. */
const QUICK_UNITS = 512 * 1024;

/**
 * Encodes texts as UTF-8, lone surrogates as U+FFFD. V8 encodes a text that has any character beyond Latin-1, as French pages do,
 * unit by unit; copied as UTF-16 and transcoded by Node, it takes a quarter of that (18 KB: 19 µs instead of 75).
 */
export class Utf8Encoder {
  readonly #units = Buffer.allocUnsafeSlow(2 * QUICK_UNITS);
  readonly #encoder = new TextEncoder();

  /** @returns bytes with an `ArrayBuffer` of their own, which may be transferred */
  encode(text: string): Uint8Array {
    if (text.length > QUICK_UNITS) return this.#encoder.encode(text);
    const length = this.#units.write(text, 0, 'utf16le');
    try {
      return transcode(this.#units.subarray(0, length), 'utf16le', 'utf8');
    } catch {
      // There is a lone surrogate in it.
      return this.#encoder.encode(text);
    }
  }
}
