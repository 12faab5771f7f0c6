import pg from 'pg';

export type Pool = pg.Pool;
/** Either a pool or one connection of it: whatever can run one statement. */
export type Queryable = Pick<pg.Pool | pg.ClientBase, 'query'>;

/** The reduced roles that pools work as (privileges.sql). */
export type DatabaseRole = 'vitrine_public' | 'vitrine_gestion' | 'vitrine_service';

const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 15_000;
const POOL_CONNECTIONS = 10;

const TIMESTAMP_WITH_ZONE = pg.types.builtins.TIMESTAMPTZ;

/**
 * A timestamp as PostgreSQL prints it in UTC, in ISO form with microseconds. Never through a JavaScript `Date`:
 * milliseconds would make two versions of a theme look alike (decisions, Other API routes).
 */
function isoTimestamp(printed: string): string {
  const [, day, time, fraction = ''] = /^(\S+) (\d\d:\d\d:\d\d)(?:\.(\d+))?\+00$/.exec(printed) ?? [];
  return day === undefined ? printed : `${day}T${time}.${fraction.padEnd(6, '0')}Z`;
}

const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === TIMESTAMP_WITH_ZONE && format !== 'binary'
      ? isoTimestamp
      : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
};

/** Settings of every connection of the program. */
export function connectionSettings(url: string, role: DatabaseRole | null): pg.ClientConfig {
  const settings = ['timezone=UTC', `statement_timeout=${STATEMENT_TIMEOUT_MS}`, ...(role ? [`role=${role}`] : [])];
  return {
    connectionString: url,
    application_name: 'vitrine',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: STATEMENT_TIMEOUT_MS + 1_000,
    options: settings.map((setting) => `-c ${setting}`).join(' '),
    types,
  };
}

/** A pool whose connections work as `role`, or with all rights of the address when `role` is null. */
export function createPool(url: string, role: DatabaseRole | null): Pool {
  const pool = new pg.Pool({ ...connectionSettings(url, role), max: POOL_CONNECTIONS });
  // An idle connection that the server closes must not end the program; the next query opens another.
  pool.on('error', () => undefined);
  return pool;
}
