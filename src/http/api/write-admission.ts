import type { FastifyReply } from 'fastify';
import { PendingBounds } from '../../../sandbox/pending.ts';
import { AnalysisBusy } from '../../../sandbox/renderer.ts';
import { onceOver } from '../answer-end.ts';

/** Bodies of one site, and of all together, that may be at work at a time, bytes: reading them takes time from everybody. */
const BYTES_PER_SITE = 4 * 1024 * 1024;
const BYTES_IN_ALL = 64 * 1024 * 1024;
/** What a body counts that does not say how long it is. */
export const UNTOLD_BYTES = 1024 * 1024;

/** Keeps a flood of large writes to one site from slowing the pages of others: the excess is refused before it is read. */
export class WriteAdmission {
  readonly #bytes = new PendingBounds(BYTES_PER_SITE, BYTES_IN_ALL);

  /**
   * @param amount length of the body, bytes
   * @throws AnalysisBusy when this write must not be read now
   */
  admit(siteId: string, amount: number, { raw }: FastifyReply): void {
    if (!this.#bytes.admit(siteId, { amount })) throw new AnalysisBusy();
    onceOver(raw, () => this.#bytes.leave(siteId, amount));
  }
}
