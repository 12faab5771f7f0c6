import { hash } from 'node:crypto';
import {
  FRAGMENT_BYTES_PER_THEME,
  FRAGMENT_NAMES_PER_THEME,
  FRAGMENTS_PER_THEME,
  PAGE_BYTES,
  PIECES_PER_PAGE,
} from '../../limits.ts';
import type { RenderedPage, Version } from '../../messages/protocol.ts';
import { Fragment, moveOut } from './fragment.ts';
import { PageBody, type PagePart } from './page-body.ts';

/** Memory of a theme's entry, of a fragment and of a name, besides the bytes of fragments. */
const ENTRY_BYTES = 1_000;
const FRAGMENT_BYTES = 300;
const NAME_BYTES = 50;

/** What one version of a theme shows of one version of its site's content. */
interface Versions {
  readonly theme: Version;
  readonly content: Version;
}

/**
 * The fragments of one version of a theme and of its site's content. Each worker has names of its own for them, and can name only what it has sent
 * itself: a render process that was taken over reaches nothing of others.
 */
export class PageFragments {
  readonly id: number;
  readonly themeId: string;
  readonly #versions: Versions;
  readonly #changed: () => void;
  /** By SHA-256: equal bytes are kept once. */
  readonly #all = new Map<string, Fragment>();
  /** By the number of a worker's connection, then by the worker's name. */
  readonly #names = new Map<number, Map<number, Fragment>>();
  #namesInAll = 0;
  #isFull = false;
  /** Bytes of all fragments, and of their encoded forms. */
  bytes = 0;
  encodedBytes = 0;

  /** @param changed hears that the size has changed */
  constructor(id: number, versions: Versions, changed: () => void) {
    this.id = id;
    this.themeId = versions.theme.id;
    this.#versions = versions;
    this.#changed = changed;
  }

  /** How many fragments there are. */
  get count(): number {
    return this.#all.size;
  }

  /** Memory that is taken, bytes. */
  get size(): number {
    return (
      ENTRY_BYTES + this.bytes + this.encodedBytes + FRAGMENT_BYTES * this.#all.size + NAME_BYTES * this.#namesInAll
    );
  }

  /** Whether a fragment could not be kept. */
  get isFull(): boolean {
    return this.#isFull;
  }

  isOf({ theme, content }: Versions): boolean {
    const own = this.#versions;
    return (
      own.theme.version === theme.version &&
      own.content.version === content.version &&
      own.content.id === content.id &&
      own.theme.id === theme.id
    );
  }

  /**
   * Puts a page together. To be called in the order in which a worker has sent its pages: a page names fragments that pages before it have brought.
   * @param connection the connection that the page came by
   * @param page its `pieces` may be anything
   * @returns null for a page that names a fragment that is not there, or whose lengths are wrong
   */
  read(connection: number, { body, pieces }: Pick<RenderedPage, 'body' | 'pieces'>): PageBody | null {
    if (!areSound(pieces, body.length)) return null;
    const names = this.#names.get(connection) ?? new Map<number, Fragment>();
    const fresh: Fragment[] = [];
    const page = this.#read(names, body, pieces, fresh);
    if (names.size > 0) this.#names.set(connection, names);
    if (fresh.length > 0) {
      moveOut(fresh);
      this.#changed();
    }
    return page;
  }

  #read(names: Map<number, Fragment>, body: Uint8Array, pieces: readonly number[], fresh: Fragment[]): PageBody | null {
    const parts: PagePart[] = [];
    let at = 0;
    let length = body.length;
    for (let index = 0; index < pieces.length; index += 3) {
      const newBytes = pieces[index] ?? 0;
      const name = pieces[index + 1] ?? 0;
      const definedBytes = pieces[index + 2] ?? 0;
      if (newBytes > 0) parts.push(body.subarray(at, at + newBytes));
      at += newBytes;
      if (definedBytes > 0) {
        parts.push(this.#define(names, name, body.subarray(at, at + definedBytes), fresh));
        at += definedBytes;
        continue;
      }
      const known = names.get(name);
      if (!known) return null;
      parts.push(known);
      length += known.bytes.length;
      if (length > PAGE_BYTES) return null;
    }
    if (at < body.length) parts.push(body.subarray(at));
    return new PageBody(parts, length);
  }

  /** Gives a name to a fragment of these bytes; where there is no room for the fragment, nothing has the name any more. @returns the part of the page */
  #define(names: Map<number, Fragment>, name: number, bytes: Uint8Array, fresh: Fragment[]): PagePart {
    if (names.delete(name)) this.#namesInAll--;
    const fragment = this.#namesInAll < FRAGMENT_NAMES_PER_THEME ? this.#kept(bytes, fresh) : null;
    if (!fragment) {
      this.#isFull = true;
      return bytes;
    }
    names.set(name, fragment);
    this.#namesInAll++;
    return fragment;
  }

  #kept(bytes: Uint8Array, fresh: Fragment[]): Fragment | null {
    const digest = hash('sha256', bytes, 'base64');
    const known = this.#all.get(digest);
    if (known) return known;
    if (this.#all.size >= FRAGMENTS_PER_THEME || this.bytes + bytes.length > FRAGMENT_BYTES_PER_THEME) return null;
    const fragment = new Fragment(bytes, (more) => {
      this.encodedBytes += more;
      this.#changed();
    });
    this.#all.set(digest, fragment);
    this.bytes += bytes.length;
    fresh.push(fragment);
    return fragment;
  }
}

/** Whether these are the pieces of an answer with so many bytes. A worker may send anything. */
function areSound(pieces: unknown, bytes: number): pieces is readonly number[] {
  if (!Array.isArray(pieces) || pieces.length % 3 !== 0 || pieces.length > 3 * PIECES_PER_PAGE) return false;
  let left = bytes;
  for (let index = 0; index < pieces.length; index++) {
    const number: unknown = pieces[index];
    if (typeof number !== 'number' || number >>> 0 !== number) return false;
    if (index % 3 !== 1) left -= number;
  }
  return left >= 0;
}
