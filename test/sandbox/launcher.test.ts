import { spawn } from 'node:child_process';
import { afterEach, expect, it } from 'vitest';
import { Launcher } from '../../sandbox/launcher.ts';
import { IN_IDLE_TIME, UNRESTRAINED } from '../../sandbox/restraint.ts';
import { SCHED_IDLE, type Scheduling, schedulingOf } from '../support/scheduling.ts';

const launcher = new Launcher();
const idlers = [1, 2].map(() => spawn('sleep', ['60']));
afterEach(() => {
  for (const idler of idlers) idler.kill();
  launcher.close();
});

async function restraintOf(pid = 0): Promise<Pick<Scheduling, 'policy' | 'processors'>> {
  const { policy, processors } = await schedulingOf(`/proc/${pid}`);
  return { policy, processors };
}

it('restrains a process and frees it again, also when the process that was to do it dies', async () => {
  const [one, other] = idlers.map(({ pid = 0 }) => pid);
  const free = await restraintOf(one);
  launcher.restrain(one ?? 0, IN_IDLE_TIME);
  launcher.close();
  const restrained = { policy: SCHED_IDLE, processors: expect.not.stringMatching(`^${free.processors}$`) };
  // It is not known at once that the process has gone: what is ordered next is done by another.
  const orderNext = async () => {
    launcher.restrain(other ?? 0, IN_IDLE_TIME);
    return restraintOf(other);
  };
  await expect.poll(orderNext, { interval: 200 }).toEqual(restrained);
  await expect.poll(() => restraintOf(one)).toEqual(restrained);
  launcher.restrain(one ?? 0, UNRESTRAINED);
  await expect.poll(() => restraintOf(one)).toEqual(free);
});
