import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { ownEnvironment } from './environment.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The program as a user starts it: `node src/main.ts` in a process of its own. */
export interface ServerProcess {
  readonly child: ChildProcess;
  readonly port: number;
  /** What it has printed so far, both streams. */
  output(): string;
  /** Ends it with a signal and waits for its end. @returns its exit code, null when the signal ended it */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

export interface FailedStart {
  readonly code: number | null;
  readonly output: string;
}

/**
 * Starts the program and waits until it says that it is ready, or ends.
 * @param root of another program than today's
 */
export async function startServer(
  environment: Record<string, string>,
  root = ROOT,
): Promise<ServerProcess | FailedStart> {
  const child = spawn(process.execPath, ['src/main.ts'], {
    cwd: root,
    env: ownEnvironment({ PORT: '0', LOG_LEVEL: 'warn', ...environment }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  const ended = once(child, 'close') as Promise<[number | null]>;
  const ready = new Promise<void>((resolve) => {
    child.stdout.on('data', () => {
      if (output.includes('vitrine est prête')) resolve();
    });
  });
  const first = await Promise.race([ready, ended]);
  if (first) return { code: first[0], output };
  return {
    child,
    port: Number(/Tableau de bord {2}http:\/\/[^:]+:(\d+)/.exec(output)?.[1]),
    output: () => output,
    end: async (signal) => {
      child.kill(signal);
      return (await ended)[0];
    },
  };
}

/** The same, for a start that must succeed. */
export async function startReadyServer(environment: Record<string, string>, root = ROOT): Promise<ServerProcess> {
  const server = await startServer(environment, root);
  if (!('child' in server)) throw new Error(`the server did not start:\n${server.output}`);
  return server;
}
