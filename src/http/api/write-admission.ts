import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { ConcurrencyLimit } from '../../../concurrency/concurrency-limit.ts';
import { AnalysisBusy } from '../../../sandbox/index.ts';
import type { Actor } from '../../accounts/members.ts';
import { onceOver } from '../answer-end.ts';

/** Bytes of bodies that may be in progress at the same time, of one site and of all sites. */
const BYTES_PER_SITE = 4 * 1024 * 1024;
const BYTES_IN_ALL = 64 * 1024 * 1024;
/** Bytes that a body without an announced length counts. */
export const UNTOLD_BYTES = 1024 * 1024;

/** After a long body, the site's next long body waits three times as long as the first took: so they use a quarter of the time at most. */
const REST = 3;
/** The longest wait, milliseconds: other work may have slowed the body. */
const REST_AT_MOST_MS = 2_000;

/** Limits large writes, so that a flood to one site does not slow the pages of others: a write beyond the limit is refused unread. */
export class WriteAdmission {
  readonly #bytes = new ConcurrencyLimit(BYTES_PER_SITE, BYTES_IN_ALL);
  /** By site, and by account: settles when its next long body may be processed. */
  readonly #turns = new Map<string, Promise<void>>();

  /**
   * @param amount length of the body, bytes
   * @throws AnalysisBusy when this write must not be read now
   */
  admit({ siteId, accountId: account }: Actor, amount: number, { raw }: FastifyReply): void {
    if (!this.#bytes.admit(siteId, { amount, account })) throw new AnalysisBusy();
    onceOver(raw, () => this.#bytes.leave(siteId, { amount, account }));
  }

  /** Waits until a long body of this site and this account may be processed: one at a time, with a pause after each. */
  async takeTurn({ siteId, accountId }: Actor, { raw }: FastifyReply): Promise<void> {
    const whose = [siteId, accountId];
    const before = Promise.all(whose.map((id) => this.#turns.get(id)));
    const over = new Promise<void>((resolve) => onceOver(raw, resolve));
    const turn = workAndRest(before, over).then(() => {
      for (const id of whose) if (this.#turns.get(id) === turn) this.#turns.delete(id);
    });
    for (const id of whose) this.#turns.set(id, turn);
    await before;
  }
}

async function workAndRest(before: Promise<unknown>, over: Promise<void>): Promise<void> {
  await before;
  const began = performance.now();
  await over;
  await sleep(Math.min(REST * (performance.now() - began), REST_AT_MOST_MS), undefined, { ref: false });
}
