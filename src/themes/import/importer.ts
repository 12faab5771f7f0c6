import type { Readable } from 'node:stream';
import { databaseAway, Refusal } from '../../errors.ts';
import type { DatabaseAccess } from '../../storage/connection.ts';
import { ImportChild } from './import-child.ts';
import type { ImportOutcome } from './protocol.ts';

/** A process that has read a longer archive ends, since its heap stays as large as it became, bytes. */
const KEPT_BYTES = 1024 * 1024;
/** How long a process waits for its next archive, milliseconds. */
const KEPT_MS = 10_000;

interface ImporterOptions {
  readonly access: DatabaseAccess;
  readonly log: { warn(details: object, sentence: string): void };
}

/** A process that waits for its next archive. */
interface Waiting {
  readonly child: ImportChild;
  readonly end: NodeJS.Timeout;
}

/**
 * Imports archives, one at a time in a process that does nothing else: `JSON.parse` cannot be stopped, and when it fills the heap of a
 * thread, V8 ends the whole process (32 Mi of `{},` under `resourceLimits`, Node 24). This process only passes the bytes on.
 *
 * A process needs 175 ms of processor time to start and 10 ms for an archive of 60 files. So a process that has stored a short archive
 * waits a while for the next one; after anything else it is ended.
 */
export class Importer {
  readonly #options: ImporterOptions;
  readonly #children = new Set<ImportChild>();
  /** At most one, because a waiting process uses memory. */
  #waiting: Waiting | null = null;

  constructor(options: ImporterOptions) {
    this.#options = options;
  }

  /**
   * Stores an archive as a new draft. A failure leaves nothing behind, because the process uses one transaction.
   * @param author address of the account, or name of the key
   * @param body the archive
   * @param gone aborts when the client has gone
   * @returns the id of the theme
   * @throws Refusal what `readArchive` and `storeArchive` refuse; `invalid_input` for an archive that is too long or too much for
   *   its process; MomentaryRefusal when the database is away or the process was ended
   */
  async take(siteId: string, author: string | null, body: Readable, gone: AbortSignal): Promise<string> {
    if (gone.aborted) throw new Refusal('invalid_input');
    const child = this.#takeWaiting() ?? this.#start();
    let isFit = false;
    try {
      const { outcome, bytes } = await child.take({ access: this.#options.access, siteId, author }, body, gone);
      isFit = 'themeId' in outcome && bytes <= KEPT_BYTES;
      return this.#idOf(outcome);
    } finally {
      if (isFit && this.#waiting === null && this.#children.has(child)) this.#keep(child);
      else this.#end(child);
      // The client may still send the rest of a refused body, which nobody needs.
      if (!body.readableEnded) body.pause();
    }
  }

  /** Ends the imports in progress. */
  close(): void {
    for (const child of this.#children) this.#end(child);
  }

  #start(): ImportChild {
    const child: ImportChild = new ImportChild(() => this.#forget(child));
    this.#children.add(child);
    return child;
  }

  #keep(child: ImportChild): void {
    this.#waiting = { child, end: setTimeout(() => this.#end(child), KEPT_MS).unref() };
  }

  #takeWaiting(): ImportChild | null {
    const waiting = this.#waiting;
    this.#waiting = null;
    clearTimeout(waiting?.end);
    return waiting?.child ?? null;
  }

  #end(child: ImportChild): void {
    child.end();
    this.#forget(child);
  }

  #forget(child: ImportChild): void {
    this.#children.delete(child);
    if (this.#waiting?.child === child) this.#takeWaiting();
  }

  #idOf(outcome: ImportOutcome): string {
    if ('themeId' in outcome) return outcome.themeId;
    const { refused, reason } = outcome;
    if (refused === 'outage') throw databaseAway();
    if (refused !== reason) this.#options.log.warn({ code: refused, reason }, 'an archive could not be stored');
    throw new Refusal(refused);
  }
}
