import type { ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';
import { Refusal, transfersBusy } from '../../errors.ts';
import { startProcess } from '../../workers/workers.ts';
import { ARCHIVE_BYTES } from '../archive.ts';
import type { ImportOrder, ImportOutcome } from './protocol.ts';

/** Deadline for checking and storing an archive after its last byte has arrived, milliseconds. */
const WORK_MS = 120_000;

/** A process that takes archives in, one at a time. */
export class ImportChild {
  readonly #child: ChildProcess;
  #outcome = Promise.withResolvers<ImportOutcome>();
  /** The archive that is being sent to the process. */
  #body: Readable | null = null;

  /** @param ended called when the process has ended, by itself or not */
  constructor(ended: () => void) {
    const child = startProcess('archiveImport');
    this.#child = child;
    child.on('message', (outcome) => this.#outcome.resolve(outcome as ImportOutcome));
    child.on('error', (error) => this.#outcome.reject(error));
    child.once('exit', (code, signal) => {
      ended();
      this.#outcome.reject(diedOf(code, signal));
    });
    child.stdin?.on('drain', () => this.#body?.resume());
    // A write to a process that has ended fails; its exit event tells why.
    child.stdin?.on('error', () => undefined);
  }

  /**
   * Sends an archive as fast as the process reads it. After a failure the process must be ended.
   * @param gone aborts when the client has gone
   * @throws Refusal `invalid_input` for an archive that is too long or too much for the process; MomentaryRefusal when the process
   *   was ended
   */
  async take(
    order: Omit<ImportOrder, 'bytes'>,
    body: Readable,
    gone: AbortSignal,
  ): Promise<{ outcome: ImportOutcome; bytes: number }> {
    // Later events of this archive must not reach the next one.
    const { promise, reject } = this.#begin(body);
    let bytes = 0;
    let deadline: NodeJS.Timeout | undefined;
    gone.addEventListener('abort', () => reject(new Refusal('invalid_input')));
    body.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > ARCHIVE_BYTES) {
        body.pause();
        reject(new Refusal('invalid_input'));
      } else if (!this.#child.stdin?.write(chunk)) body.pause();
    });
    body.once('end', () => {
      deadline = setTimeout(() => reject(transfersBusy()), WORK_MS);
      this.#child.send({ ...order, bytes } satisfies ImportOrder, () => undefined);
    });
    try {
      return { outcome: await promise, bytes };
    } finally {
      clearTimeout(deadline);
      this.#body = null;
    }
  }

  end(): void {
    this.#child.kill('SIGKILL');
  }

  #begin(body: Readable): PromiseWithResolvers<ImportOutcome> {
    this.#body = body;
    this.#outcome = Promise.withResolvers();
    return this.#outcome;
  }
}

/** A process that ended itself ran out of memory because of the archive; one that was killed from outside proves nothing against the archive. */
function diedOf(code: number | null, signal: NodeJS.Signals | null): Refusal {
  if (signal === 'SIGKILL' || signal === 'SIGTERM') return transfersBusy();
  return new Refusal(code === null ? 'invalid_input' : 'save_failed');
}
