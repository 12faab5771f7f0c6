import { setTimeout as sleep } from 'node:timers/promises';
import { type Findings, judged } from '../figure.ts';
import { describeFailures, ms, pageLatencies, perSecond } from '../load/summary.ts';
import { renderProcesses } from '../vitrine/process-tree.ts';
import { type Scenario, startWarmHost } from './scenario.ts';

const LOAD = 0.7;
const PERIOD_MS = 1_000;

/** A render process is killed each second; no request may fail. */
export const kills: Scenario = {
  title: 'a random render process killed each second',
  seconds: { normal: 15, quick: 6 },
  async run({ seconds, quick }): Promise<Findings> {
    const { host, capacity, load } = await startWarmHost(quick);
    const rate = LOAD * capacity;
    const deaths = killEachSecond(host.pid, seconds);
    const result = await load(rate, seconds, {}, { fail: 1_000 });
    const killed = await deaths;
    await host.end();
    const { p50, p99, max } = pageLatencies(result);
    const failures = describeFailures(result);
    return {
      figures: [
        judged({
          what: `a random render process is killed (SIGKILL) each second for ${seconds} s; offered load 70 % of the capacity of ${perSecond(capacity)}`,
          bar: { most: 0 },
          unit: 'failed requests',
          rounds: [failures.count],
          none: { 'runs without a kill': killed > 0 ? 0 : 1 },
          measured: `${failures.text} in ${result.due} requests; ${killed} processes killed; p50 ${ms(p50)}, p99 ${ms(p99)}, maximum ${ms(max)}`,
          fault: 'each thousandth request fails',
          values: { killed, rate, p50, p99, max },
        }),
      ],
      charts: [],
    };
  },
};

/** @returns how many were killed */
async function killEachSecond(serverPid: number, seconds: number): Promise<number> {
  let killed = 0;
  for (let second = 1; second < seconds; second++) {
    await sleep(PERIOD_MS);
    const pids = await renderProcesses(serverPid);
    const pid = pids[Math.floor(Math.random() * pids.length)];
    if (pid !== undefined && kill(pid)) killed++;
  }
  return killed;
}

/** @returns false when it had ended before */
function kill(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch {
    return false;
  }
}
