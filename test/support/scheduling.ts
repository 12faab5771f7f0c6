import { readFile } from 'node:fs/promises';

/** Linux's SCHED_IDLE, as a thread's `policy`. */
export const SCHED_IDLE = 5;

/** How the system lets a thread have its processors. */
export interface Scheduling {
  readonly niceness: number;
  readonly policy: number;
  /** The list of those that it may use. */
  readonly processors: string | undefined;
}

/** @param folder of the thread, or of a process for its first one, in `/proc` */
export async function schedulingOf(folder: string): Promise<Scheduling> {
  const [stat = '', status = ''] = await Promise.all(
    ['stat', 'status'].map((file) => readFile(`${folder}/${file}`, 'utf8')),
  );
  // What follows the name, from the third field on.
  const fields = stat.split(') ')[1]?.split(' ') ?? [];
  const processors = /^Cpus_allowed_list:\t(.*)$/m.exec(status)?.[1];
  return { niceness: Number(fields[16]), policy: Number(fields[38]), processors };
}
