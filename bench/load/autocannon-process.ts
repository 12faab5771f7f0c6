/** Runs autocannon in its own process: takes one closed loop and returns its result. */
import autocannon from 'autocannon';
import { answerCalls } from '../processes.ts';
import type { ClosedLoop, ClosedLoopResult } from './autocannon.ts';

const CODING = 'content-encoding';

answerCalls<ClosedLoop, ClosedLoopResult>(async ({ port, host, connections, seconds, headers }) => {
  let [answers, bytes, encoded] = [0, 0, 0];
  const began = process.cpuUsage();
  const result = await autocannon({
    url: `http://127.0.0.1:${port}/`,
    headers: { host, ...headers },
    connections,
    duration: seconds,
    setupClient: (client) => {
      client.on('headers', (head) => {
        if (isEncoded(head.headers as unknown as readonly string[])) encoded++;
      });
      client.on('response', (_status, size) => {
        answers++;
        bytes += size;
      });
    },
  });
  const { user, system } = process.cpuUsage(began);
  return {
    pagesPerSecond: answers / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    failures: result.non2xx + result.errors + result.timeouts,
    answers,
    bytes: bytes / answers,
    encodedShare: encoded / answers,
    processorSeconds: (user + system) / 1e6,
  };
});

/** @param head names and values by turns, as autocannon gives them whatever its types say */
function isEncoded(head: readonly string[]): boolean {
  for (let at = 0; at < head.length; at += 2) {
    const name = head[at] ?? '';
    if (name.length === CODING.length && name.toLowerCase() === CODING) return true;
  }
  return false;
}
