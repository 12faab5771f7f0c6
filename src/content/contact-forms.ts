import { LRUCache } from 'lru-cache';
import { atMost } from '../../concurrency/at-most.ts';
import { ConcurrencyLimit } from '../../concurrency/concurrency-limit.ts';
import { countAttempt, sweepAttempts } from '../storage/attempts.ts';
import { enqueueRequestMail } from '../storage/mails.ts';
import { OccasionalSweep } from '../storage/occasional-sweep.ts';
import { insertRequest, removeRequestsBeyond } from '../storage/requests.ts';
import type { RolePools } from '../storage/role-pools.ts';
import { allowAllNodes, inTransaction } from '../storage/transaction.ts';
import { fingerprintOf } from '../text/fingerprint.ts';
import type { Fields } from './submission.ts';

/** Requests of one client to one site within one window (`WINDOW_SECONDS`). */
const QUOTA = 10;
/** Requests that a site keeps. When there are more, the oldest are removed, so that new ones can always be stored. */
const KEPT_REQUESTS = 10_000;

/** How long a refusal is remembered in this process, milliseconds: during this time a flood causes no work for the database. */
const MEMORY_MS = 30_000;
const REMEMBERED = 10_000;

/** Requests that are stored at the same time, of one site and of all sites; the limit keeps connections free for the management API. */
const AT_WORK_PER_SITE = 32;
const AT_WORK_IN_ALL = 128;

interface ReceivedRequest {
  readonly siteId: string;
  /** Network address of the client. */
  readonly address: string;
  /** Address of the page with the form. */
  readonly page: string;
  readonly fields: Fields;
}

/** Records what visitors send through the forms of themes (docs/rules.md, Rule 12). */
export class ContactForms {
  readonly #db: RolePools;
  readonly #isMailed: boolean;
  readonly #sweep: OccasionalSweep;
  readonly #refused = new LRUCache<string, true>({ ...atMost(REMEMBERED), ttl: MEMORY_MS });
  readonly #atWork = new ConcurrencyLimit(AT_WORK_PER_SITE, AT_WORK_IN_ALL);

  /**
   * @param db pools with the rights of the management API: the public role stores nothing
   * @param isMailed whether the site is told by mail
   */
  constructor(db: RolePools, isMailed: boolean) {
    this.#db = db;
    this.#isMailed = isMailed;
    this.#sweep = new OccasionalSweep(() => sweepAttempts(db));
  }

  /**
   * Stores a request. It is counted first, so that parallel requests cannot exceed the quota.
   * @returns false when it is not stored, because this client has sent too many or too much is under way
   * @throws what the database throws; the visitor is then told that sending failed
   */
  async receive({ siteId, address, page, fields }: ReceivedRequest): Promise<boolean> {
    const counter = fingerprintOf(`${siteId} ${address}`);
    if (this.#refused.has(counter) || !this.#atWork.admit(siteId)) return false;
    try {
      this.#sweep.maybeRun();
      if ((await countAttempt(this.#db, 'formulaire', counter)) > QUOTA) {
        this.#refused.set(counter, true);
        return false;
      }
      await this.#store(siteId, { page, fields });
      // The request is stored. If removing fails, the next request removes the old ones.
      await removeRequestsBeyond(this.#db, siteId, KEPT_REQUESTS).catch(() => undefined);
      return true;
    } finally {
      this.#atWork.leave(siteId);
    }
  }

  async #store(siteId: string, request: Pick<ReceivedRequest, 'page' | 'fields'>): Promise<void> {
    if (!this.#isMailed) return insertRequest(this.#db, siteId, request);
    await inTransaction(this.#db, async (client) => {
      await allowAllNodes(client);
      await enqueueRequestMail(client, siteId);
      await insertRequest(client, siteId, request);
    });
  }
}
