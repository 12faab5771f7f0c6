import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { atEnd } from '../endings.ts';

/** A program that runs in a process of its own, as a user starts it. */
export interface RunningProgram {
  readonly port: number;
  /** What it has printed so far. */
  output(): string;
  /** Ends it with a signal, and waits for its end. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

export interface Starting {
  /** When it serves. @throws Error when it ends before */
  readonly ready: Promise<RunningProgram>;
  kill(): Promise<void>;
}

/** @param root of the program */
export function startProgram(root: string, environment: Readonly<Record<string, string>>): Starting {
  const child = spawn(process.execPath, ['src/main.ts'], {
    cwd: root,
    env: { PATH: process.env.PATH, PORT: '0', RENDER_WORKERS: '1', LOG_LEVEL: 'info', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ended = once(child, 'close');
  const over = atEnd(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const ready = new Promise<RunningProgram>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk;
        const port = /Tableau de bord {2}http:\/\/[^:]+:(\d+)/.exec(output)?.[1];
        if (!port) return;
        const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
          child.kill(signal);
          await ended;
          await over();
        };
        resolve({ port: Number(port), output: () => output, end });
      });
    }
    ended.then(() => reject(new Error(`the program in ${root} ended:\n${output.slice(-2_000)}`)));
  });
  ready.catch(() => undefined);
  return { ready, kill: over };
}
