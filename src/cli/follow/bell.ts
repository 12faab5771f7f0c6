import { setTimeout as sleep } from 'node:timers/promises';

/** Saves that wait to be looked at, and whoever waits for them. */
export class Bell {
  #settledAt: number | null = null;
  #wake: AbortController | null = null;

  /** @param settledAt `performance.now()` when a save held still */
  ring(settledAt: number): void {
    this.#settledAt = settledAt;
    this.#wake?.abort();
  }

  /** Whether something was saved that nobody has taken yet. */
  get isRung(): boolean {
    return this.#settledAt !== null;
  }

  /** @returns when the last save held still; null when there was none since the last time */
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
