import pg from 'pg';
import { isConnectionLost, isUnanswered } from './out-of-reach.ts';
import type { Queryable, Statement } from './statement.ts';

/**
 * The generation of the pools of one database: it counts lost connections. When a connection breaks or does not answer, the others of its
 * generation are not used again: after a failover or a partition each of them would fail its next statement, after its deadline.
 */
export class Generation {
  number = 0;
}

/** A pool as an operator sees it. */
export interface PoolReport {
  /** How many connections are in use, and how many are idle. */
  readonly connections: { readonly busy: number; readonly idle: number };
  /** Statements and transactions that wait for a connection. */
  readonly waiting: number;
  /** Statements outside of transactions, and transactions, from the start on. */
  readonly statements: number;
}

/** A connection with an open transaction. */
export interface OpenTransaction {
  readonly client: pg.PoolClient;
  /** Gives the connection back. @param failure an error after which it must be closed; undefined when it can be reused */
  release(failure?: unknown): void;
}

/**
 * A connection pool that survives an outage: a `pg.Pool` of a past generation is replaced. `pg.Pool` itself gives out idle
 * connections without knowing whether their server still answers, and repeats no statement.
 */
export class ResilientPool implements Queryable {
  readonly #settings: pg.PoolConfig;
  readonly #generation: Generation;
  #current: { readonly pool: pg.Pool; readonly generation: number };
  /** Pools that were replaced and still have a connection. */
  readonly #retired = new Set<pg.Pool>();
  #statements = 0;

  /** @param generation shared by all connections to this database */
  constructor(settings: pg.PoolConfig, generation: Generation) {
    this.#settings = settings;
    this.#generation = generation;
    this.#current = this.#open();
  }

  /**
   * Runs one statement. When its connection is lost, a statement that may run twice is repeated once on a new connection; any
   * other is not repeated, because it may have run.
   */
  async query<R extends pg.QueryResultRow>(
    statement: string | Statement,
    values?: unknown[],
  ): Promise<pg.QueryResult<R>> {
    this.#statements++;
    const { pool, generation } = this.#latest();
    try {
      return await pool.query<R>(statement, values);
    } catch (error) {
      this.#noteFailure(generation, error);
      if (!isConnectionLost(error) || !isRepeatable(statement)) throw error;
      return this.#latest().pool.query<R>(statement, values);
    }
  }

  /** @returns a new transaction, to be ended and released */
  async begin(): Promise<OpenTransaction> {
    this.#statements++;
    try {
      return await this.#begin();
    } catch (error) {
      // The transaction had not begun, so it may be repeated.
      if (!isConnectionLost(error)) throw error;
      return this.#begin();
    }
  }

  /** The state of the pool for the operator. */
  get report(): PoolReport {
    const pools = [this.#current.pool, ...this.#retired];
    const sum = (of: (pool: pg.Pool) => number) => pools.reduce((total, pool) => total + of(pool), 0);
    const idle = sum(({ idleCount }) => idleCount);
    const connections = { busy: sum(({ totalCount }) => totalCount) - idle, idle };
    return { connections, waiting: sum(({ waitingCount }) => waitingCount), statements: this.#statements };
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
      this.#noteFailure(generation, failure);
    };
    try {
      await client.query('BEGIN');
      return { client, release };
    } catch (error) {
      release(error);
      throw error;
    }
  }

  #noteFailure(generation: number, error: unknown): void {
    const isLost = isConnectionLost(error) || isUnanswered(error);
    if (isLost && generation === this.#generation.number) this.#generation.number++;
  }

  #latest(): { readonly pool: pg.Pool; readonly generation: number } {
    if (this.#current.generation !== this.#generation.number) {
      const { pool } = this.#current;
      this.#retired.add(pool);
      // Requests that wait in the old pool still get a connection; idle connections close by themselves.
      pool.on('remove', () => {
        if (pool.totalCount + pool.waitingCount === 0) this.#retired.delete(pool);
      });
      this.#current = this.#open();
    }
    return this.#current;
  }

  #open(): { readonly pool: pg.Pool; readonly generation: number } {
    const pool = new pg.Pool(this.#settings);
    // A lost connection is reported by its statement; without a listener, the event would end the program.
    pool.on('error', () => undefined);
    pool.on('connect', (client) => client.on('error', () => undefined));
    return { pool, generation: this.#generation.number };
  }
}

/** Whether a statement is a read, or a write that is marked as repeatable. */
function isRepeatable(statement: string | Statement): boolean {
  const { text, repeatable = isRead(text) } = typeof statement === 'string' ? { text: statement } : statement;
  return repeatable;
}

const isRead = (text: string): boolean =>
  /^\s*SELECT\b/i.test(text) || (/^\s*WITH\b/i.test(text) && !/\b(?:INSERT|UPDATE|DELETE)\b/i.test(text));
