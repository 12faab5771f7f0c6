import { cbor } from './authenticator.ts';

/** An attestation of kind `none` around these authenticator data. */
const around = (authData: Buffer): Buffer =>
  cbor(new Map<string, never>(Object.entries({ fmt: 'none', attStmt: new Map(), authData }) as [string, never][]));

/** Authenticator data whose key, or whose extensions, are this byte again and again. */
function longData(byte: number, flags = 0x40): Buffer {
  const head = [Buffer.alloc(32), Buffer.from([0x05 | flags]), Buffer.alloc(4)];
  return Buffer.concat([...head, Buffer.alloc(16), Buffer.from([0, 16]), Buffer.alloc(16), Buffer.alloc(5_000, byte)]);
}

/** Attestations that no authenticator writes, each as long as the contract lets it be. */
export const HOSTILE_CBOR: readonly (readonly [string, Buffer])[] = [
  ['what is no CBOR', Buffer.from('{"fmt":"none"}')],
  ['thousands of lists in each other', Buffer.alloc(6_000, 0x81)],
  ['maps in each other', Buffer.alloc(6_000, 0xa1)],
  ['tags in each other', Buffer.alloc(6_000, 0xc1)],
  ['a list that says it has 2^32 things', Buffer.from([0x9a, 0xff, 0xff, 0xff, 0xff])],
  ['a map that says it has 2^64 things', Buffer.from([0xbb, ...Array<number>(8).fill(0xff)])],
  ['bytes that say they are 2^64', Buffer.from([0x5b, ...Array<number>(8).fill(0xff)])],
  ['a list without an end', Buffer.alloc(6_000, 0x9f)],
  ['authenticator data of one byte', around(Buffer.from([1]))],
  ['a key that is a list in lists', around(longData(0x81))],
  ['extensions in each other', around(longData(0xa1, 0xc0))],
];
