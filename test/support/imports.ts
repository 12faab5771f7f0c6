import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import pg from 'pg';
import { expect } from 'vitest';
import { query } from './database.ts';
import { until } from './until.ts';

export const IMPORT_PATH = '/api/themes/importer';

/** An import whose body is sent piece by piece. */
export function beginImport(port: number, key: string, headers: Record<string, string | number>): ClientRequest {
  const outgoing = request({
    ...{ host: '127.0.0.1', port, method: 'POST', path: IMPORT_PATH },
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
  });
  outgoing.on('error', () => undefined);
  return outgoing;
}

export interface ImportAnswer {
  readonly status: number | undefined;
  readonly error?: string;
  readonly themeId?: string;
}

export async function answerTo(outgoing: ClientRequest): Promise<ImportAnswer> {
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  return { status: incoming.statusCode, ...((await json(incoming)) as object) };
}

/** Processes of this program that take an archive in. */
export const importProcesses = (): number[] =>
  readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number)
    .filter((pid) => {
      try {
        const [, parent] = /^\d+ \(.*\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'latin1')) ?? [];
        if (Number(parent) !== process.pid) return false;
        return readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('import-process.ts');
      } catch {
        // It has just ended.
        return false;
      }
    });

/** Ends the process that waits for its next archive, if one does. */
export async function endImportProcesses(): Promise<void> {
  const processes = importProcesses();
  for (const pid of processes) process.kill(pid, 'SIGKILL');
  // Its name goes first; its number, once this process has been told of its end.
  await until('no process takes an archive in', () => expect(processes.filter(isThere)).toEqual([]));
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** How many themes and files there are. */
export async function storedIn(url: string): Promise<{ themes: string; files: string }> {
  const text = 'SELECT (SELECT count(*) FROM themes) AS themes, (SELECT count(*) FROM fichiers) AS files';
  return (await query(url, text)).rows[0];
}

/** Lets imports write the row of their theme, and no file. */
export async function lockFiles(url: string) {
  const client = new pg.Client(url);
  await client.connect();
  await client.query('BEGIN; LOCK TABLE fichiers IN EXCLUSIVE MODE');
  // On another connection: a transaction sees the activity of one moment only.
  const count = async (condition: string) =>
    (await query(url, `SELECT FROM pg_stat_activity WHERE datname = current_database() AND ${condition}`)).rowCount;
  return {
    untilSomebodyWaits: () =>
      until('somebody waits for the lock', async () => expect(await count("wait_event_type = 'Lock'")).toBe(1)),
    /** @returns once what waited has ended, one way or another */
    release: async () => {
      await client.query('COMMIT');
      await client.end();
      const writing = () => count("query LIKE 'WITH remplaces%' AND state <> 'idle'");
      await until('nobody writes files', async () => expect(await writing()).toBe(0));
    },
  };
}
