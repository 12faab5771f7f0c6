/** What the load wants to know of an answer. */
export interface AnswerHead {
  readonly status: number;
  /** It carries `Cache-Status`: the page was rendered from what is resident, without asking the database. */
  readonly stale: boolean;
  /** The server will close the connection. */
  readonly closes: boolean;
}

const HEAD_END = '\r\n\r\n';
const LINE_END = '\r\n';

/** Reads one HTTP/1.1 answer after another and drops the bodies. */
export class AnswerReader {
  #head: AnswerHead | null = null;
  /** Bytes of the head, or of the line that tells a chunk's size, which have no end yet. */
  #unread: Buffer = Buffer.alloc(0);
  /** Bytes of the body that are still to come, or of its current chunk. */
  #left = 0;
  #chunked = false;
  #lastChunk = false;

  /** @returns the answer when these bytes complete it */
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
