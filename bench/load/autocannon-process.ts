/** Runs autocannon in its own process: takes one closed loop and returns its result. */
import autocannon from 'autocannon';
import { answerCalls } from '../processes.ts';
import type { ClosedLoop, ClosedLoopResult } from './autocannon.ts';

answerCalls<ClosedLoop, ClosedLoopResult>(async ({ port, host, connections, seconds, headers }) => {
  const result = await autocannon({
    url: `http://127.0.0.1:${port}/`,
    headers: { host, ...headers },
    connections,
    duration: seconds,
  });
  return {
    pagesPerSecond: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    failures: result.non2xx + result.errors + result.timeouts,
  };
});
