/** The archive of a site or an account that its owner downloads: the same document as an operator's, with the files, as one ZIP. */
import { type FileHandle, open, rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { makeZip } from 'client-zip';
import type { MediaFiles } from '../media/store/open-store.ts';
import { allowLongTransaction } from '../storage/deletion.ts';
import type { RolePools } from '../storage/role-pools.ts';
import { inSnapshot } from '../storage/snapshot.ts';
import type { Queryable } from '../storage/statement.ts';
import { untilAborted } from '../storage/until-aborted.ts';
import { type Archive, type Archived, archiveOf } from './archive.ts';

const DOCUMENT = 'archive.json';
/** The folder of the files of libraries. */
const FOLDER = 'medias';
const MODE = 0o600;

/** A ZIP on the disk, which nobody else can open: its file has no name any more, and goes with its stream, or with the process. */
export interface ZipFile {
  readonly bytes: number;
  readonly stream: Readable;
  /** The sites that are in it. */
  readonly siteIds: readonly string[];
}

/**
 * Makes the ZIP before its reader gets any of it: the database and the store wait for no slow reader.
 * @param service pools with the service role
 * @param signal ends the work
 */
export async function makeArchive(
  { service, media }: { readonly service: RolePools; readonly media: MediaFiles },
  archived: Archived | ((db: Queryable) => Promise<Archived>),
  signal: AbortSignal,
): Promise<ZipFile> {
  const path = await media.arrivals.place();
  const handle = await open(path, 'wx+', MODE);
  try {
    await rm(path);
    const made = await inSnapshot(service, async (client) => {
      await allowLongTransaction(client);
      const db = untilAborted(client, signal);
      const what = typeof archived === 'function' ? await archived(db) : archived;
      return { siteIds: what.siteIds, bytes: await writeZip(handle, archiveOf(db, media.store, what), signal) };
    });
    return { ...made, stream: handle.createReadStream({ start: 0 }) };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** @returns its length */
async function writeZip(handle: FileHandle, archive: Archive, signal: AbortSignal): Promise<number> {
  await handle.truncate(0);
  const entries = entriesOf(archive, signal);
  let at = 0;
  try {
    for await (const piece of makeZip(entries)) {
      signal.throwIfAborted();
      await handle.write(piece, 0, piece.length, at);
      at += piece.length;
    }
    return at;
  } finally {
    // Ends the file that is being read, where the work ends early.
    await entries.return(undefined).catch(() => undefined);
  }
}

async function* entriesOf({ files, document }: Archive, signal: AbortSignal) {
  for await (const { name, bytes } of files) {
    signal.throwIfAborted();
    yield { name: `${FOLDER}/${name}`, input: seenPieces(bytes) };
  }
  yield { name: DOCUMENT, input: seenPieces(document) };
}

/** client-zip takes an empty piece for the end. */
async function* seenPieces<Piece extends { readonly length: number }>(pieces: AsyncIterable<Piece>) {
  for await (const piece of pieces) if (piece.length > 0) yield piece;
}
