import { readFileSync } from 'node:fs';

/** Bytes of a page of memory, in which Linux counts. */
const PAGE_BYTES = 4_096;
/** Linux tells processor time in hundredths of a second. */
const TICK_MS = 10;

/** What a process takes. */
export interface ProcessUsage {
  readonly residentBytes: number;
  /** Processor time of all its threads so far, milliseconds. */
  readonly cpuMs: number;
}

/** @returns null where the system does not tell, or there is no such process */
export function usageOf(pid: number): ProcessUsage | null {
  try {
    const resident = Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]) * PAGE_BYTES;
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name in brackets may hold anything; user and system time are the twelfth and the thirteenth field after it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { residentBytes: resident, cpuMs: (Number(fields[11]) + Number(fields[12])) * TICK_MS };
  } catch {
    return null;
  }
}
