import { setTimeout as sleep } from 'node:timers/promises';
import { sharedNow } from '../messages/protocol.ts';

/** The clock and the timers of the scheduler: a simulation has others (`test/sandbox/simulation/`). */
export interface Timing {
  /** Milliseconds on a clock that never goes back. */
  now(): number;
  /** Calls every `ms` milliseconds. @returns what ends the calls */
  every(ms: number, call: () => void): () => void;
  /** @param ms milliseconds */
  sleep(ms: number): Promise<unknown>;
}

export const SYSTEM_TIMING: Timing = {
  now: sharedNow,
  every(ms, call) {
    const timer = setInterval(call, ms);
    return () => clearInterval(timer);
  },
  sleep,
};
