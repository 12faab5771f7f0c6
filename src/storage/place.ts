import type { Client } from 'pg';

/** Which database and which login an address leads to. */
export interface Place {
  /** Version of PostgreSQL. */
  readonly server: string;
  readonly database: string;
  readonly login: string;
  /** Of the server: no two were started at the same microsecond. */
  readonly started: string;
}

export async function readPlace(client: Client): Promise<Place> {
  const { rows } = await client.query(
    `SELECT split_part(current_setting('server_version'), ' ', 1) AS server, current_database() AS database, session_user AS login,
       pg_postmaster_start_time()::text AS started`,
  );
  return rows[0];
}

/** Whether two addresses lead to one database. */
export const isSamePlace = (one: Place, other: Place): boolean =>
  one.database === other.database && one.started === other.started;

/** @param variable the environment variable that should lead where `DATABASE_URL` does */
export const elsewhereSentence = (variable: string, place: Place): string =>
  `${variable} mène à une autre base que DATABASE_URL : ${describePlace(place)}.`;

export const describePlace = ({ server, database, login }: Place): string =>
  `la base ${database}, PostgreSQL ${server}, compte ${login}`;
