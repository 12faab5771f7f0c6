import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import type { Need } from './needs.ts';

/** Major version of the embedded server: its tools must be as new. */
const SERVER = 18;
/** Where Debian has them, one folder for each version; and where `.ci/run` puts them. */
const DEBIAN = '/usr/lib/postgresql';
const UNPACKED = '/usr/local/lib/postgresql-client-18/bin';

/** @returns a folder with PostgreSQL's own tools, as new as the embedded server; null when this machine has none */
export async function findPostgresTools(): Promise<string | null> {
  const versions = await readdir(DEBIAN).catch(() => []);
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    ...versions.map((version) => join(DEBIAN, version, 'bin')),
    UNPACKED,
  ];
  for (const folder of folders) if (await isNewEnough(join(folder, 'pg_dump'))) return folder;
  return null;
}

/** @param found the folder, where there is one */
export const postgresTools = (found: string | null): Need => ({
  name: `the tools of PostgreSQL ${SERVER}`,
  how: '.ci/postgresql-client',
  isThere: found !== null,
});

async function isNewEnough(tool: string): Promise<boolean> {
  const { stdout } = await promisify(execFile)(tool, ['--version']).catch(() => ({ stdout: '' }));
  return Number(/(\d+)/.exec(stdout)?.[1] ?? 0) >= SERVER;
}
