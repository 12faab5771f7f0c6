import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { isFaulty } from '../fault/fault.ts';

const PERIOD_MS = 100;
/** A client that has not connected, or not been answered, in this time begins anew. */
const PATIENCE_MS = 1_000;

/** The control of a database that fails: a client of PostgreSQL that writes a row again and again, and connects again when it cannot. */
export class BareWriter {
  readonly #url: string;
  #isOver = false;
  #last = 0;
  #longest = 0;
  readonly #writing: Promise<void>;

  constructor(url: string) {
    this.#url = url;
    this.#writing = this.#write();
  }

  /** Begins a new measurement. */
  forget(): void {
    this.#last = performance.now();
    this.#longest = 0;
  }

  /** The longest time without a written row since `forget`, milliseconds. With the fault a hundredth of it. */
  get pauseMs(): number {
    return Math.max(this.#longest, performance.now() - this.#last) / (isFaulty ? 100 : 1);
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#writing;
  }

  async #write(): Promise<void> {
    while (!this.#isOver) {
      const client = new pg.Client({
        ...{ connectionString: this.#url, connectionTimeoutMillis: PATIENCE_MS, query_timeout: PATIENCE_MS },
      });
      client.on('error', () => undefined);
      try {
        await client.connect();
        await client.query('CREATE TABLE IF NOT EXISTS temoin (n int)');
        for (; !this.#isOver; await sleep(PERIOD_MS)) {
          await client.query('INSERT INTO temoin VALUES (1)');
          const now = performance.now();
          this.#longest = Math.max(this.#longest, now - this.#last);
          this.#last = now;
        }
      } catch {
        await sleep(PERIOD_MS);
      } finally {
        await client.end().catch(() => undefined);
      }
    }
  }
}
