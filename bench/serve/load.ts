import autocannon from 'autocannon';

/** One load run. Latencies in milliseconds. */
export interface LoadResult {
  readonly pagesPerSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** Answers that were not 200, and connections that broke. */
  readonly failures: number;
}

export interface Load {
  readonly port: number;
  readonly host: string;
  readonly connections: number;
  /** Seconds. */
  readonly duration: number;
}

/** Asks for the home page over and over from a process of its own. */
export async function applyLoad({ port, host, connections, duration }: Load): Promise<LoadResult> {
  const result = await autocannon({
    url: `http://127.0.0.1:${port}/`,
    headers: { host },
    connections,
    duration,
  });
  return {
    pagesPerSecond: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    failures: result.non2xx + result.errors + result.timeouts,
  };
}
