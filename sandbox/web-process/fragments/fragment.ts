/** A fragment in the form in which most visitors get it. Who sends pages makes this form (`src/http/site/compression/`). */
export interface EncodedFragment {
  readonly bytes: Uint8Array;
  /** The checksum of the fragment's own bytes, and the factor for the checksum of the bytes before them (`followedBy`). */
  readonly checksum: number;
  readonly factor: number;
}

/** Bytes that stay the same from page to page: the text of a run that a worker has given a name. */
export class Fragment {
  #bytes: Uint8Array;
  #encoded: EncodedFragment | null = null;
  readonly #grew: (bytes: number) => void;

  /** @param grew hears how many bytes more the fragment keeps */
  constructor(bytes: Uint8Array, grew: (bytes: number) => void) {
    this.#bytes = bytes;
    this.#grew = grew;
  }

  get bytes(): Uint8Array {
    return this.#bytes;
  }

  /** Null until `keepEncoded` is called. */
  get encoded(): EncodedFragment | null {
    return this.#encoded;
  }

  /** Keeps a copy, for all pages that have the fragment. */
  keepEncoded({ bytes, ...encoded }: EncodedFragment): void {
    const before = this.#encoded?.bytes.length ?? 0;
    const own = ownBytes(bytes.length);
    own.set(bytes);
    this.#encoded = { ...encoded, bytes: own };
    this.#grew(own.length - before);
  }

  /** Moves the bytes into a buffer that belongs to fragments alone, from `at` on. @returns where the bytes of the next fragment may begin */
  moveTo(own: Uint8Array, at: number): number {
    const next = at + this.#bytes.length;
    own.set(this.#bytes, at);
    this.#bytes = own.subarray(at, next);
    return next;
  }
}

/** Moves fragments out of the chunk of a socket, all into one buffer: thousands of small ones would leave holes in memory. */
export function moveOut(fragments: readonly Fragment[]): void {
  const own = ownBytes(fragments.reduce((bytes, fragment) => bytes + fragment.bytes.length, 0));
  let at = 0;
  for (const fragment of fragments) at = fragment.moveTo(own, at);
}

/** A buffer that holds nothing else: a small one of `allocUnsafe` would keep the memory of its neighbours. */
const ownBytes = (length: number): Uint8Array => Buffer.allocUnsafeSlow(length);
