import type { Socket } from 'node:net';

/** A message begins with two lengths: of all that follows, and of the JSON in it. */
const PREFIX_BYTES = 8;
/** The longest message, bytes: twice the files of the largest theme. */
const MESSAGE_BYTES = 256 * 1024 * 1024;

/** For a message without bytes beside its JSON. */
export const NO_BYTES = new Uint8Array();

/**
 * Writes a message as JSON: V8 writes and reads JSON three times as fast as structured clones, and clones keep memory until V8 collects its whole
 * heap (test/sandbox/young-collections.service.test.ts).
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

/** Sends and receives messages over a socket, whole and in order: JSON, and bytes beside the JSON. Invalid bytes close the socket. */
export class Channel<Sent, Heard> {
  readonly #socket: Socket;
  readonly #hear: (message: Heard, bytes: Uint8Array) => void;
  /** Received bytes of messages that are not complete yet. */
  #chunks: Buffer[] = [];
  #bytes = 0;
  /** With fewer bytes no message can be complete. */
  #expectedBytes = PREFIX_BYTES;

  /** @param closed called once, when the other side has closed and all of its messages have been heard */
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

  /** A message to a closed connection is lost. @param bytes what goes beside the JSON @param left called once the message has left */
  send(message: Sent, bytes: Uint8Array = NO_BYTES, left?: () => void): void {
    if (this.#socket.writable) this.#socket.write(encode(message, bytes), left);
  }

  /** Sends the messages of several calls of `send` in one piece. */
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

  /** Bytes of the first message; of its lengths where these have not come yet. */
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
