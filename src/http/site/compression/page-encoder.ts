import { Semaphore } from '../../../../concurrency/semaphore.ts';
import {
  bytesOf,
  type EncodedFragment,
  type Fragment,
  type PageBody,
  type PagePart,
} from '../../../../sandbox/index.ts';
import { deflateQuickly, deflateQuicklyHere } from './deflate.ts';
import { FragmentDeflater } from './fragment-deflater.ts';
import { type Block, gzipFile, type PlainBlock } from './gzip-file.ts';

/** A plain block of so many bytes at most is stored as it is, beside what is deflated: to deflate it takes 12 µs and saves half of it. */
const MOST_STORED_BYTES = 1024;
/** So many bytes of one page at most are deflated in this thread, which needs as long to hand them to another one. */
const MOST_HERE_BYTES = 8 * 1024;
/** A page with more plain blocks to deflate is deflated as a whole. */
const MOST_PLAIN_BLOCKS = 8;
/** Fragments with so much between them at most are beside each other. */
const MOST_GAP_BYTES = 1024;
/** How many pages are deflated at a time in zlib's four threads, which other work needs, too. */
const AT_WORK = 2;
/** Pages that have more bytes to deflate wait for turns of their own. */
const LONG_BYTES = 256 * 1024;
const LONG_AT_WORK = 1;

/** Makes gzip files of pages, out of fragments that are deflated once and the new text of each page (docs/decisions/fragments.md). */
export class PageEncoder {
  readonly #deflater = new FragmentDeflater();
  readonly #turns = new Semaphore(AT_WORK, Number.POSITIVE_INFINITY);
  readonly #longTurns = new Semaphore(LONG_AT_WORK, Number.POSITIVE_INFINITY);

  /** @returns a promise only where another thread has to deflate */
  gzip(page: PageBody): Buffer | Promise<Buffer> {
    const blocks = this.#blocksOf(page.parts);
    const open = toDeflate(blocks);
    if (open.length === 0) return gzipFile(blocks, page);
    if (open.length > MOST_PLAIN_BLOCKS) return this.#gzipElsewhere([wholeOf(page)], page);
    if (bytesIn(open) > MOST_HERE_BYTES) return this.#gzipElsewhere(blocks, page);
    for (const block of open) blocks[blocks.indexOf(block)] = deflateQuicklyHere(joined(block));
    return gzipFile(blocks, page);
  }

  #gzipElsewhere(blocks: Block[], page: PageBody): Promise<Buffer> {
    const open = toDeflate(blocks);
    const turns = bytesIn(open) > LONG_BYTES ? this.#longTurns : this.#turns;
    return turns.run(async () => {
      for (const block of open) blocks[blocks.indexOf(block)] = await deflateQuickly(joined(block));
      return gzipFile(blocks, page);
    });
  }

  /** The deflated fragments of a page, and the plain blocks between them. Has the other fragments deflated for the next pages. */
  #blocksOf(parts: readonly PagePart[]): Block[] {
    const blocks: Block[] = [];
    let buffers: Uint8Array[] | null = null;
    let length = 0;
    let after: Fragment | null = null;
    let gap = 0;
    for (const part of parts) {
      let encoded: EncodedFragment | null = null;
      if (part instanceof Uint8Array) gap += part.length;
      else {
        if (gap > MOST_GAP_BYTES) after = null;
        encoded = part.encodedAt(after, gap);
        if (!encoded) this.#deflater.want(part, after && { after, gap });
        after = part;
        gap = 0;
      }
      if (encoded) {
        if (buffers) blocks.push({ buffers, length });
        buffers = null;
        length = 0;
        blocks.push(encoded.bytes);
        continue;
      }
      const bytes = bytesOf(part);
      buffers ??= [];
      buffers.push(bytes);
      length += bytes.length;
    }
    if (buffers) blocks.push({ buffers, length });
    return blocks;
  }
}

/** The plain blocks that are too long to be stored, or have nothing beside them that is deflated. */
const toDeflate = (blocks: readonly Block[]): PlainBlock[] =>
  blocks.filter(
    (block): block is PlainBlock =>
      !(block instanceof Uint8Array) && (block.length > MOST_STORED_BYTES || blocks.length === 1),
  );

const bytesIn = (plain: readonly PlainBlock[]): number => plain.reduce((bytes, { length }) => bytes + length, 0);

const wholeOf = ({ parts, length }: PageBody): PlainBlock => ({ buffers: parts.map(bytesOf), length });

function joined({ buffers, length }: PlainBlock): Uint8Array {
  const [first] = buffers;
  return first && buffers.length === 1 ? first : Buffer.concat(buffers, length);
}
