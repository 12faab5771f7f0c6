import { crc32 } from 'node:zlib';
import { bytesOf, type PageBody, type PagePart } from '../../../../sandbox/index.ts';
import { followedBy } from './checksum.ts';

/** Bytes of a page that stand one after the other and are not deflated. */
export interface PlainBlock {
  readonly buffers: readonly Uint8Array[];
  readonly length: number;
}

/** A block of a gzip file: deflated bytes that end with a full flush; or a plain block of 65,535 bytes at most, which is stored as it is. */
export type Block = Uint8Array | PlainBlock;

/** Deflate, no name, no time, no system (RFC 1952). */
const HEADER = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff);
/** An empty block that says that it is the last (RFC 1951). */
const LAST_BLOCK = Uint8Array.of(3, 0);
const TRAILER_BYTES = 8;
/** The head of a block that is stored: its kind, its length twice. */
const STORED_HEAD_BYTES = 5;

/** A gzip file of these blocks, which give the page. */
export function gzipFile(blocks: readonly Block[], { parts, length }: PageBody): Buffer {
  let size = HEADER.length + LAST_BLOCK.length + TRAILER_BYTES;
  for (const block of blocks) size += block instanceof Uint8Array ? block.length : STORED_HEAD_BYTES + block.length;
  const file = Buffer.allocUnsafe(size);
  file.set(HEADER, 0);
  let at = HEADER.length;
  for (const block of blocks) at = block instanceof Uint8Array ? put(block, file, at) : store(block, file, at);
  file.set(LAST_BLOCK, at);
  file.writeUInt32LE(checksumOf(parts), size - TRAILER_BYTES);
  file.writeUInt32LE(length, size - TRAILER_BYTES / 2);
  return file;
}

function checksumOf(parts: readonly PagePart[]): number {
  let checksum = 0;
  for (const part of parts) {
    const encoded = part instanceof Uint8Array ? null : part.encoded;
    checksum = encoded ? followedBy(checksum, encoded.checksum, encoded.factor) : crc32(bytesOf(part), checksum);
  }
  return checksum;
}

/** @returns where the next block begins */
function put(bytes: Uint8Array, file: Buffer, at: number): number {
  file.set(bytes, at);
  return at + bytes.length;
}

function store({ buffers, length }: PlainBlock, file: Buffer, at: number): number {
  file[at] = 0;
  file.writeUInt16LE(length, at + 1);
  file.writeUInt16LE(0xffff - length, at + 3);
  let next = at + STORED_HEAD_BYTES;
  for (const buffer of buffers) next = put(buffer, file, next);
  return next;
}
