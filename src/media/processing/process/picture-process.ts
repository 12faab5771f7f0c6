/**
 * The process that opens pictures (docs/decisions/pictures-in-a-process.md): files come by standard input, what is made of them goes to
 * standard output, one after the other.
 */
import { networkInterfaces } from 'node:os';
import { MEDIA_LIMITS } from '../../limits.ts';
import { lengthOf, PieceReader } from '../pieces.ts';
import type { MadeFile, PictureOrder, ProcessAnswer } from '../protocol.ts';
import { Refused } from './refused.ts';
import { takeFile } from './take-file.ts';

// Who has started it ends it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
// Nobody reads the answer any more; `exit` would wait for what is being decoded.
process.stdin.once('close', () => process.kill(process.pid, 'SIGKILL'));
process.stdout.on('error', () => process.kill(process.pid, 'SIGKILL'));

let order: PictureOrder | null = null;
let pieces: Buffer[] = [];

const incoming = new PieceReader(MEDIA_LIMITS.bytes, (piece) => {
  if (order === null) order = JSON.parse(piece.toString());
  else if (piece.length > 0) pieces.push(piece);
  else {
    const [given, bytes] = [order, Buffer.concat(pieces)];
    [order, pieces] = [null, []];
    answer(given, bytes);
  }
});
process.stdin.on('data', (chunk: Buffer) => incoming.push(chunk));

// Where the system has given the process a network of its own, there is nothing in it.
write(Buffer.from(JSON.stringify({ hasNetwork: Object.keys(networkInterfaces()).length > 0 })));

async function answer(given: PictureOrder, bytes: Buffer): Promise<void> {
  try {
    const { examined, files } = await takeFile(bytes, given);
    send({ examined, files: files.map(({ name }) => name) }, files);
  } catch (error) {
    send(failure(error as Error), []);
  }
}

function send(message: ProcessAnswer, files: readonly MadeFile[]): void {
  write(Buffer.from(JSON.stringify(message)));
  for (const { bytes } of files) write(bytes);
}

function write(piece: Buffer): void {
  process.stdout.write(lengthOf(piece));
  process.stdout.write(piece);
}

/** What libvips and V8 say where memory has run out. */
const OUT_OF_MEMORY = /out of memory|memory allocation|unable to (?:re)?alloc|cannot allocate|allocation failed/i;
/** libheif says this of files that name more than it takes. */
const OWN_LIMIT = /security limit/i;
const TOO_MANY_PIXELS = /exceeds pixel limit/i;

function failure(error: Error): ProcessAnswer {
  if (error instanceof Refused) return error.answer;
  if (OUT_OF_MEMORY.test(error.message) && !OWN_LIMIT.test(error.message)) return { failed: 'memory' };
  return { refused: TOO_MANY_PIXELS.test(error.message) ? 'trop_de_pixels' : 'media_illisible' };
}
