/** Patroni with PostgreSQL nodes and etcd, and HAProxy before them, on this machine. */
import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, chown, mkdir, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { chooseServerAccount } from '../../src/storage/embedded/account.ts';
import type { Replacements } from './adapted-file.ts';
import { type DatabaseProxy, startDatabaseProxy } from './database-proxy.ts';
import { freePorts } from './free-ports.ts';
import { ask } from './http.ts';
import { DEBIAN_POSTGRES, programPath } from './needs.ts';
import { type PatroniNode, patroniFile, patroniNode } from './patroni-node.ts';
import { until } from './until.ts';
import { untilItAnswers } from './until-it-answers.ts';

const ANSWER_MS = 1_000;
/** How long a cluster may take to be whole again, milliseconds. */
const PATIENCE_MS = 110_000;

export interface PatroniCluster {
  readonly nodes: readonly PatroniNode[];
  readonly proxy: DatabaseProxy;
  /** Address of the program's database by way of the proxy. */
  readonly url: string;
  /** The node that has the leader's key; null where none has. */
  primary(): Promise<PatroniNode | null>;
  /** The node without whose disk no write is acknowledged; null where the primary is alone. */
  standby(): Promise<PatroniNode | null>;
  /** Waits until each node runs, one is primary, another its synchronous standby, and the proxy knows. @returns the primary */
  untilWhole(): Promise<PatroniNode>;
  end(): Promise<void>;
}

interface ClusterOptions {
  readonly count: number;
  /** Takes the data of all. */
  readonly folder: string;
  /** What a test has in another way than operators. */
  readonly changes?: Replacements;
}

/** @returns when the cluster is whole */
export async function startPatroni({ count, folder, changes = [] }: ClusterOptions): Promise<PatroniCluster> {
  const account = await chooseServerAccount(join(folder, 'no cluster yet'), [folder]);
  const { uid, gid } = account('', []).options;
  const own = async (name: string) => {
    const path = join(folder, name);
    await mkdir(path, { recursive: true });
    // As PostgreSQL wants its data.
    await chmod(path, 0o700);
    if (uid !== undefined && gid !== undefined) await chown(path, uid, gid);
    return path;
  };
  const [etcdPort = 0, peerPort = 0, ...ports] = await freePorts(2 + 2 * count);
  const etcd = await startEtcd(etcdPort, peerPort, await own('etcd'));
  const accountName = uid === undefined ? userInfo().username : 'postgres';
  const nodes: PatroniNode[] = [];
  for (let n = 0; n < count; n++) {
    const name = `base-${n + 1}`;
    const [port = 0, restPort = 0] = ports.slice(2 * n);
    const options = {
      ...{ name, port, restPort, etcdPort, folder: await own(name), account, accountName },
      changes: [[/bin_dir: .*$/m, `bin_dir: ${DEBIAN_POSTGRES}`], ...changes] as const,
    };
    const file = join(folder, `${name}.yml`);
    await writeFile(file, await patroniFile(options));
    nodes.push(patroniNode('patroni', file, options));
  }
  const proxy = await startDatabaseProxy(nodes, folder);
  const end = async () => {
    await Promise.all(nodes.map((node) => node.killAll()));
    await Promise.all([etcd.end(), proxy.end()]);
  };
  /** Which node answers 200 there. */
  const nodeAt = async (path: string) => {
    const answers = await Promise.all(nodes.map(({ restPort }) => askSoon(restPort, path)));
    return nodes.find((_node, place) => answers[place]?.status === 200) ?? null;
  };
  const primary = () => nodeAt('/primary');
  const untilWhole = async () => {
    const wholeFor = async () => {
      const found = await primary();
      return found && (await isWhole(found, count)) && found;
    };
    const found = await until('the cluster is whole', wholeFor, PATIENCE_MS);
    await proxy.sees(found.name);
    return found;
  };
  try {
    for (const node of nodes) await node.start();
    const first = await untilWhole();
    const password = randomBytes(12).toString('hex');
    await createDatabase(join(folder, first.name), first.port, accountName, password);
    const url = `postgres://vitrine:${password}@127.0.0.1:${proxy.port}/vitrine`;
    return { nodes, proxy, url, primary, standby: () => nodeAt('/synchronous'), untilWhole, end };
  } catch (error) {
    await end();
    throw error;
  }
}

/** @returns null where no answer comes: a node may be frozen */
const askSoon = (port: number, path: string) =>
  Promise.race([ask({ port, path }).catch(() => null), sleep(ANSWER_MS, null)]);

interface Member {
  readonly role: string;
  readonly state: string;
  readonly timeline?: number;
}

async function isWhole({ restPort: port }: PatroniNode, count: number): Promise<boolean> {
  const answer = await askSoon(port, '/cluster');
  if (answer?.status !== 200) return false;
  const members: Member[] = answer.json().members;
  const running = members.filter(({ state }) => state === 'running' || state === 'streaming');
  const [leader] = running.filter(({ role }) => role === 'leader');
  return (
    running.length === count &&
    running.every(({ timeline }) => timeline === leader?.timeline) &&
    (count === 1 || running.some(({ role }) => role === 'sync_standby'))
  );
}

/** What an operator does once: the login of the program, and its database. By the socket, as nobody else may. */
async function createDatabase(socket: string, port: number, user: string, password: string): Promise<void> {
  // By the program, which runs as that account.
  const account = await chooseServerAccount(join(socket, 'data'), []);
  for (const words of [
    `CREATE ROLE vitrine LOGIN CREATEROLE PASSWORD '${password}'`,
    'CREATE DATABASE vitrine OWNER vitrine',
  ]) {
    const { file, args, options } = account(join(DEBIAN_POSTGRES, 'psql'), [
      '-h',
      socket,
      '-p',
      String(port),
      '-U',
      user,
      '-c',
      words,
      'postgres',
    ]);
    await promisify(execFile)(file, args, { ...options, cwd: '/' });
  }
}

async function startEtcd(port: number, peerPort: number, folder: string) {
  const [client, peer] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peerPort}`];
  const addresses = [
    ...['--listen-client-urls', client, '--advertise-client-urls', client],
    ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer, '--initial-cluster', `etcd=${peer}`],
  ];
  const child = spawn(
    programPath('etcd') ?? '',
    ['--name', 'etcd', '--data-dir', join(folder, 'data'), '--enable-v2', ...addresses],
    {
      stdio: 'ignore',
    },
  );
  const ended = once(child, 'exit');
  const answers = () => ask({ port, path: '/health' }).then(({ status }) => status === 200);
  await untilItAnswers('etcd', child, answers);
  return {
    end: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
