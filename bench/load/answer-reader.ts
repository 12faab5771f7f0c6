/** The parts of an answer's head that the load generator uses. */
export interface AnswerHead {
  readonly status: number;
  /** It has the header `Cache-Status`: the page was served from memory, because the database was away. */
  readonly stale: boolean;
  /** The server will close the connection. */
  readonly closes: boolean;
}

const HEAD_END = '\r\n\r\n';
const LINE_END = '\r\n';

/** Reads HTTP/1.1 answers one after the other, without their bodies. */
export class AnswerReader {
  #head: AnswerHead | null = null;
  /** Bytes of an incomplete head, or of an incomplete line with a chunk's size. */
  #unread: Buffer = Buffer.alloc(0);
  /** Bytes of the body, or of its current chunk, that have not arrived yet. */
  #left = 0;
  #chunked = false;
  #lastChunk = false;

  /** @returns the answer when these bytes complete it, else null */
  push(bytes: Buffer): AnswerHead | null {
    let rest = this.#unread.length > 0 ? Buffer.concat([this.#unread, bytes]) : bytes;
    this.#unread = rest.subarray(0, 0);
    if (!this.#head) {
      const end = rest.indexOf(HEAD_END);
      if (end === -1) {
        this.#unread = rest;
        return null;
      }
      this.#readHead(rest.toString('latin1', 0, end));
      rest = rest.subarray(end + HEAD_END.length);
    }
    return (this.#chunked ? this.#skipChunks(rest) : this.#skip(rest.length)) ? this.#finish() : null;
  }

  #readHead(head: string): void {
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
    this.#chunked = length === undefined && /\r\ntransfer-encoding: *chunked/i.test(head);
    this.#lastChunk = false;
    this.#left = Number(length ?? 0);
    this.#head = {
      status: Number(head.slice(9, 12)),
      stale: /\r\ncache-status:/i.test(head),
      closes: /\r\nconnection: *close/i.test(head),
    };
  }

  #skip(bytes: number): boolean {
    this.#left -= bytes;
    return this.#left <= 0;
  }

  /** @returns whether the last chunk has ended */
  #skipChunks(bytes: Buffer): boolean {
    let rest = bytes;
    for (;;) {
      const skipped = Math.min(this.#left, rest.length);
      this.#left -= skipped;
      rest = rest.subarray(skipped);
      if (this.#left > 0) return false;
      if (this.#lastChunk) return true;
      const end = rest.indexOf(LINE_END);
      if (end === -1) {
        this.#unread = rest;
        return false;
      }
      const size = Number.parseInt(rest.toString('latin1', 0, end), 16);
      this.#lastChunk = size === 0;
      this.#left = size + LINE_END.length;
      rest = rest.subarray(end + LINE_END.length);
    }
  }

  #finish(): AnswerHead | null {
    const head = this.#head;
    this.#head = null;
    return head;
  }
}
