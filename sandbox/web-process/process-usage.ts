import { readFileSync } from 'node:fs';

/** Bytes of a page of memory, in which Linux counts. */
const PAGE_BYTES = 4_096;
/** Linux tells processor time in hundredths of a second. */
const TICK_MS = 10;

/** Memory that a process occupies, bytes; 0 where the system does not tell. */
export function residentBytesOf(pid: number | undefined): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]) * PAGE_BYTES;
  } catch {
    return 0;
  }
}

/** Processor time of all threads of a process, milliseconds; NaN where the system does not tell. */
export function cpuMsOf(pid: number | undefined): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name in brackets may hold anything; user and system time are the twelfth and the thirteenth field after it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return Number.NaN;
  }
}
