import type { Queryable } from './statement.ts';

/** The same connection, which asks nothing more once the work is to end: by then it may be somebody else's. */
export const untilAborted = (db: Queryable, signal: AbortSignal): Queryable => ({
  query: (statement, values) => {
    signal.throwIfAborted();
    return db.query(statement, values);
  },
});
