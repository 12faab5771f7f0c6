/** Thrown when the database is known not to answer; no statement was sent. */
export class OutOfReach extends Error {
  override name = 'OutOfReach';
}

/**
 * Codes that say that the database can run no statement at the moment: errors of the network; a server that starts, stops or is
 * full; a server that refuses the login; a server that refuses writes, such as a replaced primary. All codes of SQLSTATE class 08
 * (connection exception) count too.
 */
const OUT_OF_REACH = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT'],
  ...['EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN', 'ENOTFOUND', 'EAI_AGAIN'],
  // admin_shutdown, crash_shutdown, cannot_connect_now, database_dropped, idle_session_timeout
  ...['57P01', '57P02', '57P03', '57P04', '57P05'],
  // too_many_connections, idle_in_transaction_session_timeout, read_only_sql_transaction
  ...['53300', '25P03', '25006'],
  // only while connecting: invalid_authorization_specification, invalid_password, invalid_catalog_name
  ...['28000', '28P01', '3D000'],
]);
const CONNECTION_EXCEPTION = /^08[0-9A-Z]{3}$/;

/**
 * The refusal of `transaction_read_only` by a standby (connection.ts): one of two codes, which other statements may get too, and a sentence
 * in the server's language.
 */
const REFUSED_SETTING = { routine: 'call_bool_check_hook', codes: ['25001', '0A000'] };

/** Messages of `pg` itself, which have no code. */
const CONNECTION_LOST =
  /^(Connection terminated( unexpectedly)?|Client has encountered a connection error and is not queryable)$/;
const NO_ANSWER =
  /^(Query read timeout|timeout expired|timeout exceeded when trying to connect|Connection terminated due to connection timeout)$/;
const CLOSED = /^(Client was closed and is not queryable|Cannot use a pool after calling end on the pool)$/;

/** Message of PgBouncer when its connection to the server broke; the code is that of all its errors. */
const LOST_BEHIND_POOLER = 'server conn crashed?';

/** Codes of a connection that broke during a statement, or is unusable. */
const LOST = new Set(['ECONNRESET', 'EPIPE', '57P01', '57P02', '57P05', '25P03', '25006', '08003', '08006']);

const codeOf = (error: unknown) => String((error as { code?: unknown } | null)?.code ?? '');
const messageOf = (error: unknown) => (error instanceof Error ? error.message : '');

/** Whether a server refuses connections of the program because it is a standby, which takes no writes. */
export const isStandby = (error: unknown): boolean =>
  (error as { routine?: unknown } | null)?.routine === REFUSED_SETTING.routine &&
  REFUSED_SETTING.codes.includes(codeOf(error));

/** Whether an error means that the database is out of reach, as opposed to a statement that it refused. */
export function isOutOfReach(error: unknown): boolean {
  if (error instanceof OutOfReach) return true;
  const [code, message] = [codeOf(error), messageOf(error)];
  if (code) return OUT_OF_REACH.has(code) || CONNECTION_EXCEPTION.test(code) || isStandby(error);
  return CONNECTION_LOST.test(message) || NO_ANSWER.test(message) || CLOSED.test(message);
}

/** Whether the connection of a statement was lost; another connection may still work. */
export function isConnectionLost(error: unknown): boolean {
  const message = messageOf(error);
  const isLost = LOST.has(codeOf(error)) || isStandby(error);
  return isLost || CONNECTION_LOST.test(message) || message === LOST_BEHIND_POOLER;
}

/** Whether a statement was sent and nothing came back by its deadline. */
export function isUnanswered(error: unknown): boolean {
  return codeOf(error) === 'ETIMEDOUT' || messageOf(error) === 'Query read timeout';
}

/** SQLSTATE `query_canceled`: the server has ended a statement by its deadline, most often because it had to wait for a lock. */
const OVERDUE = '57014';

/** Whether a statement took longer than its deadline; the database may work normally. */
export const isOverdue = (error: unknown): boolean => codeOf(error) === OVERDUE;
