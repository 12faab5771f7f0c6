/**
 * How bytes go to the process of pictures and back: pieces, each with its length before it (four bytes, the highest first). A file that is
 * sent is an order in JSON, pieces of bytes, and an empty piece; an answer is JSON, and a piece for each file.
 */

const LENGTH_BYTES = 4;

/** What stands before a piece. */
export function lengthOf(piece: Uint8Array): Buffer {
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(piece.length);
  return length;
}

/** Thrown for a piece that is longer than any can be. */
export class PieceTooLong extends Error {
  override name = 'PieceTooLong';
}

/** Takes bytes as they come, and gives whole pieces. */
export class PieceReader {
  readonly #longest: number;
  readonly #take: (piece: Buffer) => void;
  #waiting: Buffer[] = [];
  #size = 0;
  /** Of the piece whose length has been read. */
  #expected: number | null = null;

  /** @param longest bytes of a piece @param take gets each piece, in order */
  constructor(longest: number, take: (piece: Buffer) => void) {
    this.#longest = longest;
    this.#take = take;
  }

  /** @throws PieceTooLong */
  push(chunk: Buffer): void {
    this.#waiting.push(chunk);
    this.#size += chunk.length;
    for (;;) {
      if (this.#expected === null) {
        const length = this.#cut(LENGTH_BYTES);
        if (length === null) return;
        this.#expected = length.readUInt32BE();
        if (this.#expected > this.#longest) throw new PieceTooLong();
      }
      const piece = this.#cut(this.#expected);
      if (piece === null) return;
      this.#expected = null;
      this.#take(piece);
    }
  }

  #cut(length: number): Buffer | null {
    if (this.#size < length) return null;
    const all = this.#waiting.length === 1 ? (this.#waiting[0] as Buffer) : Buffer.concat(this.#waiting);
    this.#waiting = all.length > length ? [all.subarray(length)] : [];
    this.#size -= length;
    return all.subarray(0, length);
  }
}
