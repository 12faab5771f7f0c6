import type { Fragment } from './fragment.ts';

/** A part of a page: bytes of this page alone, or a fragment. */
export type PagePart = Uint8Array | Fragment;

export const bytesOf = (part: PagePart): Uint8Array => (part instanceof Uint8Array ? part : part.bytes);

/** The HTML of a page, UTF-8, in the order of its parts. */
export class PageBody {
  readonly parts: readonly PagePart[];
  readonly length: number;

  /** @param length bytes of all parts */
  constructor(parts: readonly PagePart[], length: number) {
    this.parts = parts;
    this.length = length;
  }

  /** All bytes, to be read only: fragments belong to other pages, too. */
  bytes(): Buffer {
    const { parts, length } = this;
    const [first] = parts;
    if (first && parts.length === 1) {
      const { buffer, byteOffset } = bytesOf(first);
      return Buffer.from(buffer, byteOffset, length);
    }
    const joined = Buffer.allocUnsafe(length);
    let at = 0;
    for (const part of parts) {
      const bytes = bytesOf(part);
      joined.set(bytes, at);
      at += bytes.length;
    }
    return joined;
  }
}

/** A page that came as text. */
export const textBody = (bytes: Uint8Array): PageBody => new PageBody([bytes], bytes.length);
