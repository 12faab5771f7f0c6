import type { Readable } from 'node:stream';
import { UUID } from '../../../engine/text/uuid.ts';

/** Bytes of a file from the first to the last, both included, from 0 on. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

export interface StoredFile {
  readonly key: string;
  readonly bytes: number;
  /** Milliseconds since 1970. */
  readonly storedAt: number;
}

/**
 * Where the bytes of the library are: a folder (`FolderStore`) or a bucket (`BucketStore`). Keys are ours (`originalKey`, `variantKey`), never taken from
 * input. A file is there whole or not at all, also after `kill -9`. What a store cannot do at the moment throws `StoreAway`.
 */
export interface MediaStore {
  /** Stores a file of the disk, which stays. @param sha256 of its bytes, hexadecimal */
  putFile(key: string, path: string, facts: { readonly bytes: number; readonly sha256: string }): Promise<void>;
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** @returns null where there is no such file */
  read(key: string): Promise<Buffer | null>;
  /** @returns null where there is no such file; the caller reads the stream to its end or destroys it */
  stream(key: string, range?: ByteRange): Promise<Readable | null>;
  /** Removes files; one that is not there is no fault. */
  remove(keys: readonly string[]): Promise<void>;
  /** The files whose keys begin with a text, in any order. */
  list(prefix: string): AsyncIterable<StoredFile>;
}

/** All that a site has, in front of the rest of a key. */
export const originalsOf = (siteId: string): string => `originaux/${siteId}/`;
export const variantsOf = (siteId: string): string => `variantes/${siteId}/`;

/** Key of a file as it was uploaded. @param object `objet` of its row */
export const originalKey = (siteId: string, object: string): string => `${originalsOf(siteId)}${object}`;

/** Key of a variant. @param sha256 of the file as it was uploaded, hexadecimal @param name `nom` of its row */
export const variantKey = (siteId: string, sha256: string, name: string): string =>
  `${variantsOf(siteId)}${sha256}/${name}`;

/** What a key names; null for a text that is none of `originalKey` and `variantKey`. */
export function readKey(key: string): KeyPlace | null {
  const [, siteId = '', object = ''] = ORIGINAL_KEY.exec(key) ?? [];
  if (object !== '') return { kind: 'original', siteId, object };
  const [, ofSite = '', sha256 = '', name = ''] = VARIANT_KEY.exec(key) ?? [];
  return name === '' ? null : { kind: 'variant', siteId: ofSite, sha256, name };
}

type KeyPlace =
  | { readonly kind: 'original'; readonly siteId: string; readonly object: string }
  | { readonly kind: 'variant'; readonly siteId: string; readonly sha256: string; readonly name: string };

const ORIGINAL_KEY = new RegExp(`^originaux/(${UUID})/([0-9a-f]{64}-[0-9a-f]{16})$`);
const VARIANT_KEY = new RegExp(`^variantes/(${UUID})/([0-9a-f]{64})/([0-9a-z][0-9a-z.-]{0,59})$`);

/** Parts of letters, digits, dots and dashes, none of which begins with a dot. */
const KEY = /^(?:originaux|variantes)(?:\/[0-9a-z][0-9a-z.-]*)*$/;

/** Whether a text is a key of this program, or the beginning of keys up to a slash. */
export const isKey = (text: string): boolean => KEY.test(text);

/** @throws Error when a text is no key, as one that leads out of the store */
export function assertKey(key: string): void {
  if (!isKey(key)) throw new Error('a key of the store of medias is malformed');
}
