/** A PostgreSQL server of Debian's that pgBackRest backs up, with the files that operators copy. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { access, chown, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chooseServerAccount, type ServerAccount } from '../../src/storage/embedded/account.ts';
import { adaptedFile } from './adapted-file.ts';
import { freePorts } from './free-ports.ts';
import { untilItAnswers } from './until-it-answers.ts';

const CONFIGURATION = new URL('../../deploy/pgbackrest/pgbackrest.conf', import.meta.url);
const SETTINGS = new URL('../../deploy/pgbackrest/archive.conf', import.meta.url);
const README = new URL('../../deploy/README.md', import.meta.url);
/** The server that pgbackrest.conf names. */
const POSTGRES = '/usr/lib/postgresql/15/bin';

export const HAS_PGBACKREST = await Promise.all(
  ['/usr/bin/pgbackrest', join(POSTGRES, 'postgres')].map((file) => access(file)),
).then(
  () => true,
  () => false,
);

/** What a skipped test says. */
export const WITHOUT_PGBACKREST =
  'pgbackrest and PostgreSQL 15 are not installed (apt-get install pgbackrest postgresql-15)';

export interface BackedUpServer {
  /** Address of an empty database, with all rights. */
  readonly url: string;
  start(): Promise<void>;
  /** The server dies at once, and the disk with its data. */
  destroy(): Promise<void>;
  /** Runs the command of deploy/README.md that `sudo -u postgres` has there, and that contains this. */
  operate(words: string, variables?: Record<string, string>): Promise<void>;
  /** Runs what the unit does for a backup of this type. */
  backUp(type: 'full' | 'diff'): Promise<void>;
  stop(): Promise<void>;
}

/** @param folder takes its files */
export async function startBackedUpServer(folder: string): Promise<BackedUpServer> {
  const [data, run] = [join(folder, 'data'), join(folder, 'run')];
  const account = await chooseServerAccount(data, [folder]);
  const { uid, gid } = account('', []).options;
  for (const name of ['', 'run', 'repository', 'spool', 'log', 'lock', 'settings']) {
    await mkdir(join(folder, name), { recursive: true });
    if (uid !== undefined && gid !== undefined) await chown(join(folder, name), uid, gid);
  }
  const [port = 0] = await freePorts(1);
  const configuration = await adaptedFile(CONFIGURATION, [
    [/^repo1-path=.*$/m, `repo1-path=${folder}/repository`],
    [/^spool-path=.*$/m, `spool-path=${folder}/spool`],
    [/^log-path=.*$/m, `log-path=${folder}/log`],
    [/^lock-path=.*$/m, `lock-path=${folder}/lock`],
    [/^pg1-path=.*$/m, `pg1-path=${data}`],
    [/^pg1-socket-path=.*$/m, `pg1-socket-path=${run}`],
    [/^pg1-port=.*$/m, `pg1-port=${port}`],
  ]);
  const file = join(folder, 'pgbackrest.conf');
  await writeFile(file, configuration);
  await writeFile(join(folder, 'settings/archive.conf'), await readFile(SETTINGS));
  const own = {
    ...{ PATH: `${POSTGRES}:${process.env.PATH}`, PGBACKREST_CONFIG: file, LC_ALL: 'C.UTF-8' },
    ...{ PGHOST: run, PGPORT: String(port), PGDATABASE: 'postgres' },
  };
  const shell = (script: string, env: Record<string, string> = {}) => execute(account, script, { ...own, ...env });

  const password = randomBytes(12).toString('hex');
  await writeFile(join(folder, 'password'), password);
  const settings = ["include_dir '../settings'", `unix_socket_directories '${run}'`, `port ${port}`, 'fsync off'];
  await shell(
    `initdb --no-sync --username="$(id -un)" --auth-local=peer --auth-host=scram-sha-256 --pwfile=${folder}/password ${data}
     printf '%s' "$SETTINGS" >>${data}/postgresql.conf`,
    { SETTINGS: settings.join('\n') },
  );
  const isReady = () => shell('pg_isready --quiet').then(() => true);
  let server: ChildProcess | undefined;
  const start = async () => {
    const { file: program, args, options } = account(join(POSTGRES, 'postgres'), ['-D', data]);
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
  const user = (await shell('createdb vitrine; id -un')).trim();
  const commands = [...(await readFile(README, 'utf8')).matchAll(/^sudo -u postgres (.*)$/gm)].map(
    ([, command = '']) => command,
  );
  const unit = await readFile(new URL('vitrine-backup@.service', CONFIGURATION), 'utf8');
  const [, backup = ''] = /^ExecStart=(.*)$/m.exec(unit) ?? [];
  return {
    url: `postgres://${user}:${password}@127.0.0.1:${port}/vitrine`,
    start,
    destroy: async () => {
      await end('SIGQUIT');
      await rm(data, { recursive: true });
    },
    operate: async (words, variables) => {
      const [command, ...more] = commands.filter((candidate) => candidate.includes(words));
      if (!command || more.length > 0)
        throw new Error(`deploy/README.md has ${more.length + 1} commands with ${words}`);
      await shell(command, variables);
    },
    backUp: async (type) => {
      await shell(backup.replace('%i', type));
    },
    stop: () => end('SIGINT'),
  };
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
