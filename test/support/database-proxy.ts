/** HAProxy with the way to the primary that operators copy. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { adaptedFile, type Replacements } from './adapted-file.ts';
import { freePorts } from './free-ports.ts';
import { command } from './haproxy.ts';
import { programPath } from './needs.ts';
import { askUntil } from './until.ts';

export const DATABASE_CONFIGURATION = new URL('../../deploy/haproxy/database.cfg', import.meta.url);

/** Where a node of the database is. */
export interface DatabasePlace {
  readonly name: string;
  /** TCP port of PostgreSQL. */
  readonly port: number;
  /** TCP port of Patroni's HTTP. */
  readonly restPort: number;
}

export interface DatabaseProxy {
  /** TCP port that leads to the primary. */
  readonly port: number;
  /** Waits until its checks take this node for the primary, and no other. */
  sees(node: string): Promise<void>;
  end(): Promise<void>;
}

/** @param folder takes its files */
export async function startDatabaseProxy(nodes: readonly DatabasePlace[], folder: string): Promise<DatabaseProxy> {
  const [port = 0] = await freePorts(1);
  const own = join(folder, 'database-proxy');
  await mkdir(own, { recursive: true });
  const [file, socket] = [join(own, 'database.cfg'), join(own, 'admin.sock')];
  const servers = nodes.map((node) => `    server ${node.name} 127.0.0.1:${node.port} check port ${node.restPort}\n`);
  const replacements: Replacements = [
    [/^ +log .*\n/gm, ''],
    [/^ +option tcplog\n/m, ''],
    [/bind 127\.0\.0\.1:5000/, `bind 127.0.0.1:${port}`],
    // Each node has another one here.
    [/check port 8008 /, ''],
    [/(?:^ +server .*\n)+/m, servers.join('')],
  ];
  const global = `global\n    stats socket ${socket} mode 660 level admin\n    maxconn 1000\n\n`;
  await writeFile(file, global + (await adaptedFile(DATABASE_CONFIGURATION, replacements)));
  const child = spawn(programPath('haproxy') ?? '', ['-W', '-f', file], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const ended = once(child, 'exit');
  /** Names of the nodes that connections go to. */
  const inUse = async (): Promise<string[]> => {
    if (child.exitCode !== null) throw new Error(`haproxy ended:\n${output}`);
    const lines = (await command(socket, 'show stat').catch(() => '')).split('\n').map((line) => line.split(','));
    return lines.flatMap(([proxy, name = '', ...rest]) =>
      proxy === 'primary' && rest[15]?.startsWith('UP') && !/^(FRONT|BACK)END$/.test(name) ? [name] : [],
    );
  };
  return {
    port,
    sees: async (node) => {
      await askUntil(`connections go to ${node} only`, inUse, (nodes) => nodes.join() === node, 90_000);
    },
    end: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
