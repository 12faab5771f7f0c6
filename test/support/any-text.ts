import fc from 'fast-check';

/** The code points that stand alone in no text: halves of pairs. */
const HALVES = { first: 0xd800, count: 0x800 } as const;

/**
 * Any code point but halves of pairs, as the unit `binary` of `fc.string`: to make that one takes a second and a half of a processor in each process of
 * the tests.
 */
const codePoint = fc.nat(0x10ffff - HALVES.count).map(
  (n) => String.fromCodePoint(n < HALVES.first ? n : n + HALVES.count),
  // How a text was drawn, so that the texts that are dangerous as names are drawn, too.
  (text) => {
    const point = typeof text === 'string' ? text.codePointAt(0) : undefined;
    if (point === undefined || text !== String.fromCodePoint(point)) throw new Error('no code point');
    return point < HALVES.first ? point : point - HALVES.count;
  },
);

/** A well-formed text of any code points. */
export const anyText = (constraints: fc.StringConstraints = {}): fc.Arbitrary<string> =>
  fc.string({ ...constraints, unit: codePoint });
