import { callProgram } from '../processes.ts';

/** Many connections that ask one host's home page over and over. */
export interface ClosedLoop {
  readonly port: number;
  readonly host: string;
  readonly connections: number;
  readonly seconds: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Latencies in milliseconds. */
export interface ClosedLoopResult {
  readonly pagesPerSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** Answers that were not 200, and connections that broke. */
  readonly failures: number;
}

/** Runs autocannon in a process of its own, so that measuring shares no event loop with anything. */
export const applyClosedLoop = (loop: ClosedLoop): Promise<ClosedLoopResult> =>
  callProgram<ClosedLoop, ClosedLoopResult>(new URL('autocannon-process.ts', import.meta.url), loop);
