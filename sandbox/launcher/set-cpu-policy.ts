/** Sets which processors a process may use and when, by the programs of util-linux: Node.js can set only niceness. */
import { type SpawnSyncOptions, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { CpuPolicy } from '../messages/cpu-policy.ts';

const POLICY = 'chrt';
const IDLE = ['--idle', '0'];
const OTHER = ['--other', '0'];
const PROCESSORS = 'taskset';

/** A command is run so often: when a thread ends meanwhile, the command leaves the other threads unchanged (1 of 240 times beside short threads). */
const TRIES = 3;

const QUIETLY: SpawnSyncOptions = { env: {}, stdio: 'ignore' };

const listOf = (isConfined: boolean): string =>
  processors()
    .slice(isConfined ? 1 : 0)
    .join(',');

/**
 * Sets the policy of a process that has just started, except what could not be taken back. To launch the process by `chrt --idle 0 node …`
 * would not do: `chrt` could set the policy later than an order that changes it.
 */
export const startWith = (pid: number, { onlyIdle, isConfined }: CpuPolicy): void =>
  setCpuPolicy(pid, { onlyIdle: onlyIdle && canReturnFromIdle(), isConfined });

/** Sets the policy of every thread of a process. */
export function setCpuPolicy(pid: number, { onlyIdle, isConfined }: CpuPolicy): void {
  // The command fails where the system has no such policy, or the process has ended.
  if (canConfine()) tryCommand(PROCESSORS, ['--all-tasks', '--cpu-list', '--pid', listOf(isConfined), `${pid}`]);
  const [policy = '', priority = ''] = onlyIdle ? IDLE : OTHER;
  tryCommand(POLICY, ['--all-tasks', policy, '--pid', priority, `${pid}`]);
}

/** The processors that this process may use; only the first where Linux does not tell. */
const processors = once(() => processorsOf(ownStatus()));
const canConfine = once(() => processors().length > 1 && succeeds(PROCESSORS, ['--cpu-list', listOf(true), 'true']));
/** Only a privileged process may leave SCHED_IDLE. */
const canReturnFromIdle = once(() => succeeds(POLICY, [...IDLE, POLICY, ...OTHER, 'true']));

const succeeds = (program: string, args: readonly string[]): boolean => spawnSync(program, args, QUIETLY).status === 0;

function tryCommand(program: string, args: readonly string[]): void {
  for (let tries = 0; tries < TRIES && !succeeds(program, args); ) tries++;
}

function once<Found>(find: () => Found): () => Found {
  let found: Found | undefined;
  return () => {
    found ??= find();
    return found;
  };
}

function ownStatus(): string {
  try {
    return readFileSync('/proc/self/status', 'latin1');
  } catch {
    return '';
  }
}

function processorsOf(status: string): number[] {
  const list = /^Cpus_allowed_list:\t(.*)$/m.exec(status)?.[1] ?? '';
  return list.split(',').flatMap((range) => {
    const [from = 0, to = from] = range.split('-').map(Number);
    return Array.from({ length: to - from + 1 }, (_, index) => from + index);
  });
}
