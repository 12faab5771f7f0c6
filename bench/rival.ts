import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { atEnd } from './endings.ts';
import { endProgram, firstMessage } from './processes.ts';

/** Starts a server that vitrine is compared with, in its own process. It ends with the bench if it has not ended before. */
export async function startRival(
  program: URL,
  args: readonly string[] = [],
): Promise<{ port: number; pid: number; end(): Promise<void> }> {
  const child = fork(fileURLToPath(program), args);
  const end = atEnd(() => endProgram(child));
  const { port } = await firstMessage<{ port: number }>(child);
  return { port, pid: child.pid ?? 0, end };
}
