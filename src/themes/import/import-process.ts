/** A process that takes one archive in: its bytes come by standard input, its order and its outcome by messages. */
import { Refusal } from '../../errors.ts';
import { isOutOfReach } from '../../storage/out-of-reach.ts';
import type { ImportOrder, ImportOutcome } from './protocol.ts';
import { readArchive } from './read-archive.ts';
import { storeArchive } from './store-archive.ts';

process.once('disconnect', () => process.exit());
process.once('message', async ({ access, siteId }: ImportOrder) => {
  const outcome = await takeIn(access, siteId).then((themeId): ImportOutcome => ({ themeId }), failure);
  // Whoever started this process ends it.
  process.send?.(outcome);
});

async function takeIn(access: ImportOrder['access'], siteId: string): Promise<string> {
  const archive = readArchive(Buffer.concat(await process.stdin.toArray()));
  return storeArchive(access, siteId, archive);
}

function failure(error: Error): ImportOutcome {
  if (isOutOfReach(error)) return { refused: 'outage', reason: error.message };
  if (!(error instanceof Refusal)) return { refused: 'save_failed', reason: String(error.stack) };
  return { refused: error.code, reason: String(error.cause ?? error.message) };
}
