import { getPriority, setPriority } from 'node:os';

/**
 * Lowers the priority of this thread only: Linux has one for each thread. Who is nicer already stays so, because only root may take niceness
 * back.
 * @param niceness as Linux counts
 */
export function beNicer(niceness: number): void {
  if (niceness > getPriority()) setPriority(niceness);
}
