import type pg from 'pg';
import { connectionSettings, type DatabaseRole, PLANNED_ONCE, PROBE, PROMPT } from './connection.ts';
import { Generation, Lane, type OpenTransaction } from './lane.ts';
import type { Queryable, Statement } from './statement.ts';

const POOL_CONNECTIONS = 10;
/** Two kinds of probe, one of each at a time, and as many whose connection is waited for in vain. */
const PROBE_CONNECTIONS = 4;

/** The connections of one database role. */
export class Pool implements Queryable {
  readonly #general: Lane;
  /** Connections apart for statements that every visitor waits for: short deadlines, and never a queue behind long reads. */
  readonly probes: Lane;

  constructor(url: string, role: DatabaseRole | null, generation: Generation) {
    this.#general = new Lane({ ...connectionSettings(url, role, PROMPT), max: POOL_CONNECTIONS }, generation);
    this.probes = new Lane(
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
 * A pool whose connections work as `role`, or with all rights of the address when `role` is null.
 * @param generation shared with the other pools of the same database
 */
export const createPool = (url: string, role: DatabaseRole | null, generation = new Generation()): Pool =>
  new Pool(url, role, generation);
