import pg from 'pg';
import { isConnectionLost, isUnanswered } from './out-of-reach.ts';
import type { Queryable, Statement } from './statement.ts';

/**
 * Counts the losses of connections to one database. When one of them breaks or falls silent, the others of its time are not
 * used again: after a failover or a partition they would fail their next statements one by one, each after its deadline.
 */
export class Generation {
  number = 0;
}

/** A connection in a transaction of its own. */
export interface OpenTransaction {
  readonly client: pg.PoolClient;
  /** Gives the connection back. @param failure what it may not be used again after; undefined when it is as good as new */
  release(failure?: unknown): void;
}

/** Connections of one kind that outlive an outage. */
export class Lane implements Queryable {
  readonly #settings: pg.PoolConfig;
  readonly #generation: Generation;
  #current: { readonly pool: pg.Pool; readonly generation: number };
  /** Pools that were replaced and still have a connection. */
  readonly #retired = new Set<pg.Pool>();

  /** @param generation shared by all connections to this database */
  constructor(settings: pg.PoolConfig, generation: Generation) {
    this.#settings = settings;
    this.#generation = generation;
    this.#current = this.#open();
  }

  /**
   * Runs one statement. One that may run twice runs again, once and on a new connection, when the connection that it got was
   * dead; any other is never repeated, since nobody knows how far it came.
   */
  async query<R extends pg.QueryResultRow>(
    statement: string | Statement,
    values?: unknown[],
  ): Promise<pg.QueryResult<R>> {
    const { pool, generation } = this.#latest();
    try {
      return await pool.query<R>(statement, values);
    } catch (error) {
      this.#judge(generation, error);
      if (!isConnectionLost(error) || !isRepeatable(statement)) throw error;
      return this.#latest().pool.query<R>(statement, values);
    }
  }

  /** @returns a new transaction, to be ended and released */
  async begin(): Promise<OpenTransaction> {
    try {
      return await this.#begin();
    } catch (error) {
      // Nothing was done in it yet.
      if (!isConnectionLost(error)) throw error;
      return this.#begin();
    }
  }

  /** Ends every connection, waiting for the statements under way. */
  async end(): Promise<void> {
    await Promise.all([this.#current.pool, ...this.#retired].map((pool) => pool.end()));
  }

  async #begin(): Promise<OpenTransaction> {
    const { pool, generation } = this.#latest();
    const client = await pool.connect();
    const release = (failure?: unknown) => {
      client.release(failure !== undefined);
      this.#judge(generation, failure);
    };
    try {
      await client.query('BEGIN');
      return { client, release };
    } catch (error) {
      release(error);
      throw error;
    }
  }

  #judge(generation: number, error: unknown): void {
    const doubtful = isConnectionLost(error) || isUnanswered(error);
    if (doubtful && generation === this.#generation.number) this.#generation.number++;
  }

  #latest(): { readonly pool: pg.Pool; readonly generation: number } {
    if (this.#current.generation !== this.#generation.number) {
      const { pool } = this.#current;
      this.#retired.add(pool);
      // Who waits in it for a connection still gets one; idle ones close by themselves.
      pool.on('remove', () => {
        if (pool.totalCount + pool.waitingCount === 0) this.#retired.delete(pool);
      });
      this.#current = this.#open();
    }
    return this.#current;
  }

  #open(): { readonly pool: pg.Pool; readonly generation: number } {
    const pool = new pg.Pool(this.#settings);
    // The loss of a connection is met by its statement, or by nobody: the event must not end the program.
    pool.on('error', () => undefined);
    pool.on('connect', (client) => client.on('error', () => undefined));
    return { pool, generation: this.#generation.number };
  }
}

/** A read, or a write that says that its second run changes nothing more. */
function isRepeatable(statement: string | Statement): boolean {
  const { text, repeatable = /^\s*SELECT\b/i.test(text) } =
    typeof statement === 'string' ? { text: statement } : statement;
  return repeatable;
}
