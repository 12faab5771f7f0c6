import { ConcurrencyLimit } from '../../../../concurrency/concurrency-limit.ts';
import { fullAs, Refusal, transfersBusy } from '../../../errors.ts';
import { BoundedThread, ThreadEnded } from '../../../workers/bounded-thread.ts';
import type { Validated, ValidationTask } from './validate-body.ts';

/** Bodies that wait for the thread, bytes. */
const WAITING_BYTES = 64 * 1024 * 1024;

const EVERYBODY = '';

/** No body: it starts the thread. */
const NOTHING: ValidationTask = { schema: '', body: new Uint8Array() };

/**
 * Parses and checks long bodies in a thread of their own, one at a time, so that a body of a million objects does not block the main
 * thread, whether it is valid or not.
 */
export class BodyValidator {
  readonly #thread = new BoundedThread<ValidationTask, Validated>('bodyValidation', NOTHING);
  readonly #waiting = new ConcurrencyLimit(WAITING_BYTES, WAITING_BYTES);

  /**
   * @param schema its name (`schemas.ts`)
   * @returns what the schema makes of the body
   * @throws Refusal `invalid_input` when the body does not conform; MomentaryRefusal when too many wait or it takes too long
   */
  async validate(schema: string, received: Uint8Array): Promise<unknown> {
    const judge = () =>
      this.#thread.run(() => {
        // A copy, because the buffer of the socket holds other data too.
        const body = new Uint8Array(received);
        return { task: { schema, body }, transferList: [body.buffer] };
      });
    const validated = await this.#waiting.run(EVERYBODY, judge, { amount: received.length }).catch((error) => {
      if (!(error instanceof ThreadEnded)) return fullAs(transfersBusy)(error);
      if (error.by === 'time') throw transfersBusy();
      return null;
    });
    if (!validated) throw new Refusal('invalid_input');
    if ('sentence' in validated) throw new Refusal('invalid_input', { message: validated.sentence });
    return validated.value;
  }

  /** Ends the thread. */
  close(): Promise<void> {
    return this.#thread.close();
  }
}
