/** A fragment as it is sent to most visitors. Whoever sends pages makes it. */
export interface EncodedFragment {
  readonly bytes: Uint8Array;
  /** Of the fragment's own bytes: their checksum, and the factor that adds it to the checksum of what stands before. */
  readonly checksum: number;
  readonly factor: number;
}

/** Bytes of pages that stay the same from page to page. */
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

  /** Null until somebody has made it. */
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

  /** Moves the bytes into a buffer that belongs to fragments alone. @returns where the next ones may begin */
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
