/** An id in lower case, as the database prints ids, for expressions of JavaScript and of PostgreSQL. */
export const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
