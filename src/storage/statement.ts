import type pg from 'pg';

export interface Statement extends pg.QueryConfig<unknown[]> {
  /** Whether a write may run twice; every read may. */
  readonly repeatable?: boolean;
  /** Deadline of the answer, milliseconds; after it the connection is closed. */
  readonly query_timeout?: number;
}

/** Anything that can run a statement: pools, or one of their connections. */
export interface Queryable {
  query<R extends pg.QueryResultRow = pg.QueryResultRow>(
    statement: string | Statement,
    values?: unknown[],
  ): Promise<pg.QueryResult<R>>;
}
