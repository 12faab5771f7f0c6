/** Where a fragment stands in a page: so many bytes of other text after another fragment. */
export interface Place {
  readonly after: Fragment;
  readonly gap: number;
}

/** A fragment in the form in which most visitors get it. Who sends pages makes this form (`src/http/site/compression/`). */
export interface EncodedFragment {
  /** The place where these bytes may be read, because they repeat what stands in the other fragment; null for any place. */
  readonly place: Place | null;
  readonly bytes: Uint8Array;
  /** The checksum of the fragment's own bytes, and the factor for the checksum of the bytes before them (`followedBy`). */
  readonly checksum: number;
  readonly factor: number;
}

/** Bytes that stay the same from page to page: the text of a run that a worker has given a name. */
export class Fragment {
  #bytes: Uint8Array;
  #anywhere: EncodedFragment | null = null;
  /** For one place, the last that `keepEncoded` was called for. */
  #inPlace: EncodedFragment | null = null;
  #places = 0;
  readonly #grew: (bytes: number) => void;

  /** @param grew hears how many bytes more the fragment keeps */
  constructor(bytes: Uint8Array, grew: (bytes: number) => void) {
    this.#bytes = bytes;
    this.#grew = grew;
  }

  get bytes(): Uint8Array {
    return this.#bytes;
  }

  /** A form of any place; null until `keepEncoded` is called. */
  get encoded(): EncodedFragment | null {
    return this.#anywhere ?? this.#inPlace;
  }

  /** For how many places the fragment was encoded so far. */
  get places(): number {
    return this.#places;
  }

  /** The form that may be sent where the fragment stands `gap` bytes after another one, or has none before it. */
  encodedAt(after: Fragment | null, gap: number): EncodedFragment | null {
    const place = this.#inPlace?.place;
    return place && place.after === after && place.gap === gap ? this.#inPlace : this.#anywhere;
  }

  /** Keeps a copy, for all pages that have the fragment at its place, beside the form for any place. */
  keepEncoded({ bytes, ...encoded }: EncodedFragment): void {
    const own = ownBytes(bytes.length);
    own.set(bytes);
    const kept = { ...encoded, bytes: own };
    let before: EncodedFragment | null;
    if (encoded.place) {
      [before, this.#inPlace] = [this.#inPlace, kept];
      this.#places++;
    } else [before, this.#anywhere] = [this.#anywhere, kept];
    this.#grew(own.length - (before?.bytes.length ?? 0));
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
