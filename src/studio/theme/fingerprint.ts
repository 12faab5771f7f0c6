/** The first primes: the numbers that SHA-256 begins with are made of their roots (FIPS 180-4). */
const PRIMES: number[] = [];
for (let n = 2; PRIMES.length < 64; n++) if (PRIMES.every((prime) => n % prime !== 0)) PRIMES.push(n);

/** The first 32 bits behind the point. */
const fraction = (root: number): number => ((root % 1) * 2 ** 32) | 0;
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const ROUNDS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));

const BLOCK_BYTES = 64;
const rotated = (word: number, bits: number): number => (word >>> bits) | (word << (32 - bits));

/**
 * The fingerprint of a text as the platform gives it: SHA-256 in hexadecimal digits. Browsers compute that themselves on secure connections
 * only, and this may be http from another machine.
 */
export function fingerprintOf(text: string): string {
  const bytes = new TextEncoder().encode(text);
  // The text, one bit, and its length in bits, in whole blocks.
  const blocks = Math.ceil((bytes.length + 9) / BLOCK_BYTES);
  const padded = new Uint8Array(blocks * BLOCK_BYTES);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const words = new DataView(padded.buffer);
  words.setBigUint64(padded.length - 8, BigInt(bytes.length) * 8n);
  let hash = START;
  const schedule = new DataView(new ArrayBuffer(4 * ROUNDS.length));
  for (let block = 0; block < blocks; block++) hash = withBlock(hash, words, block * BLOCK_BYTES, schedule);
  return hash.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}

function withBlock(hash: readonly number[], words: DataView, from: number, schedule: DataView): number[] {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash;
  for (let at = 0; at < 4 * ROUNDS.length; at += 4) {
    let next = words.getInt32(from + (at & 63));
    if (at >= BLOCK_BYTES) {
      const early = schedule.getInt32(at - 60);
      const late = schedule.getInt32(at - 8);
      const first = rotated(early, 7) ^ rotated(early, 18) ^ (early >>> 3);
      const second = rotated(late, 17) ^ rotated(late, 19) ^ (late >>> 10);
      next = (schedule.getInt32(at - 64) + first + schedule.getInt32(at - 28) + second) | 0;
    }
    schedule.setInt32(at, next);
    const choice = (e & f) ^ (~e & g);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const one = (h + (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) + choice + (ROUNDS[at >> 2] ?? 0) + next) | 0;
    const two = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + majority;
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  return [a, b, c, d, e, f, g, h].map((one, at) => (one + (hash[at] ?? 0)) | 0);
}
