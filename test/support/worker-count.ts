/** The processors of the machines that the gate is meant for. */
const PROCESSORS = 2;

/** Memory that is touched for the first time, bytes; and what that takes on a slow machine at least, milliseconds (260 to 340 measured there). */
const TOUCHED_BYTES = 64 * 1024 * 1024;
const SLOW_MS = 100;

/**
 * How many test files run at a time: one more than there are processors, because some tests mostly wait. Under a hypervisor that keeps page tables
 * by software a process starts so slowly that no test waits: there three workers take longer than two (1,273 and 1,238 s), and keep each other from
 * the processors until something is late.
 */
export function workerCount(): number {
  const began = performance.now();
  Buffer.alloc(TOUCHED_BYTES, 1);
  return performance.now() - began > SLOW_MS ? PROCESSORS : PROCESSORS + 1;
}
