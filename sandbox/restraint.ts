/** What keeps a process from processors that others may want, by programs that every Linux has: Node.js sets niceness and nothing else. */
import { type SpawnSyncOptions, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** As far as the system knows such things, and lets us. */
export interface Restraint {
  /** The processors only while nobody else wants them: Linux's SCHED_IDLE. */
  readonly onlyIdle: boolean;
  /**
   * All processors but one. Where somebody is always ready on each, Linux takes its time to move who waits to where there is room: p99 of
   * others was 20 times as long beside one loop a processor, though these had idle time only, and 1.4 times beside four on one of two.
   */
  readonly isConfined: boolean;
}

export const UNRESTRAINED: Restraint = { onlyIdle: false, isConfined: false };
export const IN_IDLE_TIME: Restraint = { onlyIdle: true, isConfined: true };

const POLICY = 'chrt';
const IDLE = ['--idle', '0'];
const OTHER = ['--other', '0'];
const PROCESSORS = 'taskset';

const QUIETLY: SpawnSyncOptions = { env: {}, stdio: 'ignore' };

const listOf = (isConfined: boolean): string =>
  processors()
    .slice(isConfined ? 1 : 0)
    .join(',');

/** What stands before the command of a process that is to start restrained: no more than it can be freed of. */
export function restraining({ onlyIdle, isConfined }: Restraint): readonly string[] {
  return [
    ...(isConfined && canConfine() ? [PROCESSORS, '--cpu-list', listOf(true)] : []),
    ...(onlyIdle && canReturnFromIdle() ? [POLICY, ...IDLE] : []),
  ];
}

/** Restrains every thread of a process that is there, or frees it of what restrained it. */
export function restrain(pid: number, { onlyIdle, isConfined }: Restraint): void {
  // What fails has no such thing, or the process has gone.
  if (canConfine())
    spawnSync(PROCESSORS, ['--all-tasks', '--cpu-list', '--pid', listOf(isConfined), `${pid}`], QUIETLY);
  const [policy = '', priority = ''] = onlyIdle ? IDLE : OTHER;
  spawnSync(POLICY, ['--all-tasks', policy, '--pid', priority, `${pid}`], QUIETLY);
}

/** Those that this process may use; one where that cannot be known. */
const processors = once(() => processorsOf(ownStatus()));
const canConfine = once(() => processors().length > 1 && succeeds(PROCESSORS, ['--cpu-list', listOf(true), 'true']));
/** Not everybody may. */
const canReturnFromIdle = once(() => succeeds(POLICY, [...IDLE, POLICY, ...OTHER, 'true']));

const succeeds = (program: string, args: readonly string[]): boolean => spawnSync(program, args, QUIETLY).status === 0;

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
