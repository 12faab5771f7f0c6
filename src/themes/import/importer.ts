import { type ChildProcess, fork } from 'node:child_process';
import { setPriority } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { databaseAway, Refusal, transfersBusy } from '../../errors.ts';
import type { DatabaseAccess } from '../../storage/connection.ts';
import { ARCHIVE_BYTES } from '../archive.ts';
import type { ImportOrder, ImportOutcome } from './protocol.ts';

const PROCESS = fileURLToPath(new URL('import-process.ts', import.meta.url));

/** Memory of its heap, mebibytes: the largest archive as text of two bytes a character, and its contents beside it. */
const HEAP_MB = 1_024;
/** Pages of visitors go first. */
const NICENESS = 10;
/** What judging and storing an archive may take once it is there, milliseconds. */
const WORK_MS = 120_000;

export interface ImporterOptions {
  readonly access: DatabaseAccess;
  readonly log: { warn(details: object, sentence: string): void };
}

/**
 * Takes archives in, each in a process of its own: `JSON.parse` heeds no order to stop, and where it fills the heap of a thread, V8
 * ends the whole process (32 Mi of `{},` under `resourceLimits`, Node 24). The bytes pass through this process unread.
 */
export class Importer {
  readonly #options: ImporterOptions;
  readonly #processes = new Set<ChildProcess>();

  constructor(options: ImporterOptions) {
    this.#options = options;
  }

  /**
   * Stores an archive as a new draft. Whatever goes wrong leaves nothing behind: the process stores in one transaction.
   * @param body the archive
   * @param gone aborts when nobody waits for the outcome any more
   * @returns the id of the theme
   * @throws Refusal what `readArchive` and `storeArchive` refuse; `invalid_input` for an archive that is too long or too much for
   *   its process; MomentaryRefusal when the database is away or the process was ended
   */
  async take(siteId: string, body: Readable, gone: AbortSignal): Promise<string> {
    if (gone.aborted) throw new Refusal('invalid_input');
    const child = this.#start({ access: this.#options.access, siteId });
    let deadline: NodeJS.Timeout | undefined;
    try {
      const outcome = await new Promise<ImportOutcome>((resolve, reject) => {
        child.once('message', (message) => resolve(message as ImportOutcome));
        child.once('error', reject);
        child.once('exit', (code, signal) => reject(diedOf(code, signal)));
        gone.addEventListener('abort', () => reject(new Refusal('invalid_input')));
        body.once('end', () => {
          deadline = setTimeout(() => reject(transfersBusy()), WORK_MS);
        });
        if (child.stdin) pour(body, child.stdin, reject);
      });
      return this.#idOf(outcome);
    } finally {
      clearTimeout(deadline);
      this.#end(child);
      // What is not read is not wanted any more.
      if (!body.readableEnded) body.pause();
    }
  }

  /** Ends what is under way. */
  close(): void {
    for (const child of this.#processes) this.#end(child);
  }

  #start(order: ImportOrder): ChildProcess {
    const child = fork(PROCESS, [], {
      execArgv: [`--max-old-space-size=${HEAP_MB}`],
      stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
    });
    this.#processes.add(child);
    try {
      // Before it has other threads, which take this after the first.
      if (child.pid !== undefined) setPriority(child.pid, NICENESS);
    } catch {
      // It has ended already, which it says itself.
    }
    child.send(order, () => undefined);
    return child;
  }

  #end(child: ChildProcess): void {
    this.#processes.delete(child);
    child.kill('SIGKILL');
  }

  #idOf(outcome: ImportOutcome): string {
    if ('themeId' in outcome) return outcome.themeId;
    const { refused, reason } = outcome;
    if (refused === 'outage') throw databaseAway();
    if (refused !== reason) this.#options.log.warn({ code: refused, reason }, 'an archive could not be stored');
    throw new Refusal(refused);
  }
}

/** Hands the archive over at the pace at which the process reads it. */
function pour(body: Readable, into: Writable, refuse: (refusal: Refusal) => void): void {
  let bytes = 0;
  body.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > ARCHIVE_BYTES) {
      body.pause();
      refuse(new Refusal('invalid_input'));
    } else if (!into.write(chunk)) body.pause();
  });
  into.on('drain', () => body.resume());
  // The process has ended, which it says itself.
  into.on('error', () => undefined);
  body.once('end', () => into.end());
}

/** A process that brings itself down has met more than its memory holds; one that was ended from outside has done no wrong. */
function diedOf(code: number | null, signal: NodeJS.Signals | null): Refusal {
  if (signal === 'SIGKILL' || signal === 'SIGTERM') return transfersBusy();
  return new Refusal(code === null ? 'invalid_input' : 'save_failed');
}
