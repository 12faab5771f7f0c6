import { spawn } from 'node:child_process';
import { afterEach, expect, inject, it } from 'vitest';
import { IDLE_CPU, NORMAL_CPU } from '../../sandbox/messages/cpu-policy.ts';
import { Launcher } from '../../sandbox/web-process/launcher.ts';
import { SCHED_IDLE, type Scheduling, schedulingOf } from '../support/scheduling.ts';
import { until } from '../support/until.ts';

const launcher = new Launcher(inject('bundles'));
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
  launcher.setCpuPolicy(one ?? 0, IDLE_CPU);
  launcher.close();
  const restrained = { policy: SCHED_IDLE, processors: expect.not.stringMatching(`^${free.processors}$`) };
  // It is not known at once that the process has gone: what is ordered next is done by another.
  const orderNext = async () => {
    launcher.setCpuPolicy(other ?? 0, IDLE_CPU);
    return restraintOf(other);
  };
  await until('the next order is given under restraint', async () => expect(await orderNext()).toEqual(restrained));
  await until('the process is restrained', async () => expect(await restraintOf(one)).toEqual(restrained));
  launcher.setCpuPolicy(one ?? 0, NORMAL_CPU);
  await until('the process is free', async () => expect(await restraintOf(one)).toEqual(free));
});
