import { setTimeout as sleep } from 'node:timers/promises';
import { deleteNextDueAccount } from '../accounts/due-accounts.ts';
import { deleteNextDueSite } from '../accounts/due-sites.ts';
import { UNDOABLE_DAYS } from '../accounts/links.ts';
import { lookAtLostNames } from '../domains/changed-hands.ts';
import type { DnsQuestions } from '../domains/dns-questions.ts';
import type { MediaFiles } from '../media/store/open-store.ts';
import { sweepMedias } from '../media/store/sweep.ts';
import { sweepChallenges } from '../storage/challenges.ts';
import { KEPT_DAYS } from '../storage/deleted-texts.ts';
import { removeEndedClaims } from '../storage/domain-claims.ts';
import { removeEndedLinks } from '../storage/ended-links.ts';
import { sweepFailures } from '../storage/failures.ts';
import { sweepGrants } from '../storage/grants.ts';
import { type Retention, removeUnusedTexts, type ThemePlace, trimVersions } from '../storage/history.ts';
import { sweepInstances } from '../storage/instances.ts';
import { removeOldEntries } from '../storage/journal.ts';
import type { Enqueue } from '../storage/mails.ts';
import { removeOldRequests } from '../storage/old-requests.ts';
import { sweepQuarantines } from '../storage/quarantines.ts';
import type { RolePools } from '../storage/role-pools.ts';
import { tidyTexts } from '../storage/text-upkeep.ts';
import { removeUnusedAccounts } from '../storage/unused-accounts.ts';
import { sweepUsage } from '../storage/usage.ts';

/** Versions of a theme that are kept (docs/versions.md). */
export const RETENTION: Retention = { atLeast: 20, atMost: 500, days: 90 };

/**
 * Time between two rounds through all themes, milliseconds. Each instance does them: a round takes PostgreSQL 0.1 ms for each site
 * (bench:scaling). The first round begins sooner, at another moment in each instance.
 */
const BETWEEN_ROUNDS_MS = 6 * 60 * 60 * 1_000;
const FIRST_ROUND_MS = 10 * 60 * 1_000;
/** The rest after a step: twenty times its duration, but `REST_AT_LEAST_MS` at least. So upkeep uses a twentieth of one connection. */
const REST = 20;
const REST_AT_LEAST_MS = 100;
/** When the database is away. */
const WAIT_MS = 5_000;

interface UpkeepOptions {
  /** Pools with the role of the management API. */
  readonly db: RolePools;
  /** Pools with the service role; null when the installation has no service credential. */
  readonly service: RolePools | null;
  /** The bytes of the libraries. */
  readonly media: MediaFiles;
  /** Slug of the site that health checks visit; undefined without one. */
  readonly witness: string | undefined;
  /** How long requests of contact forms are kept, days; undefined: however old they are. */
  readonly requestsKeptDays: number | undefined;
  /** For names whose proof is gone. */
  readonly dns: DnsQuestions;
  /** Lets a message wait, where mail goes out. */
  readonly enqueue: Enqueue;
  readonly log: { warn(details: object, sentence: string): void };
}

/**
 * What the database and the store of medias need besides requests. Round after round, plans of pages and articles that have passed are written into
 * their rows; versions that need not stay are removed, texts that nothing has, pages and articles that were deleted long ago, requests of contact forms that are older than the operator wants, accounts that nobody went on with, claims of names that nobody has proven; names whose proof is gone are looked at again, entries of the records of sites that are a year old, accounts that their people and sites that their owners have deleted, what the operator is not shown any more, and files of libraries that no row has.
 * Several instances may do it at the same time.
 */
export class Upkeep {
  readonly #options: UpkeepOptions;
  readonly #stop = new AbortController();
  readonly #ended: Promise<void>;

  constructor(options: UpkeepOptions) {
    this.#options = options;
    this.#ended = this.#run().catch(() => undefined);
  }

  /** Ends it after the step under way. */
  async close(): Promise<void> {
    this.#stop.abort();
    await this.#ended;
  }

