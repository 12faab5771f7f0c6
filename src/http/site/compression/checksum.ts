/**
 * CRC-32 of bytes that stand one after the other, out of the CRC-32 of each (RFC 1952): polynomials over GF(2) modulo `POLYNOMIAL`, with the
 * coefficient of x^0 in the highest bit.
 */
const POLYNOMIAL = 0xedb88320;
const ONE = 0x80000000;
const X = 0x40000000;
const BITS = 32;

/** x to the powers 2^0, 2^1, 2^2 and so on. */
const SQUARES = squaresOf(X);

function squaresOf(first: number): number[] {
  const squares = [first];
  for (let last = first; squares.length < BITS; squares.push(last)) last = product(last, last);
  return squares;
}

function product(a: number, b: number): number {
  let sum = 0;
  let shifted = b;
  for (let bits = a; bits !== 0; bits <<= 1) {
    if (bits < 0 || bits >= ONE) sum ^= shifted;
    shifted = shifted & 1 ? (shifted >>> 1) ^ POLYNOMIAL : shifted >>> 1;
  }
  return sum >>> 0;
}

/** By this the CRC-32 of some bytes is multiplied when so many bytes follow them: x^(8 · length). @param length bytes */
export function factorOf(length: number): number {
  let factor = ONE;
  // 8 is 2^3.
  for (let [bits, power] = [length, 3]; bits > 0; bits >>>= 1, power++) {
    if (bits & 1) factor = product(SQUARES[power] ?? ONE, factor);
  }
  return factor;
}

/**
 * The CRC-32 of bytes and of others that follow them.
 * @param checksum CRC-32 of the first bytes @param others CRC-32 of the others @param factor `factorOf` the length of the others
 */
export const followedBy = (checksum: number, others: number, factor: number): number =>
  (product(factor, checksum) ^ others) >>> 0;
