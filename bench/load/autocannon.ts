import { callProgram } from '../processes.ts';

/** A load of several connections, each of which requests one host's home page again and again. */
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
  /** Number of answers other than 200, and of connections that failed. */
  readonly failures: number;
}

/** Runs autocannon in its own process, so that nothing else uses its event loop. */
export const applyClosedLoop = (loop: ClosedLoop): Promise<ClosedLoopResult> =>
  callProgram<ClosedLoop, ClosedLoopResult>(new URL('autocannon-process.ts', import.meta.url), loop);
