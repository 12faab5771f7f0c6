/** One node of a Patroni cluster, with the configuration that operators copy. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ServerAccount } from '../../src/storage/embedded/account.ts';
import { adaptedFile, type Replacements } from './adapted-file.ts';
import type { DatabasePlace } from './database-proxy.ts';
import { ask } from './http.ts';

const PATRONI_CONFIGURATION = new URL('../../deploy/patroni/patroni.yml', import.meta.url);

/** Passwords of the accounts that nodes reach each other by. */
const PASSWORDS = { PATRONI_REPLICATION_PASSWORD: 'replication', PATRONI_REWIND_PASSWORD: 'rewind' };

export interface PatroniNode extends DatabasePlace {
  /** Starts Patroni, which starts PostgreSQL; or lets what was frozen go on. Nothing where it runs. */
  start(): Promise<void>;
  /** Every process of PostgreSQL dies at once; Patroni lives. */
  killPostgres(): Promise<void>;
  /** Patroni dies, and PostgreSQL serves on. */
  killPatroni(): Promise<void>;
  /** As a machine that loses its power. */
  killAll(): Promise<void>;
  /** As a machine that hangs, and does not know so when it goes on. */
  freeze(): Promise<void>;
  /** As primary it lets another node take its place, as `patronictl switchover` does. */
  giveUp(): Promise<void>;
}

export interface NodeOptions extends DatabasePlace {
  /** TCP port of etcd. */
  readonly etcdPort: number;
  /** Takes its data and its files. */
  readonly folder: string;
  readonly account: ServerAccount;
  /** Name of the account of the system that it runs as. */
  readonly accountName: string;
  /** What a test has in another way than operators. */
  readonly changes: Replacements;
}

/** The file for a node on this machine. */
export const patroniFile = ({ name, port, restPort, etcdPort, folder, accountName, changes }: NodeOptions) =>
  adaptedFile(PATRONI_CONFIGURATION, [
    [/^name: .*$/m, `name: ${name}`],
    [/listen: 0\.0\.0\.0:8008/, `listen: 127.0.0.1:${restPort}`],
    [/connect_address: 10\.0\.0\.11:8008/, `connect_address: 127.0.0.1:${restPort}`],
    [/allowlist: .*$/m, 'allowlist: [127.0.0.1]'],
    [/hosts: .*$/m, `hosts: [127.0.0.1:${etcdPort}]`],
    [/listen: 0\.0\.0\.0:5432/, `listen: 127.0.0.1:${port}`],
    [/connect_address: 10\.0\.0\.11:5432/, `connect_address: 127.0.0.1:${port}`],
    [/data_dir: .*$/m, `data_dir: ${join(folder, 'data')}`],
    [/pgpass: .*$/m, `pgpass: ${join(folder, 'pgpass')}`],
    [/unix_socket_directories: .*$/m, `unix_socket_directories: ${folder}`],
    [/username: postgres$/m, `username: ${accountName}`],
    [/local all postgres peer/, `local all ${accountName} peer`],
    [/10\.0\.0\.0\/24/g, '127.0.0.1/32'],
    ...changes,
  ]);

/** @param file its configuration */
export function patroniNode(program: string, file: string, options: NodeOptions): PatroniNode {
  const { name, port, restPort, folder, account } = options;
  let patroni: ReturnType<typeof spawn> | null = null;
  const killPatroni = async () => {
    const child = patroni;
    patroni = null;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  /** Every process of PostgreSQL, its first one first. */
  const serverProcesses = async () => {
    const [line = ''] = (await readFile(join(folder, 'data/postmaster.pid'), 'utf8').catch(() => '')).split('\n');
    const first = Number(line);
    return first && (await isOf(first, folder)) ? [first, ...(await childrenOf(first))] : [];
  };
  const killPostgres = async () => {
    for (const pid of await serverProcesses()) send('SIGKILL', pid);
  };
  return {
    ...{ name, port, restPort, killPatroni, killPostgres },
    start: async () => {
      if (patroni?.exitCode === null && patroni.signalCode === null) {
        for (const pid of [...(await serverProcesses()), Number(patroni.pid)]) send('SIGCONT', pid);
        return;
      }
      const { file: command, args, options: identity } = account(program, [file]);
      const log = await open(join(folder, 'patroni.log'), 'a');
      patroni = spawn(command, args, {
        ...identity,
        cwd: folder,
        env: { PATH: process.env.PATH, HOME: folder, LC_ALL: 'C.UTF-8', ...PASSWORDS },
        stdio: ['ignore', log.fd, log.fd],
      });
      await log.close();
    },
    freeze: async () => {
      for (const pid of [Number(patroni?.pid), ...(await serverProcesses())]) send('SIGSTOP', pid);
    },
    giveUp: async () => {
      const answer = await ask({ port: restPort, method: 'POST', path: '/switchover', body: { leader: name } });
      if (answer.status !== 200) throw new Error(`no switchover: ${answer.text}`);
    },
    killAll: async () => {
      await killPatroni();
      await killPostgres();
    },
  };
}

/** Whether a process has this node's data: another one may have its number by now. */
const isOf = async (pid: number, folder: string): Promise<boolean> =>
  (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).includes(`${folder}/data`);

async function childrenOf(parent: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const parents = await Promise.all(
    pids.map(async (pid) => /\) \S (\d+)/.exec(await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ''))?.[1]),
  );
  return pids.filter((_pid, place) => Number(parents[place]) === parent).map(Number);
}

function send(signal: NodeJS.Signals, pid: number): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended by itself meanwhile.
  }
}
