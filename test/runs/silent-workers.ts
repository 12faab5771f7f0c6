import { readFileSync } from 'node:fs';
import type { Reporter } from 'vitest/node';
import { say } from './say.ts';

/**
 * Kills the workers when nothing is heard of any test for twice the time that a test and a hook may take. A test that blocks its process
 * cannot time out, and Vitest would wait for it without an end; that its worker dies, it notices.
 */
export const endSilentWorkers = (): Reporter => {
  let timer: NodeJS.Timeout | undefined;
  const heard = () => {
    timer?.refresh();
  };
  return {
    onTestRunStart(specifications) {
      const limits = specifications.map(({ project: { config } }) => 2 * (config.testTimeout + config.hookTimeout));
      const limit = Math.max(...limits);
      timer = setInterval(() => killWorkers(limit), limit);
    },
    onTestModuleQueued: heard,
    onTestModuleCollected: heard,
    onHookStart: heard,
    onHookEnd: heard,
    onTestCaseReady: heard,
    onTestCaseResult: heard,
    onTestRunEnd() {
      clearInterval(timer);
    },
  };
};

function killWorkers(silence: number): void {
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').match(/\d+/g) ?? [];
  for (const pid of children) {
    if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('/vitest/dist/workers/forks.js')) continue;
    say(`Nothing was heard of any test for ${silence / 1000} s: worker ${pid} is killed.`);
    process.kill(Number(pid), 'SIGKILL');
  }
}
