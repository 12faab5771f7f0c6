import { isOutOfReach, OutOfReach } from '../storage/out-of-reach.ts';

/** How long a visitor waits for the database, milliseconds. */
const DEADLINE_MS = 1_000;
/** A timer that fires later than this shows that this process itself was paused, milliseconds. */
const PAUSED_MS = 200;
/** Period of the checks whether an unreachable database is back, milliseconds. */
const LOOK_MS = 250;

interface DatabaseWatchOptions {
  /** Runs a statement that visitors need; rejects when the database cannot be reached. */
  readonly look: () => Promise<unknown>;
  readonly log: { warn(details: object, message: string): void };
}

/**
 * Knows whether the database can be reached. After a failure no request waits for it any more, and one check at a time finds
 * out when it is back.
 */
export class DatabaseWatch {
  readonly #look: () => Promise<unknown>;
  readonly #log: DatabaseWatchOptions['log'];
  #awaySince: number | null = null;
  #outages = 0;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;
  /** Number of statements that visitors have waited for since the start. */
  statements = 0;

  constructor({ look, log }: DatabaseWatchOptions) {
    this.#look = look;
    this.#log = log;
  }

  /**
   * Runs a read that a visitor waits for. Runs it again when it failed in an outage that has ended by then.
   * @throws OutOfReach at once while the database is away, or at the deadline
   */
  async attempt<T>(read: () => Promise<T>): Promise<T> {
    this.assertPresent();
    this.statements++;
    const outages = this.#outages;
    try {
      return await byDeadline(read());
    } catch (error) {
      if (!isOutOfReach(error)) throw error;
      if (outages !== this.#outages) return this.attempt(read);
      this.#noteAway(error);
      throw error;
    }
  }

  /** Whether the last attempt could not reach the database. */
  get isAway(): boolean {
    return this.#awaySince !== null;
  }

  /** @throws OutOfReach while the database is away */
  assertPresent(): void {
    if (this.isAway) throw new OutOfReach('the database is away');
  }

  /** Ends the checks. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  #noteAway(error: unknown): void {
    this.#outages++;
    this.#awaySince = Date.now();
    this.#log.warn({ err: error }, 'the database is out of reach: pages are served from memory');
    this.#lookLater();
  }

  #lookLater(): void {
    if (this.#closed) return;
    this.#timer = setTimeout(() => this.#lookNow(), LOOK_MS).unref();
  }

  async #lookNow(): Promise<void> {
    try {
      await byDeadline(this.#look());
    } catch (error) {
      // A database that refuses the statement can be reached.
      if (isOutOfReach(error)) return this.#lookLater();
    }
    this.#log.warn({ awayMs: Date.now() - Number(this.#awaySince) }, 'the database is back');
    this.#awaySince = null;
  }
}

/**
 * The outcome of a statement. After a pause of this process the deadline begins anew: the machine of the database may have been paused as
 * well; the connection itself has a deadline (`PROBE` in `src/storage/connection.ts`). @throws OutOfReach when it has not come by the deadline
 */
async function byDeadline<T>(outcome: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const giveUp = () => reject(new OutOfReach('the database did not answer by the deadline'));
    const wait = () => {
      const due = performance.now() + DEADLINE_MS;
      timer = setTimeout(() => {
        if (performance.now() > due + PAUSED_MS) wait();
        // Answers that have arrived are read first.
        else setImmediate(giveUp);
      }, DEADLINE_MS);
    };
    wait();
  });
  try {
    return await Promise.race([outcome, late]);
  } finally {
    clearTimeout(timer);
  }
}
