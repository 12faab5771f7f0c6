import { loginBusy } from '../../errors.ts';
import { BoundedThread, ThreadEnded } from '../../workers/bounded-thread.ts';
import type { PasskeyTask, PasskeyVerdict } from './passkey-verification.ts';

/**
 * Checks answers about passkeys in a thread of its own, one at a time: a stranger sends CBOR there, and the library that reads it takes memory. The
 * thread starts with the first answer.
 */
export class PasskeyVerifier {
  readonly #thread = new BoundedThread<PasskeyTask, PasskeyVerdict>('passkeyVerification', { kind: 'nothing' });

  /** @returns null for an answer that is not accepted @throws MomentaryRefusal when it takes too long; QueueFull */
  async verify(task: PasskeyTask): Promise<PasskeyVerdict> {
    try {
      return await this.#thread.run(() => ({ task }));
    } catch (error) {
      if (!(error instanceof ThreadEnded)) throw error;
      if (error.by === 'time') throw loginBusy();
      return null;
    }
  }

  /** Ends the thread. */
  close(): Promise<void> {
    return this.#thread.close();
  }
}
