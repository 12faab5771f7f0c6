/** A process that takes archives in, one after the other: their bytes come by standard input, orders and outcomes are messages. */
import { Refusal } from '../../errors.ts';
import type { DatabaseAccess } from '../../storage/connection.ts';
import { isOutOfReach } from '../../storage/out-of-reach.ts';
import { openRolePools, type RolePools } from '../../storage/role-pools.ts';
import type { ImportOrder, ImportOutcome } from './protocol.ts';
import { readArchive } from './read-archive.ts';
import { storeArchive } from './store-archive.ts';

let order: ImportOrder | null = null;
let pieces: Buffer[] = [];
let received = 0;
let pools: RolePools | null = null;

process.once('disconnect', () => process.exit());
process.on('message', (message: ImportOrder) => {
  order = message;
  takeWhatIsWhole();
});
process.stdin.on('data', (piece: Buffer) => {
  pieces.push(piece);
  received += piece.length;
  takeWhatIsWhole();
});

/** The order and the bytes come over different channels, in either order. The next archive is sent only after the outcome of this one. */
async function takeWhatIsWhole(): Promise<void> {
  if (!order || received < order.bytes) return;
  const { access, siteId, author } = order;
  const bytes = Buffer.concat(pieces);
  [order, pieces, received] = [null, [], 0];
  const outcome = await takeIn(access, siteId, bytes, author).then((themeId): ImportOutcome => ({ themeId }), failure);
  process.send?.(outcome);
}

async function takeIn(
  { url, role, ...kind }: DatabaseAccess,
  siteId: string,
  bytes: Buffer,
  author: string | null,
): Promise<string> {
  const archive = readArchive(bytes);
  pools ??= openRolePools(url, role, kind);
  return storeArchive(pools, siteId, archive, author);
}

function failure(error: Error): ImportOutcome {
  if (isOutOfReach(error)) return { refused: 'outage', reason: error.message };
  if (!(error instanceof Refusal)) return { refused: 'save_failed', reason: String(error.stack) };
  return { refused: error.code, reason: String(error.cause ?? error.message) };
}
