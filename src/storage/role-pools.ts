import type pg from 'pg';
import { type DatabaseAccess, type DatabaseRole, PROBE, PROMPT, poolSettings, probeSettings } from './connection.ts';
import { Generation, type OpenTransaction, type PoolReport, ResilientPool } from './resilient-pool.ts';
import type { Queryable, Statement } from './statement.ts';

const POOL_CONNECTIONS = 10;
/** Two kinds of probe run at a time, one of each; as many more may still wait for a connection after their visitors gave up. */
const PROBE_CONNECTIONS = 4;
/** Longer than the time between two checks of health (ten seconds), so that the checks share a connection. */
const IDLE_MS = 30_000;

/** The two connection pools of one database role: one for all statements, one for those that every visitor waits for. */
export class RolePools implements Queryable {
  readonly #general: ResilientPool;
  /**
   * For statements that every visitor waits for: short deadlines, and no queue behind long reads. What they write may be lost with the
   * server.
   */
  readonly probes: ResilientPool;

  constructor(access: DatabaseAccess, generation: Generation) {
    this.#general = new ResilientPool(
      { ...poolSettings(access, PROMPT), max: POOL_CONNECTIONS, idleTimeoutMillis: IDLE_MS },
      generation,
    );
    this.probes = new ResilientPool(
      { ...poolSettings(access, PROBE, probeSettings(access)), max: PROBE_CONNECTIONS, idleTimeoutMillis: IDLE_MS },
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

  /** The state of the pools for the operator. */
  get report(): { readonly general: PoolReport; readonly probes: PoolReport } {
    return { general: this.#general.report, probes: this.probes.report };
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
export const openRolePools = (
  url: string,
  role: DatabaseRole | null,
  { generation = new Generation(), isPooled = false, isDistributed = false } = {},
): RolePools => new RolePools({ url, role, isPooled, isDistributed }, generation);
