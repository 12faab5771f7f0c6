/** Processor time of processes (Linux only): on a machine that others use too it tells more than the time that passes. */
import { readFile } from 'node:fs/promises';
import { descendants } from './process-tree.ts';

/** Clock ticks a second in `/proc`, the same on every Linux. */
const TICKS = 100;

interface Times {
  /** Of all its threads, seconds. */
  readonly own: number;
  /** Of its children that have ended, and theirs, seconds. */
  readonly ended: number;
}

const NONE: Times = { own: 0, ended: 0 };

async function timesOf(pid: number): Promise<Times> {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (line === null) return NONE;
  // The name of the program, in brackets, may contain spaces. What follows begins with the third field; utime is the 14th.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15).map(Number);
  return { own: (user + system) / TICKS, ended: (endedUser + endedSystem) / TICKS };
}

/** Processor time of a process and all that it has started, seconds. @param without a child of which nothing counts */
export async function treeProcessorTime(pid: number, without?: number): Promise<number> {
  const times = await Promise.all([pid, ...(await descendants(pid, without))].map(timesOf));
  return times.reduce((sum, { own, ended }) => sum + own + ended, 0);
}

/** Processor time that the parts of a running vitrine have used so far, seconds. */
export interface PartTimes {
  /** The web process, with zlib's threads. */
  readonly web: number;
  /** All that it has started but the database: the render processes and the process that launches them. */
  readonly render: number;
}

/** @param databasePid that of its PostgreSQL, where vitrine has started one */
export async function partTimes(pid: number, databasePid?: number): Promise<PartTimes> {
  const [{ own }, all] = await Promise.all([timesOf(pid), treeProcessorTime(pid, databasePid)]);
  return { web: own, render: all - own };
}
