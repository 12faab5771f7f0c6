import type { Socket } from 'node:net';

/** In front of each message: how many bytes follow, and how many of them are the message's JSON. */
const PREFIX_BYTES = 8;
/** The longest message: twice what the files of the largest theme take, bytes. */
const MESSAGE_BYTES = 256 * 1024 * 1024;

/** For a message without bytes beside its JSON. */
export const NO_BYTES = new Uint8Array();

/**
 * JSON, which V8 reads and writes three times as fast as it clones, and of which nothing is left: what clones stay until a young
 * collection has seen the cloner go, and then whole pages with them until all of the heap is looked through.
 */
function encode(message: unknown, bytes: Uint8Array): Buffer {
  const json = JSON.stringify(message);
  const jsonBytes = Buffer.byteLength(json);
  const encoded = Buffer.allocUnsafe(PREFIX_BYTES + jsonBytes + bytes.length);
  encoded.writeUInt32LE(jsonBytes + bytes.length, 0);
  encoded.writeUInt32LE(jsonBytes, 4);
  encoded.write(json, PREFIX_BYTES);
  encoded.set(bytes, PREFIX_BYTES + jsonBytes);
  return encoded;
}

/** @returns the message, and a view of the bytes beside it, not a copy @throws Error when the bytes are no message */
function decode(body: Buffer, jsonBytes: number): { readonly message: unknown; readonly bytes: Uint8Array } {
  const { buffer, byteOffset, length } = body;
  const bytes = new Uint8Array(buffer, byteOffset + jsonBytes, length - jsonBytes);
  return { message: JSON.parse(body.toString('utf8', 0, jsonBytes)), bytes };
}

/**
 * Messages over a socket, whole and in order: what JSON can say, with bytes beside it. After invalid bytes nothing more is read from the other
 * side.
 */
export class Channel<Sent, Heard> {
  readonly #socket: Socket;
  readonly #hear: (message: Heard, bytes: Uint8Array) => void;
  /** Received bytes of messages that are not complete yet. */
  #chunks: Buffer[] = [];
  #bytes = 0;
  /** With fewer bytes no message can be complete. */
  #expectedBytes = PREFIX_BYTES;

  /** @param closed called once: the other side has closed, and all that it had sent has been read */
  constructor(socket: Socket, { heard, closed }: { heard(message: Heard, bytes: Uint8Array): void; closed(): void }) {
    this.#socket = socket;
    this.#hear = heard;
    socket.on('data', (chunk: Buffer) => this.#take(chunk));
    socket.on('error', () => undefined);
    socket.once('close', closed);
  }

  /** Whether some sent bytes have not been written to the socket yet. */
  get isSending(): boolean {
    return this.#socket.writableLength > 0;
  }

  /** A message to a closed connection is lost. @param bytes what goes beside it @param left called once it has left */
  send(message: Sent, bytes: Uint8Array = NO_BYTES, left?: () => void): void {
    if (this.#socket.writable) this.#socket.write(encode(message, bytes), left);
  }

  /** What `send` sends meanwhile leaves at once. */
  together(send: () => void): void {
    this.#socket.cork();
    send();
    this.#socket.uncork();
  }

  #take(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    if (this.#bytes < this.#expectedBytes) return;
    let rest = this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks, this.#bytes);
    while (rest.length >= this.#lengthOfFirst(rest)) {
      const first = this.#decodeFirst(rest);
      if (!first) return;
      rest = rest.subarray(this.#expectedBytes);
      this.#hear(first.message as Heard, first.bytes);
    }
    this.#chunks = rest.length > 0 ? [rest] : [];
    this.#bytes = rest.length;
  }

  /** Computes how many bytes the first message needs, as far as that is known. */
  #lengthOfFirst(bytes: Buffer): number {
    this.#expectedBytes = PREFIX_BYTES;
    if (bytes.length >= PREFIX_BYTES) this.#expectedBytes += bytes.readUInt32LE(0);
    if (this.#expectedBytes > MESSAGE_BYTES) this.#socket.destroy();
    return this.#expectedBytes;
  }

  #decodeFirst(bytes: Buffer): ReturnType<typeof decode> | null {
    try {
      return decode(bytes.subarray(PREFIX_BYTES, this.#expectedBytes), bytes.readUInt32LE(4));
    } catch {
      this.#socket.destroy();
      return null;
    }
  }
}
