import { setTimeout as sleep } from 'node:timers/promises';
import { addFailures, type Failure } from '../../storage/failures.ts';
import { addUsage, type Usage } from '../../storage/usage.ts';
import { QuarantineRecords, type QuarantineRecordsOptions } from './quarantine-records.ts';
import { Tally } from './site-tally.ts';

/** Between two times that what was counted is written, milliseconds. */
const EVERY_MS = 60_000;
/** How long the last writing may take when the program stops, milliseconds. */
const LAST_MS = 2_000;

interface SiteRecordsOptions extends QuarantineRecordsOptions {
  readonly log: { warn(details: object, message: string): void };
}

/**
 * What this instance has counted of each site, for the operator (docs/operations.md, Seeing what happens): added to the database once a minute, with
 * that of the other instances. While the database is away it stays here, at most one tally for each site.
 */
export class SiteRecords {
  readonly #options: SiteRecordsOptions;
  readonly #tallies = new Map<string, Tally>();
  readonly #quarantines: QuarantineRecords;
  readonly #timer: NodeJS.Timeout;
  #isFailing = false;
  #writing: Promise<void> = Promise.resolve();

  constructor(options: SiteRecordsOptions) {
    this.#options = options;
    this.#quarantines = new QuarantineRecords(options);
    this.#timer = setInterval(() => void this.write(), EVERY_MS).unref();
  }

  /** Names this instance, as the operator is told of it. */
  begin(instance: string): Promise<void> {
    return this.#quarantines.begin(instance);
  }

  /** What is counted of a site. To be asked for anew by each request: one to which nothing is added for some minutes is not kept. */
  of(siteId: string): Tally {
    let tally = this.#tallies.get(siteId);
    if (!tally) {
      tally = new Tally((theme, reason, forMs) => this.#quarantines.note(siteId, theme, reason, forMs));
      this.#tallies.set(siteId, tally);
    }
    return tally;
  }

  /** Writes what has been counted. Never throws: what could not be written is written the next time. */
  write(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  /** Writes what is left, and ends. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    const ended = Promise.all([this.write(), this.#quarantines.close()]);
    await Promise.race([ended, sleep(LAST_MS, undefined, { ref: false })]);
  }

  async #write(): Promise<void> {
    const { db, log } = this.#options;
    const used = new Map<string, Usage>();
    const failures: Failure[] = [];
    for (const [siteId, tally] of this.#tallies) {
      const own = tally.used;
      if (own) used.set(siteId, own);
      for (const failure of tally.takeFailures()) failures.push({ siteId, ...failure });
      if (!own && tally.isIdle) this.#tallies.delete(siteId);
      tally.isIdle = !own;
    }
    try {
      if (failures.length > 0) await addFailures(db, failures);
      failures.length = 0;
      if (used.size > 0) await addUsage(db, used);
      for (const [siteId, own] of used) this.#tallies.get(siteId)?.written(own);
      this.#isFailing = false;
    } catch (error) {
      for (const { siteId, ...failure } of failures) this.of(siteId).addFailure(failure);
      const reason = (error as Error).message;
      if (!this.#isFailing) log.warn({ reason }, 'what sites use could not be noted yet');
      this.#isFailing = true;
    }
  }
}
