import { LRUCache } from 'lru-cache';
import { PendingBounds } from '../../sandbox/pending.ts';
import { Sweeping } from '../accounts/sweeping.ts';
import { fingerprintOf } from '../fingerprint.ts';
import { countAttempt, sweepAttempts } from '../storage/attempts.ts';
import type { Pool } from '../storage/pool.ts';
import { insertRequest, removeRequestsBeyond } from '../storage/requests.ts';
import type { Fields } from './submission.ts';

/** Requests of one client to one site within one window (`WINDOW_SECONDS`). */
const QUOTA = 10;
/** Requests that a site keeps. When there are more, the oldest go: a form that is full for good would help nobody. */
export const KEPT_REQUESTS = 10_000;

/** How long a refusal is remembered in this process, milliseconds: a flood takes nothing from the database meanwhile. */
const MEMORY_MS = 30_000;
const REMEMBERED = 10_000;

/** Requests being stored of one site, and of all: forms leave the connections of the management API to it. */
const AT_WORK_PER_SITE = 32;
const AT_WORK_IN_ALL = 128;

export interface ReceivedRequest {
  readonly siteId: string;
  /** Network address of the client. */
  readonly address: string;
  /** Address of the page that it was sent from. */
  readonly page: string;
  readonly fields: Fields;
}

/** Records what visitors send through the forms of themes (specification, Theme format, rule 12). */
export class ContactForms {
  readonly #db: Pool;
  readonly #sweeping: Sweeping;
  readonly #refused = new LRUCache<string, true>({ max: REMEMBERED, ttl: MEMORY_MS });
  readonly #atWork = new PendingBounds(AT_WORK_PER_SITE, AT_WORK_IN_ALL);

  /** @param db a pool with the rights of the management API: the public role stores nothing */
  constructor(db: Pool) {
    this.#db = db;
    this.#sweeping = new Sweeping(() => sweepAttempts(db));
  }

  /**
   * Stores a request, counted before so that parallel ones cannot outrun the count.
   * @returns false when it is not stored, because this client has sent too many or too much is under way
   * @throws what the database throws; the request may be told as lost then
   */
  async receive({ siteId, address, page, fields }: ReceivedRequest): Promise<boolean> {
    const counter = fingerprintOf(`${siteId} ${address}`);
    if (this.#refused.has(counter) || !this.#atWork.admit(siteId)) return false;
    try {
      this.#sweeping.occasion();
      if ((await countAttempt(this.#db, 'formulaire', counter)) > QUOTA) {
        this.#refused.set(counter, true);
        return false;
      }
      await insertRequest(this.#db, siteId, { page, fields });
      // It is stored: what is too much may go with the next one.
      await removeRequestsBeyond(this.#db, siteId, KEPT_REQUESTS).catch(() => undefined);
      return true;
    } finally {
      this.#atWork.leave(siteId);
    }
  }
}
