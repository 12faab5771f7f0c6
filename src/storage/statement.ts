import type pg from 'pg';

export interface Statement extends pg.QueryConfig<unknown[]> {
  /** Whether it may run twice; so may every read. */
  readonly repeatable?: boolean;
  /** How long its answer is waited for, milliseconds; its connection is closed then. */
  readonly query_timeout?: number;
}

/** Either a pool or one connection of it: whatever can run one statement. */
export interface Queryable {
  query<R extends pg.QueryResultRow = pg.QueryResultRow>(
    statement: string | Statement,
    values?: unknown[],
  ): Promise<pg.QueryResult<R>>;
}
