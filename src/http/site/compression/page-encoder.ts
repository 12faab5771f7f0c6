import { Semaphore } from '../../../../concurrency/semaphore.ts';
import { bytesOf, type PageBody, type PagePart } from '../../../../sandbox/index.ts';
import { deflateQuickly, deflateQuicklyHere } from './deflate.ts';
import { FragmentDeflater } from './fragment-deflater.ts';
import { type Block, gzipFile, type Stretch } from './gzip-file.ts';

/** A stretch of so many bytes is stored as it is, beside what is deflated: to deflate them takes 12 µs and saves half of them. */
const STORED_BYTES = 1024;
/** So many bytes of one page are deflated in this thread, which needs as long to hand them to another one. */
const HERE_BYTES = 8 * 1024;
/** A page with more stretches to deflate is deflated as a whole. */
const STRETCHES = 8;
/** How many pages are deflated at a time, because other work needs the four zlib threads, too; and how many of those that have more to deflate. */
const AT_WORK = 2;
const LONG_BYTES = 256 * 1024;
const LONG_AT_WORK = 1;

/** Makes gzip files of pages: of fragments that are deflated once, and of what each page has for itself (docs/decisions/fragments.md). */
export class PageEncoder {
  readonly #deflater = new FragmentDeflater();
  readonly #turns = new Semaphore(AT_WORK, Number.POSITIVE_INFINITY);
  readonly #longTurns = new Semaphore(LONG_AT_WORK, Number.POSITIVE_INFINITY);

  /** @returns a promise only where another thread has to deflate */
  gzip(page: PageBody): Buffer | Promise<Buffer> {
    const blocks = this.#blocksOf(page.parts);
    const open = toDeflate(blocks);
    if (open.length === 0) return gzipFile(blocks, page);
    if (open.length > STRETCHES) return this.#gzipElsewhere([wholeOf(page)], page);
    if (bytesIn(open) > HERE_BYTES) return this.#gzipElsewhere(blocks, page);
    for (const stretch of open) blocks[blocks.indexOf(stretch)] = deflateQuicklyHere(joined(stretch));
    return gzipFile(blocks, page);
  }

  #gzipElsewhere(blocks: Block[], page: PageBody): Promise<Buffer> {
    const open = toDeflate(blocks);
    const turns = bytesIn(open) > LONG_BYTES ? this.#longTurns : this.#turns;
    return turns.run(async () => {
      for (const stretch of open) blocks[blocks.indexOf(stretch)] = await deflateQuickly(joined(stretch));
      return gzipFile(blocks, page);
    });
  }

  /** The deflated fragments of a page, and the stretches between them. Has the other fragments deflated for the next pages. */
  #blocksOf(parts: readonly PagePart[]): Block[] {
    const blocks: Block[] = [];
    let pieces: Uint8Array[] | null = null;
    let length = 0;
    for (const part of parts) {
      const encoded = part instanceof Uint8Array ? null : part.encoded;
      if (encoded) {
        if (pieces) blocks.push({ pieces, length });
        pieces = null;
        length = 0;
        blocks.push(encoded.bytes);
        continue;
      }
      const bytes = bytesOf(part);
      pieces ??= [];
      pieces.push(bytes);
      length += bytes.length;
      if (!(part instanceof Uint8Array)) this.#deflater.want(part);
    }
    if (pieces) blocks.push({ pieces, length });
    return blocks;
  }
}

/** The stretches that are too long to be stored, or have nothing beside them that is deflated. */
const toDeflate = (blocks: readonly Block[]): Stretch[] =>
  blocks.filter(
    (block): block is Stretch => !(block instanceof Uint8Array) && (block.length > STORED_BYTES || blocks.length === 1),
  );

const bytesIn = (stretches: readonly Stretch[]): number => stretches.reduce((bytes, { length }) => bytes + length, 0);

const wholeOf = ({ parts, length }: PageBody): Stretch => ({ pieces: parts.map(bytesOf), length });

function joined({ pieces, length }: Stretch): Uint8Array {
  const [first] = pieces;
  return first && pieces.length === 1 ? first : Buffer.concat(pieces, length);
}
