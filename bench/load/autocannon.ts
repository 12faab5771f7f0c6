import { Answerer } from '../processes.ts';

const PROGRAM = new URL('autocannon-process.ts', import.meta.url);

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
  /** Number of all answers. */
  readonly answers: number;
  /** Mean of what came over the connections for an answer, its head included. */
  readonly bytes: number;
  /** Share of the answers with `Content-Encoding`. */
  readonly encodedShare: number;
  /** Processor time of the process that made the load, without its start. */
  readonly processorSeconds: number;
}

let program: Answerer<ClosedLoop, ClosedLoopResult> | null = null;

/** Runs autocannon in its own process, so that nothing else uses its event loop: always the same one, because V8 has to compile a new one first. */
export function applyClosedLoop(loop: ClosedLoop): Promise<ClosedLoopResult> {
  if (program === null || program.hasEnded) program = new Answerer(PROGRAM);
  return program.ask(loop);
}
