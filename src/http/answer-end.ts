import type { ServerResponse } from 'node:http';

/** Runs `work` once this answer is over: sent, or its client gone, perhaps already while the caller was being looked up. */
export function onceOver(answer: ServerResponse, work: () => void): void {
  if (answer.closed || answer.destroyed) work();
  else answer.once('close', work);
}
