import { ConcurrencyLimit } from '../../../../concurrency/concurrency-limit.ts';
import { Semaphore } from '../../../../concurrency/semaphore.ts';
import { transfersBusy } from '../../../errors.ts';
import { startThread } from '../../../workers/workers.ts';
import { invalidInput } from '../input.ts';
import type { Validated, ValidationTask } from './validate-body.ts';

/** Bodies that wait for the thread, bytes. */
const WAITING_BYTES = 64 * 1024 * 1024;
/** What one body may take, the start of the thread included, milliseconds. */
const WORK_MS = 10_000;

const EVERYBODY = '';

/**
 * Parses and checks long bodies in a thread of their own, one at a time, so that a body of a million objects does not block the main
 * thread, whether it is valid or not.
 */
export class BodyValidator {
  readonly #thread = startThread<ValidationTask, Validated>('bodyValidation');
  readonly #waiting = new ConcurrencyLimit(WAITING_BYTES, WAITING_BYTES);
  /** The queue is bounded by its bytes; the deadline of a body begins when the thread starts to work on it. */
  readonly #one = new Semaphore(1, Number.POSITIVE_INFINITY);

  /**
   * @param schema its name (`schemas.ts`)
   * @returns what the schema makes of the body
   * @throws Refusal `invalid_input` when the body does not conform; MomentaryRefusal when too many wait or it takes too long
   */
  async validate(schema: string, body: Uint8Array): Promise<unknown> {
    const amount = body.length;
    if (!this.#waiting.admit(EVERYBODY, { amount })) throw transfersBusy();
    try {
      const validated = await this.#one.run(() => this.#validate(schema, body));
      if (!validated || 'sentence' in validated) throw invalidInput(validated?.sentence);
      return validated.value;
    } finally {
      this.#waiting.leave(EVERYBODY, amount);
    }
  }

  async #validate(schema: string, received: Uint8Array): Promise<Validated> {
    // A copy, because the buffer of the socket holds other data too.
    const body = new Uint8Array(received);
    const signal = AbortSignal.timeout(WORK_MS);
    try {
      return await this.#thread.run({ schema, body }, { transferList: [body.buffer], signal });
    } catch (error) {
      if (signal.aborted) throw transfersBusy();
      if ((error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY') return null;
      throw error;
    }
  }

  /** Ends the thread. */
  close(): Promise<void> {
    return this.#thread.destroy();
  }
}
