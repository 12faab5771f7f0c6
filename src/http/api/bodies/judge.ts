import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import { PendingBounds } from '../../../../sandbox/pending.ts';
import { Refusal, transfersBusy } from '../../../errors.ts';
import type { Judgement, JudgeTask } from './judge-body.ts';

const THREAD = fileURLToPath(new URL('judge-thread.ts', import.meta.url));

/** Bodies that wait for the thread, bytes. */
const WAITING_BYTES = 64 * 1024 * 1024;
/** What one body may take, the start of the thread included, milliseconds. */
const WORK_MS = 10_000;
/** Memory of its heap, mebibytes. */
const HEAP_MB = 256;

const EVERYBODY = '';

/**
 * Parses and judges long bodies in a thread of their own, one at a time, so that a body of a million objects costs those who hold
 * connections nothing, whether its schema admits it or not.
 */
export class BodyJudge {
  /** It starts with the program: its start takes as much of a processor as 50 bodies, at the moment when the first has come. */
  readonly #thread = new Piscina<JudgeTask, Judgement>({
    filename: THREAD,
    minThreads: 1,
    maxThreads: 1,
    idleTimeout: Number.POSITIVE_INFINITY,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
  readonly #waiting = new PendingBounds(WAITING_BYTES, WAITING_BYTES);
  #turn: Promise<unknown> = Promise.resolve();

  /**
   * @param schema its name (`schemas.ts`)
   * @returns what the schema makes of the body
   * @throws Refusal `invalid_input` when the body does not conform; MomentaryRefusal when too many wait or it takes too long
   */
  async judge(schema: string, body: Uint8Array): Promise<unknown> {
    const amount = body.length;
    if (!this.#waiting.admit(EVERYBODY, { amount })) throw transfersBusy();
    const judging = this.#turn.then(() => this.#judge(schema, body));
    this.#turn = judging.catch(() => undefined);
    try {
      const judgement = await judging;
      if (!judgement) throw new Refusal('invalid_input');
      return judgement.value;
    } finally {
      this.#waiting.leave(EVERYBODY, amount);
    }
  }

  async #judge(schema: string, received: Uint8Array): Promise<Judgement> {
    // A copy: what the socket has read belongs to others too.
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
