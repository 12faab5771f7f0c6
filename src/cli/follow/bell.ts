import { setTimeout as sleep } from 'node:timers/promises';

/** Notes saves that are not handled yet, and wakes those that wait for the next one. */
export class Bell {
  #settledAt: number | null = null;
  #wake: AbortController | null = null;

  /** @param settledAt `performance.now()` when a save was complete */
  ring(settledAt: number): void {
    this.#settledAt = settledAt;
    this.#wake?.abort();
  }

  /** Whether there is a save that has not been handled yet. */
  get isRung(): boolean {
    return this.#settledAt !== null;
  }

  /** @returns when the last save was complete; null when there was none since the last call */
  take(): number | null {
    const settledAt = this.#settledAt;
    this.#settledAt = null;
    return settledAt;
  }

  /** Waits for a save, so many milliseconds at most; no longer than until `signal` aborts. */
  async wait(ms: number, signal: AbortSignal): Promise<void> {
    if (this.isRung) return;
    this.#wake = new AbortController();
    await sleep(ms, undefined, { signal: AbortSignal.any([signal, this.#wake.signal]) }).catch(() => undefined);
    this.#wake = null;
  }
}
