/**
 * Deliberate faults, with `--fault`: each bar has one, which must turn it red. They come from outside: a module that Node loads before the program
 * does what a request's header says, and a process is halted by signals. Nothing of the program knows of them.
 */
import { setTimeout as sleep } from 'node:timers/promises';

/** What the program does with a request besides. */
export interface Fault {
  /** It is late, milliseconds. */
  readonly late?: number;
  /** It computes, milliseconds. */
  readonly busy?: number;
  /** It keeps so much memory for good, KiB. */
  readonly keep?: number;
  /** It fails each so manieth request. */
  readonly fail?: number;
  /** It knows nothing of compression. */
  readonly plain?: 1;
}

export const isFaulty = process.argv.includes('--fault');

export const FAULT_HEADER = 'x-bench-fault';

/** Headers that a measured load has; none without `--fault`. */
export const faulty = (fault: Fault): Readonly<Record<string, string>> =>
  isFaulty ? { [FAULT_HEADER]: new URLSearchParams(Object.entries(fault)).toString() } : {};

/** Variables of a program that is measured. */
export const FAULT_ENVIRONMENT: Readonly<Record<string, string>> = isFaulty
  ? { NODE_OPTIONS: `--import=${new URL('preload.ts', import.meta.url)}` }
  : {};

/** How often a process is halted, milliseconds. */
const PERIOD_MS = 10;

/** With `--fault` a process runs for a fifth of the time only. @returns a function that lets it run again */
export function slowDown(pid: number): () => void {
  let isOver = !isFaulty;
  const signal = (name: NodeJS.Signals) => {
    try {
      process.kill(pid, name);
    } catch {
      isOver = true;
    }
  };
  void (async () => {
    while (!isOver) {
      signal('SIGSTOP');
      await sleep((PERIOD_MS * 4) / 5);
      signal('SIGCONT');
      await sleep(PERIOD_MS / 5);
    }
  })();
  return () => {
    isOver = true;
  };
}
