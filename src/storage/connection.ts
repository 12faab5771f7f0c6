import pg from 'pg';
import type { Queryable } from './statement.ts';

/** The reduced roles that pools work as (privileges.sql). */
export type DatabaseRole = 'vitrine_public' | 'vitrine_gestion' | 'vitrine_service';

/** What it takes to open a connection: an address, and the role to work as; null keeps all rights of the address. */
export interface DatabaseAccess {
  readonly url: string;
  readonly role: DatabaseRole | null;
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
const PATIENT: Deadlines = { connect: 5_000, statement: 15_000, answer: 16_000 };
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
export const PLANNED_ONCE = ['plan_cache_mode=force_generic_plan', 'enable_seqscan=off'];

/** The name of this program's connections, with the schema that it needs: of what runs on a database the older programs are told by theirs. */
export const PROGRAM_NAME = 'vitrine 6';

/** How long the server keeps a transaction and its locks when the program sends nothing more. */
const ABANDONED_TRANSACTION_MS = 5_000;

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

/**
 * Settings of every connection of the program.
 * @param more settings of PostgreSQL, `name=value`
 */
export function connectionSettings(
  url: string,
  role: DatabaseRole | null,
  deadlines = PATIENT,
  more: readonly string[] = [],
): pg.ClientConfig {
  const settings = [
    'timezone=UTC',
    `statement_timeout=${deadlines.statement}`,
    `idle_in_transaction_session_timeout=${ABANDONED_TRANSACTION_MS}`,
    ...(role ? [`role=${role}`] : []),
    ...more,
  ];
  return {
    connectionString: url,
    application_name: PROGRAM_NAME,
    connectionTimeoutMillis: deadlines.connect,
    query_timeout: deadlines.answer,
    keepAlive: true,
    options: settings.map((setting) => `-c ${setting}`).join(' '),
    types,
  };
}

/**
 * Lets the statements of this transaction run for long: a whole theme is written at once.
 * @returns the deadline of their answers, to be given to each of them as `query_timeout`
 */
export async function allowLongStatements(client: Queryable): Promise<number> {
  await client.query(`SET LOCAL statement_timeout = ${LONG.statement}`);
  return LONG.answer;
}

/** The statements that follow in this transaction have the deadline of its connection again. */
export async function endLongStatements(client: Queryable): Promise<void> {
  await client.query('SET LOCAL statement_timeout TO DEFAULT');
}
