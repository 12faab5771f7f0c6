import { setTimeout as sleep } from 'node:timers/promises';
import metadata from '../../../package.json' with { type: 'json' };
import { SCHEMA } from '../../storage/connection.ts';
import { addFailures, type Failure } from '../../storage/failures.ts';
import { endInstance, type Instance, noteInstance } from '../../storage/instances.ts';
import { addUsage, type Usage } from '../../storage/usage.ts';
import { QuarantineRecords, type QuarantineRecordsOptions } from './quarantine-records.ts';
import { Tally } from './site-tally.ts';

/** Time between two writings of the counts, milliseconds. */
const EVERY_MS = 60_000;
/** How long the writing at the end of the program may take, milliseconds. */
const LAST_MS = 2_000;

interface SiteRecordsOptions extends QuarantineRecordsOptions {
  readonly log: { warn(details: object, message: string): void };
}

/**
 * What this instance has counted of each site, for the operator (docs/operations.md, Seeing what happens). Once a minute the counts are added to
 * those in the database, where all instances add theirs. While the database is away the counts stay here, one tally for each site.
 */
export class SiteRecords {
  readonly #options: SiteRecordsOptions;
  readonly #tallies = new Map<string, Tally>();
  readonly #quarantines: QuarantineRecords;
  readonly #timer: NodeJS.Timeout;
  #instance: Instance | null = null;
  #isFailing = false;
  #writing: Promise<void> = Promise.resolve();

  constructor(options: SiteRecordsOptions) {
    this.#options = options;
    this.#quarantines = new QuarantineRecords(options);
    this.#timer = setInterval(() => void this.write(), EVERY_MS).unref();
  }

  /** @param name of this instance, for the operator */
  async begin(name: string): Promise<void> {
    const instance = { name, version: metadata.version, schema: SCHEMA };
    await Promise.all([this.#quarantines.begin(name), this.#noteInstance(instance, true)]);
    this.#instance = instance;
  }

  /** The tally of a site. Each request asks for it anew, because a tally that gets nothing for some minutes is dropped. */
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
    const ended = Promise.all([this.write(), this.#quarantines.close()]).then(() => this.#endInstance());
    await Promise.race([ended, sleep(LAST_MS, undefined, { ref: false })]);
  }

  /** What is lost here is said again a minute later. */
  #noteInstance(instance: Instance, isNew = false): Promise<void> {
    return noteInstance(this.#options.db, instance, isNew).catch(() => undefined);
  }

  async #endInstance(): Promise<void> {
    if (this.#instance) await endInstance(this.#options.db, this.#instance.name).catch(() => undefined);
  }

  async #write(): Promise<void> {
    const { db, log } = this.#options;
    if (this.#instance) await this.#noteInstance(this.#instance);
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
