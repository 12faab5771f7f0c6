/** PgBouncer with the configuration that operators copy, before a server of this machine. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { freePorts } from './free-ports.ts';
import { programPath } from './needs.ts';
import { untilItAnswers } from './until-it-answers.ts';

const CONFIGURATION = new URL('../../deploy/pgbouncer/pgbouncer.ini', import.meta.url);
/** It refuses to work as root. */
const NOBODY = 65534;

export interface Pgbouncer {
  /** The address through it of a database whose own address this is. */
  through(databaseUrl: string): string;
  end(): Promise<void>;
}

/**
 * @param serverUrl a database of the server, with the right to read the secrets of logins
 * @param folder takes its files
 * @param changes settings with other values than in the file, or that are not in it
 */
export async function startPgbouncer(
  serverUrl: string,
  folder: string,
  changes: Readonly<Record<string, string | number>> = {},
): Promise<Pgbouncer> {
  const { hostname, port: serverPort } = new URL(serverUrl);
  const own = await mkdtemp(join(folder, 'pgbouncer-'));
  const [port = 0] = await freePorts(1);
  const file = join(own, 'pgbouncer.ini');
  const userlist = join(own, 'userlist.txt');
  await writeFile(userlist, await secretsOf(serverUrl));
  const text = adapt(await readFile(CONFIGURATION, 'utf8'), {
    // Under any name, because each test has its own database.
    vitrine: ['*', `host=${hostname} port=${serverPort}`],
    ...settings({ listen_port: port, unix_socket_dir: own, auth_file: userlist }),
    ...settings({ logfile: join(own, 'pgbouncer.log'), pidfile: join(own, 'pgbouncer.pid') }),
  });
  // The last one of a name counts.
  await writeFile(file, [text, ...Object.entries(changes).map(([name, value]) => `${name} = ${value}`)].join('\n'));
  const isRoot = process.getuid?.() === 0;
  if (isRoot) await Promise.all([own, file, userlist].map((path) => chown(path, NOBODY, NOBODY)));
  const child = spawn(programPath('pgbouncer') ?? '', ['--quiet', file], {
    ...(isRoot && { uid: NOBODY, gid: NOBODY }),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.on('data', (chunk) => (output += chunk));
  const through = (databaseUrl: string) => {
    const address = new URL(databaseUrl);
    address.host = `127.0.0.1:${port}`;
    return address.href;
  };
  await untilItAnswers(
    'pgbouncer',
    child,
    () => answers(through(serverUrl)),
    () => output,
  );
  return {
    through,
    end: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

type Settings = Readonly<Record<string, readonly [name: string, value: string | number]>>;

const settings = (values: Readonly<Record<string, string | number>>): Settings =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, [name, value]]));

/** Replaces lines. */
function adapt(text: string, by: Settings): string {
  return Object.entries(by).reduce((adapted, [line, [name, value]]) => {
    const pattern = new RegExp(`^${line} = .*$`, 'm');
    if (!pattern.test(adapted)) throw new Error(`pgbouncer.ini has no line about ${line}`);
    return adapted.replace(pattern, () => `${name} = ${value}`);
  }, text);
}

/** As deploy/README.md says. */
async function secretsOf(serverUrl: string): Promise<string> {
  const client = new pg.Client(serverUrl);
  await client.connect();
  const { rows } = await client.query(
    `SELECT format('"%s" "%s"', rolname, rolpassword) AS line FROM pg_authid WHERE rolpassword IS NOT NULL`,
  );
  await client.end();
  return rows.map(({ line }) => `${line}\n`).join('');
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client(url);
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('SELECT 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
