import type { ServerResponse } from 'node:http';

/** Runs `work` once this answer has ended: it was sent, or its client has gone (perhaps before this call). */
export function onceOver(answer: ServerResponse, work: () => void): void {
  if (answer.closed || answer.destroyed) work();
  else answer.once('close', work);
}
