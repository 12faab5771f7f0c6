import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { Refusal } from '../errors.ts';
import { MEDIA_LIMITS } from './limits.ts';
import { onDisk } from './store/disk.ts';

/** A client that sends nothing for so long is cut off, milliseconds; the server's own limit ends one that sends very little. */
const IDLE_MS = 20_000;

/** A file that has arrived. */
export interface ReceivedFile {
  readonly path: string;
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/**
 * Writes a body to a new file of the disk as it comes. Of a body that is refused the rest is not read, and the stream stays open, so that its
 * sender gets the answer.
 * @param path whoever calls removes the file, also after a failure
 * @throws Refusal `trop_lourd`; `invalid_input` for a body without bytes, and when its sender goes away
 */
export async function receive(body: Readable, path: string): Promise<ReceivedFile> {
  const hash = createHash('sha256');
  let bytes = 0;
  const file = await onDisk(() => open(path, 'wx', 0o600));
  const idle = setTimeout(() => body.destroy(), IDLE_MS);
  try {
    for await (const chunk of body.iterator({ destroyOnReturn: false })) {
      idle.refresh();
      bytes += chunk.length;
      if (bytes > MEDIA_LIMITS.bytes) throw new Refusal('trop_lourd');
      hash.update(chunk);
      await onDisk(() => file.writeFile(chunk));
    }
  } catch (error) {
    // Its sender has gone, or was cut off: nobody reads the answer.
    throw body.destroyed ? new Refusal('invalid_input') : error;
  } finally {
    clearTimeout(idle);
    await file.close();
  }
  if (bytes === 0) throw new Refusal('invalid_input');
  return { path, bytes, sha256: hash.digest('hex') };
}
