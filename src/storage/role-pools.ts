import type pg from 'pg';
import { connectionSettings, type DatabaseRole, PLANNED_ONCE, PROBE, PROMPT } from './connection.ts';
import { Generation, type OpenTransaction, ResilientPool } from './resilient-pool.ts';
import type { Queryable, Statement } from './statement.ts';

const POOL_CONNECTIONS = 10;
/** Two kinds of probe run at a time, one of each; as many more may still wait for a connection after their visitors gave up. */
const PROBE_CONNECTIONS = 4;

/** The two connection pools of one database role: one for all statements, one for those that every visitor waits for. */
export class RolePools implements Queryable {
  readonly #general: ResilientPool;
  /** For statements that every visitor waits for: short deadlines, and no queue behind long reads. */
  readonly probes: ResilientPool;

  constructor(url: string, role: DatabaseRole | null, generation: Generation) {
    this.#general = new ResilientPool({ ...connectionSettings(url, role, PROMPT), max: POOL_CONNECTIONS }, generation);
    this.probes = new ResilientPool(
      { ...connectionSettings(url, role, PROBE, PLANNED_ONCE), max: PROBE_CONNECTIONS },
      generation,
    );
  }

  query<R extends pg.QueryResultRow = pg.QueryResultRow>(
    statement: string | Statement,
    values?: unknown[],
  ): Promise<pg.QueryResult<R>> {
    return this.#general.query<R>(statement, values);
  }

  /** @returns a new transaction, to be ended and released */
  begin(): Promise<OpenTransaction> {
    return this.#general.begin();
  }

  /** Ends every connection, waiting for the statements under way. */
  async end(): Promise<void> {
    await Promise.all([this.#general.end(), this.probes.end()]);
  }
}

/**
 * Pools whose connections work as `role`, or with all rights of the address when `role` is null.
 * @param generation shared with the pools of the other roles on the same database
 */
export const openRolePools = (url: string, role: DatabaseRole | null, generation = new Generation()): RolePools =>
  new RolePools(url, role, generation);
