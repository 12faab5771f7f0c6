import type pg from 'pg';

export interface Statement extends pg.QueryConfig<unknown[]> {
  /** Whether it may run twice; so may every read. */
  readonly repeatable?: boolean;
  /** How long its answer is waited for, milliseconds; its connection is closed then. */
  readonly query_timeout?: number;
}

/** Whatever can run one statement: pools, or one connection of them. */
export interface Queryable {
  query<R extends pg.QueryResultRow = pg.QueryResultRow>(
    statement: string | Statement,
    values?: unknown[],
  ): Promise<pg.QueryResult<R>>;
}
