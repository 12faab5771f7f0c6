import { AbstractMessageReader, type DataCallback, type Disposable, type Message } from 'vscode-languageserver/node';

/** Longest message, bytes: an editor sends the whole text of a file in one, with every sign escaped at worst. */
const MESSAGE_BYTES = 256 * 1024 * 1024;

/** Longest head of a message, bytes. */
const HEAD_BYTES = 8 * 1024;

const HEAD_END = Buffer.from('\r\n\r\n');

/** A text whose frame is right, and that is no message of the protocol. */
export class NoMessage extends Error {}

/**
 * Reads the messages of an input. The library's own reader waits for ever where a length is negative or endless; here that is an error, after
 * which nothing is read.
 */
export class FrameReader extends AbstractMessageReader {
  readonly #input: NodeJS.ReadableStream;
  #chunks: Buffer[] = [];
  #bytes = 0;
  /** Of the message that is being read; null while its head is. */
  #length: number | null = null;
  #isBroken = false;

  constructor(input: NodeJS.ReadableStream) {
    super();
    this.#input = input;
  }

  listen(callback: DataCallback): Disposable {
    const read = (chunk: Buffer) => {
      if (this.#isBroken) return;
      this.#chunks.push(chunk);
      this.#bytes += chunk.length;
      try {
        while (this.#readOne(callback));
      } catch (error) {
        this.#isBroken = true;
        this.fireError(error);
      }
    };
    const end = () => this.fireClose();
    this.#input.on('data', read).on('end', end).on('error', end);
    return { dispose: () => void this.#input.off('data', read).off('end', end).off('error', end) };
  }

  /** @returns whether there may be another one */
  #readOne(callback: DataCallback): boolean {
    if (this.#length === null) {
      const bytes = this.#joined();
      const end = bytes.subarray(0, HEAD_BYTES).indexOf(HEAD_END);
      if (end < 0) {
        if (bytes.length >= HEAD_BYTES) throw new Error('l’en-tête d’un message ne finit pas');
        return false;
      }
      this.#length = lengthIn(bytes.subarray(0, end).toString('latin1'));
      this.#keep(bytes.subarray(end + HEAD_END.length));
    }
    if (this.#bytes < this.#length) return false;
    const bytes = this.#joined();
    const body = bytes.subarray(0, this.#length);
    this.#keep(bytes.subarray(this.#length));
    this.#length = null;
    try {
      const message: unknown = JSON.parse(body.toString());
      if (typeof message !== 'object' || message === null || Array.isArray(message)) throw new NoMessage();
      // The library throws at a message that lacks what every one has.
      callback(message as Message);
    } catch {
      this.fireError(new NoMessage());
    }
    return true;
  }

  /** Chunks are joined when a head is searched, and when a body is complete. */
  #joined(): Buffer {
    const [first = Buffer.alloc(0)] = this.#chunks;
    const joined = this.#chunks.length > 1 ? Buffer.concat(this.#chunks) : first;
    this.#chunks = [joined];
    return joined;
  }

  #keep(rest: Buffer): void {
    this.#chunks = [rest];
    this.#bytes = rest.length;
  }
}

/** @throws Error with the end of a sentence, in French */
function lengthIn(head: string): number {
  const given = /^content-length:[ \t]*(.*?)[ \t]*$/im.exec(head)?.[1];
  if (given === undefined) throw new Error('un message n’a pas d’en-tête « Content-Length »');
  const length = /^\d+$/.test(given) ? Number(given) : Number.NaN;
  if (!(length <= MESSAGE_BYTES)) throw new Error(`« Content-Length: ${given.slice(0, 40)} » n’est pas une longueur`);
  return length;
}