  async #run(): Promise<void> {
    await this.#untilDone(REQUESTS_STAY, () => this.#removeRequests());
    await this.#options.media.arrivals.tidy().catch(this.#tellOfMedias);
    await this.#rest(FIRST_ROUND_MS * Math.random());
    for (; ; await this.#rest(BETWEEN_ROUNDS_MS)) {
      await this.#untilDone('old versions could not be removed yet', () => this.#round());
      await this.#untilDone(REQUESTS_STAY, () => this.#removeRequests());
      await this.#untilDone('unused accounts could not be removed yet', () => this.#removeAccounts());
      await this.#untilDone('deleted accounts and sites could not be removed yet', () => this.#removeDeleted());
      await this.#sweepMedias();
    }
  }

  /** What is not done now is done in the next round: a store may be away for long, and nobody waits for this. */
  async #sweepMedias(): Promise<void> {
    const { db, media } = this.#options;
    try {
      await sweepMedias(db, media, (ms) => this.#restAfter(ms));
    } catch (error) {
      this.#stop.signal.throwIfAborted();
      this.#tellOfMedias(error as Error);
    }
  }

  readonly #tellOfMedias = ({ message }: Error): void =>
    this.#options.log.warn({ reason: message }, 'files of libraries that nobody needs could not be removed yet');

  /** Tries again when it fails, for as long as it takes. */
  async #untilDone(sentence: string, work: () => Promise<void>): Promise<void> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        this.#stop.signal.throwIfAborted();
        this.#options.log.warn({ reason: (error as Error).message }, sentence);
        await this.#rest(WAIT_MS);
      }
    }
  }

  async #round(): Promise<void> {
    const { db } = this.#options;
    await this.#goThrough<ThemePlace | null>(null, (after) => trimVersions(db, RETENTION, after));
    await this.#goThrough('', (after) => removeUnusedTexts(db, after));
    await this.#goThrough('', (after) => tidyTexts(db, KEPT_DAYS, after));
    await this.#goThrough('', async () => ((await sweepUsage(db)) ? '' : null));
    await sweepFailures(db);
    await sweepQuarantines(db);
    await sweepInstances(db);
  }

  async #removeAccounts(): Promise<void> {
    const { service } = this.#options;
    if (!service) return;
    await this.#goThrough('', async () => ((await removeUnusedAccounts(service)) ? '' : null));
    await this.#goThrough('', async () => ((await removeEndedLinks(service)) ? '' : null));
    await sweepChallenges(service);
    await this.#goThrough('', async () => ((await sweepGrants(service, UNDOABLE_DAYS)) ? '' : null));
    await this.#goThrough('', async () => ((await removeEndedClaims(service)) ? '' : null));
    await lookAtLostNames(service, this.#options.dns, this.#stop.signal);
    await this.#goThrough('', async () => ((await removeOldEntries(service)) ? '' : null));
  }

  async #removeRequests(): Promise<void> {
    const { db, requestsKeptDays: days } = this.#options;
    if (days !== undefined) await this.#goThrough('', (after) => removeOldRequests(db, days, after));
  }

  async #removeDeleted(): Promise<void> {
    const { service, media, witness, enqueue, log } = this.#options;
    if (!service) return;
    const means = { service, store: media.store, witness, enqueue, log };
    await this.#goThrough('', (after) => deleteNextDueAccount(means, after));
    await this.#goThrough('', (after) => deleteNextDueSite(means, after));
  }

  async #goThrough<Place>(start: Place, step: (after: Place) => Promise<Place | null>): Promise<void> {
    for (let after: Place | null = start, isFirst = true; isFirst || after !== null; isFirst = false) {
      const { result, ms }: { result: Place | null; ms: number } = await timed(() => step(after as Place));
      after = result;
      await this.#restAfter(ms);
    }
  }

  #restAfter(ms: number): Promise<void> {
    return this.#rest(Math.max(REST_AT_LEAST_MS, REST * ms));
  }

  #rest(ms: number): Promise<void> {
    return sleep(ms, undefined, { signal: this.#stop.signal, ref: false });
  }
}

const REQUESTS_STAY = 'old requests could not be removed yet';

async function timed<T>(work: () => Promise<T>): Promise<{ result: T; ms: number }> {
  const began = performance.now();
  return { result: await work(), ms: performance.now() - began };
}
