import type { Socket } from 'node:net';
import { DefaultDeserializer, DefaultSerializer } from 'node:v8';

/** In front of each message: its length, and the length of the part of it that V8 has written. */
const PREFIX_BYTES = 8;
/** The longest message: twice what the files of the largest theme take, bytes. */
const MESSAGE_BYTES = 256 * 1024 * 1024;

/** Writes bytes beside a message rather than into it, where V8 would copy them each time that it needs more room. */
class MessageSerializer extends DefaultSerializer {
  readonly attachments: Uint8Array[] = [];

  /** Called by V8. */
  _writeHostObject(bytes: unknown): void {
    if (!(bytes instanceof Uint8Array)) throw new TypeError('a message holds bytes of one kind only');
    this.writeUint32(bytes.length);
    this.attachments.push(bytes);
  }
}

class MessageDeserializer extends DefaultDeserializer {
  readonly #attachments: Buffer;
  #read = 0;

  constructor(written: Buffer, attachments: Buffer) {
    super(written);
    this.#attachments = attachments;
  }

  /** Called by V8. @returns a view of what came, not a copy */
  _readHostObject(): Uint8Array {
    const length = this.readUint32();
    const { buffer, byteOffset, length: attached } = this.#attachments.subarray(this.#read, this.#read + length);
    if (attached < length) throw new RangeError('a message holds less than it says');
    this.#read += length;
    return new Uint8Array(buffer, byteOffset, length);
  }
}

function encode(message: unknown): Buffer {
  const serializer = new MessageSerializer();
  serializer.writeHeader();
  serializer.writeValue(message);
  const written = serializer.releaseBuffer();
  const length = serializer.attachments.reduce((sum, bytes) => sum + bytes.length, written.length);
  const prefix = Buffer.allocUnsafe(PREFIX_BYTES);
  prefix.writeUInt32LE(length, 0);
  prefix.writeUInt32LE(written.length, 4);
  return Buffer.concat([prefix, written, ...serializer.attachments], PREFIX_BYTES + length);
}

/** @throws Error when nobody would have written this */
function decode(body: Buffer, writtenLength: number): unknown {
  const deserializer = new MessageDeserializer(body.subarray(0, writtenLength), body.subarray(writtenLength));
  deserializer.readHeader();
  return deserializer.readValue();
}

/**
 * Messages over a socket, whole and in order: anything that can be cloned, with bytes as `Uint8Array`. Whoever writes what is no message
 * is not listened to any more.
 */
export class Channel<Sent, Heard> {
  readonly #socket: Socket;
  readonly #hear: (message: Heard) => void;
  /** What has come of messages that are not there as a whole. */
  #chunks: Buffer[] = [];
  #bytes = 0;
  /** Without so many bytes there is nothing to be read. */
  #awaited = PREFIX_BYTES;

  /** @param closed told once: the other side is gone, and all that it had to say has been heard */
  constructor(socket: Socket, { heard, closed }: { heard(message: Heard): void; closed(): void }) {
    this.#socket = socket;
    this.#hear = heard;
    socket.on('data', (chunk: Buffer) => this.#take(chunk));
    socket.on('error', () => undefined);
    socket.once('close', closed);
  }

  /** Whether something that was sent has not left yet. */
  get isSending(): boolean {
    return this.#socket.writableLength > 0;
  }

  /** A message to somebody who is gone is lost. @param left called once it has left */
  send(message: Sent, left?: () => void): void {
    if (this.#socket.writable) this.#socket.write(encode(message), left);
  }

  #take(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    if (this.#bytes < this.#awaited) return;
    let rest = this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks, this.#bytes);
    while (rest.length >= this.#lengthOfFirst(rest)) {
      const message = this.#decodeFirst(rest);
      if (!message) return;
      rest = rest.subarray(this.#awaited);
      this.#hear(message.value);
    }
    this.#chunks = rest.length > 0 ? [rest] : [];
    this.#bytes = rest.length;
  }

  /** Notes how many bytes the first message needs, as far as that is known. */
  #lengthOfFirst(bytes: Buffer): number {
    this.#awaited = PREFIX_BYTES;
    if (bytes.length >= PREFIX_BYTES) this.#awaited += bytes.readUInt32LE(0);
    if (this.#awaited > MESSAGE_BYTES) this.#socket.destroy();
    return this.#awaited;
  }

  #decodeFirst(bytes: Buffer): { readonly value: Heard } | null {
    try {
      return { value: decode(bytes.subarray(PREFIX_BYTES, this.#awaited), bytes.readUInt32LE(4)) as Heard };
    } catch {
      this.#socket.destroy();
      return null;
    }
  }
}
