import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { PendingBounds } from '../../../sandbox/pending.ts';
import { AnalysisBusy } from '../../../sandbox/renderer.ts';
import { onceOver } from '../answer-end.ts';

/** Bodies of one site, and of all together, that may be at work at a time, bytes: reading them takes time from everybody. */
const BYTES_PER_SITE = 4 * 1024 * 1024;
const BYTES_IN_ALL = 64 * 1024 * 1024;
/** What a body counts that does not say how long it is. */
export const UNTOLD_BYTES = 1024 * 1024;

/** A site's long bodies rest after each for so many times as long as it took: they take a quarter of any time at most. */
const REST = 3;
/** The longest rest, milliseconds: it may have been others that held it up. */
const REST_AT_MOST_MS = 2_000;

/** Keeps a flood of large writes to one site from slowing the pages of others: the excess is refused before it is read. */
export class WriteAdmission {
  readonly #bytes = new PendingBounds(BYTES_PER_SITE, BYTES_IN_ALL);
  /** By site: over when its next long body may be worked on. */
  readonly #turns = new Map<string, Promise<void>>();

  /**
   * @param amount length of the body, bytes
   * @throws AnalysisBusy when this write must not be read now
   */
  admit(siteId: string, amount: number, { raw }: FastifyReply): void {
    if (!this.#bytes.admit(siteId, { amount })) throw new AnalysisBusy();
    onceOver(raw, () => this.#bytes.leave(siteId, amount));
  }

  /** Waits until a long body of this site that has come may be worked on: one after the other, with rests. */
  async takeTurn(siteId: string, { raw }: FastifyReply): Promise<void> {
    const before = this.#turns.get(siteId);
    const over = new Promise<void>((resolve) => onceOver(raw, resolve));
    const turn = workAndRest(before, over).then(() => {
      if (this.#turns.get(siteId) === turn) this.#turns.delete(siteId);
    });
    this.#turns.set(siteId, turn);
    await before;
  }
}

async function workAndRest(before: Promise<void> | undefined, over: Promise<void>): Promise<void> {
  await before;
  const began = performance.now();
  await over;
  await sleep(Math.min(REST * (performance.now() - began), REST_AT_MOST_MS), undefined, { ref: false });
}
