/** A PostgreSQL server of Debian's, older than the embedded one. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chown, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chooseServerAccount, type ServerAccount } from '../../src/storage/embedded/account.ts';
import { freePorts } from './free-ports.ts';
import { DEBIAN_POSTGRES } from './needs.ts';
import { untilItAnswers } from './until-it-answers.ts';

export interface DebianServer {
  readonly port: number;
  /** The superuser, who is the account of the server in the system. */
  readonly user: string;
  readonly password: string;
  /** Runs a script as the server's account, whom its socket lets in. @returns what it has printed */
  shell(script: string, variables?: Record<string, string>): Promise<string>;
  start(): Promise<void>;
  end(signal: NodeJS.Signals): Promise<void>;
  /** The server dies at once, and the disk with its data. */
  destroy(): Promise<void>;
}

export interface DebianServerOptions {
  /** Folders that belong to the server's account besides. */
  readonly folders?: readonly string[];
  /** Variables of its own and of what its account runs. */
  readonly variables?: (place: {
    readonly port: number;
    readonly data: string;
    readonly run: string;
  }) => Promise<Record<string, string>>;
  /** Lines for postgresql.conf besides. */
  readonly settings?: readonly string[];
}

/** @param folder takes its files */
export async function startDebianServer(
  folder: string,
  { folders = [], variables = async () => ({}), settings = [] }: DebianServerOptions = {},
): Promise<DebianServer> {
  const [data, run] = [join(folder, 'data'), join(folder, 'run')];
  const account = await chooseServerAccount(data, [folder]);
  const { uid, gid } = account('', []).options;
  for (const name of ['', 'run', ...folders]) {
    await mkdir(join(folder, name), { recursive: true });
    if (uid !== undefined && gid !== undefined) await chown(join(folder, name), uid, gid);
  }
  const [port = 0] = await freePorts(1);
  const own = {
    ...{ PATH: `${DEBIAN_POSTGRES}:${process.env.PATH}`, LC_ALL: 'C.UTF-8' },
    ...{ PGHOST: run, PGPORT: String(port), PGDATABASE: 'postgres', ...(await variables({ port, data, run })) },
  };
  const shell = (script: string, env: Record<string, string> = {}) => execute(account, script, { ...own, ...env });

  const password = randomBytes(12).toString('hex');
  await writeFile(join(folder, 'password'), password);
  const lines = [...settings, `unix_socket_directories '${run}'`, `port ${port}`, 'fsync off'];
  await shell(
    `initdb --no-sync --username="$(id -un)" --auth-local=peer --auth-host=scram-sha-256 --pwfile=${folder}/password ${data}
     printf '%s' "$SETTINGS" >>${data}/postgresql.conf`,
    { SETTINGS: lines.join('\n') },
  );
  const isReady = () => shell('pg_isready --quiet').then(() => true);
  let server: ChildProcess | undefined;
  const start = async () => {
    const { file: program, args, options } = account(join(DEBIAN_POSTGRES, 'postgres'), ['-D', data]);
    const child = spawn(program, args, { ...options, env: own, stdio: ['ignore', 'ignore', 'pipe'] });
    server = child;
    let log = '';
    child.stderr.on('data', (chunk) => {
      log += chunk;
    });
    await untilItAnswers('PostgreSQL', child, isReady, () => log);
  };
  const end = async (signal: NodeJS.Signals) => {
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    server.kill(signal);
    await ended;
  };
  await start();
  const destroy = async () => {
    await end('SIGQUIT');
    await rm(data, { recursive: true });
  };
  return { port, user: (await shell('id -un')).trim(), password, shell, start, end, destroy };
}

/** @returns what a script has printed, as the server's account */
function execute(account: ServerAccount, script: string, env: NodeJS.ProcessEnv): Promise<string> {
  const { file, args, options } = account('sh', ['-eu', '-c', script]);
  return new Promise((resolve, reject) => {
    execFile(file, [...args], { ...options, env, cwd: '/' }, (error, out, err) => {
      if (error) reject(new Error(`${script}\n${out}${err}`));
      else resolve(out);
    });
  });
}
