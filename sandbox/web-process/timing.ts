import { setTimeout as sleep } from 'node:timers/promises';
import { sharedNow } from '../messages/protocol.ts';

/** The clock and the timers by which the web process schedules: a simulation has others. */
export interface Timing {
  /** Milliseconds on a clock that never goes back. */
  now(): number;
  /** Calls again and again, `ms` milliseconds apart. @returns what ends that */
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
