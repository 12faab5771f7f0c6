import pg from 'pg';
import { PooledClient, type Setting } from './pooled-client.ts';
import type { Queryable } from './statement.ts';

/** The reduced roles that pools work as (privileges.sql). */
export type DatabaseRole = 'vitrine_public' | 'vitrine_gestion' | 'vitrine_service';

/** How to open a connection. */
export interface DatabaseAccess {
  readonly url: string;
  /** The role to work as; null keeps all rights of the address. */
  readonly role: DatabaseRole | null;
  /** Whether a pooler answers at the address, so that settings hold for one transaction at most (pooled-client.ts). */
  readonly isPooled: boolean;
  /** Whether Citus distributes the tables. Citus plans each statement for its values. */
  readonly isDistributed: boolean;
}

/** Deadlines of a statement on a connection. */
interface Deadlines {
  /** Waiting for a connection, milliseconds. */
  readonly connect: number;
  /** Running a statement: the server ends it, milliseconds. */
  readonly statement: number;
  /** Waiting for an answer when not even the server's own deadline brings one, milliseconds. */
  readonly answer: number;
}

/** For the start of the program and for the operator's commands, which may wait longer. */
export const PATIENT: Deadlines = { connect: 5_000, statement: 15_000, answer: 16_000 };
/** A request of the API answers within five seconds when the database hangs. */
export const PROMPT: Deadlines = { connect: 4_000, statement: 4_000, answer: 4_500 };
/** For writing a theme of the largest size. */
const LONG: Deadlines = { ...PROMPT, statement: 60_000, answer: 61_000 };
/**
 * Visitors wait half as long for a probe (src/sites/database-watch.ts), by a clock that allows for pauses of this process; after
 * these times the connection is closed.
 */
export const PROBE: Deadlines = { connect: 2_000, statement: 4_000, answer: 2_000 };

/**
 * For statements that look a few rows up, very often: planned once, whatever the values, and by index even while a table is too
 * small to need it, since the plan outlives that (a plan of its own for each probe takes longer than the probe).
 */
const PLANNED_ONCE: readonly Setting[] = [
  ['plan_cache_mode', 'force_generic_plan'],
  ['enable_seqscan', 'off'],
];

/**
 * A commit does not wait for the disk: after a crash of the server, what the last half second has noted about the use of keys may be
 * gone. So a read is not slower while others write a lot.
 */
const WITHOUT_DISK: Setting = ['synchronous_commit', 'off'];

/** Settings for statements that everybody waits for. Through a pooler they are planned each time, and no plan outlives its values. */
export const probeSettings = ({ isDistributed, isPooled }: DatabaseAccess): readonly Setting[] =>
  isDistributed || isPooled ? [WITHOUT_DISK] : [WITHOUT_DISK, ...PLANNED_ONCE];

/** The version of the database that this program works with: the number of its newest migration. */
export const SCHEMA = 11;

/**
 * The name that this program gives its connections. Whoever looks at a database sees by the names (`pg_stat_activity`) which releases work on it.
 */
export const PROGRAM_NAME = `vitrine ${SCHEMA}`;

/** A setting without effect. When the server has it, the server itself has got the settings of the connection, and no pooler. */
export const DIRECT: Setting = ['vitrine.direct', 'on'];

/** How long the server keeps a transaction and its locks when the program sends nothing more. */
const ABANDONED_TRANSACTION_MS = 5_000;

const TIMESTAMP_WITH_ZONE = pg.types.builtins.TIMESTAMPTZ;

/**
 * A timestamp as PostgreSQL prints it in UTC, in ISO form with microseconds. Never through a JavaScript `Date`:
 * milliseconds would make two versions of a theme look alike (docs/decisions/increasing-times.md).
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

/** Settings of a client of `pg`. */
export const clientSettings = (url: string, deadlines: Deadlines): pg.ClientConfig => ({
  connectionString: url,
  application_name: PROGRAM_NAME,
  connectionTimeoutMillis: deadlines.connect,
  query_timeout: deadlines.answer,
  keepAlive: true,
  types,
});

/** Settings of PostgreSQL for all that the program runs. */
export const settingsOf = (role: DatabaseRole | null, deadlines: Deadlines): Setting[] => [
  ['timezone', 'UTC'],
  ['statement_timeout', String(deadlines.statement)],
  ['idle_in_transaction_session_timeout', String(ABANDONED_TRANSACTION_MS)],
  // A standby refuses this setting: its answers may miss the newest writes.
  ['transaction_read_only', 'off'],
  ...(role ? [['role', role] as const] : []),
];

/**
 * Settings that a connection of the server begins with.
 * @param more settings of PostgreSQL besides
 */
export function connectionSettings(
  url: string,
  role: DatabaseRole | null,
  deadlines = PATIENT,
  more: readonly Setting[] = [],
): pg.ClientConfig {
  const settings = [...settingsOf(role, deadlines), DIRECT, ...more];
  return {
    ...clientSettings(url, deadlines),
    options: settings.map(([name, value]) => `-c ${name}=${value}`).join(' '),
  };
}

/** Settings of a pool, whatever answers at its address. */
export function poolSettings(
  { url, role, isPooled }: DatabaseAccess,
  deadlines: Deadlines,
  more: readonly Setting[] = [],
): pg.PoolConfig {
  if (!isPooled) return connectionSettings(url, role, deadlines, more);
  const settings = [...settingsOf(role, deadlines), ...more];
  class Client extends PooledClient {
    constructor(config?: pg.ClientConfig) {
      super({ ...config }, settings);
    }
  }
  return { ...clientSettings(url, deadlines), Client };
}

/**
 * Lets the statements of this transaction run for long: a whole theme is written at once.
 * @returns the deadline of their answers, to be given to each of them as `query_timeout`
 */
export async function allowLongStatements(client: Queryable): Promise<number> {
  await client.query(`SET LOCAL statement_timeout = ${LONG.statement}`);
  return LONG.answer;
}

/** Gives the next statements of this transaction the deadline of a request again. */
export async function endLongStatements(client: Queryable): Promise<void> {
  // `DEFAULT` would be the server's own value when a pooler is between.
  await client.query(`SET LOCAL statement_timeout = ${PROMPT.statement}`);
}
