import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { afterEach, expect, it } from 'vitest';
import { Launcher } from '../../sandbox/launcher.ts';
import { IN_IDLE_TIME, UNRESTRAINED } from '../../sandbox/restraint.ts';

const launcher = new Launcher();
const idlers = [1, 2].map(() => spawn('sleep', ['60']));
afterEach(() => {
  for (const idler of idlers) idler.kill();
  launcher.close();
});

async function restraintOf(pid = 0): Promise<{ policy: string | undefined; processors: string | undefined }> {
  const [stat, status] = await Promise.all(['stat', 'status'].map((file) => readFile(`/proc/${pid}/${file}`, 'utf8')));
  return {
    policy: stat?.split(') ')[1]?.split(' ')[38],
    processors: /^Cpus_allowed_list:\t(.*)$/m.exec(status ?? '')?.[1],
  };
}

it('restrains a process and frees it again, also when the process that was to do it dies', async () => {
  const [one, other] = idlers.map(({ pid = 0 }) => pid);
  const free = await restraintOf(one);
  launcher.restrain(one ?? 0, IN_IDLE_TIME);
  launcher.close();
  const restrained = { policy: '5', processors: expect.not.stringMatching(`^${free.processors}$`) };
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
