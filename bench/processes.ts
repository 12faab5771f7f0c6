/** Programs that a bench runs in their own processes; each ends with the bench at the latest. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { atEnd } from './endings.ts';

/** Longer than vitrine may take to drain and to stop its database, milliseconds. */
const END_TIMEOUT_MS = 30_000;

/** A program that is sent one question at a time and answers it; it ends with the bench, if not before. */
export class Answerer<Question, Answer> {
  readonly #child: ChildProcess;
  readonly end: () => Promise<void>;

  constructor(program: URL) {
    const child = fork(fileURLToPath(program), [], { serialization: 'advanced' });
    this.#child = child;
    this.end = atEnd(() => endProgram(child));
  }

  get hasEnded(): boolean {
    return hasEnded(this.#child);
  }

  /** @throws Error when the program ends without an answer */
  ask(question: Question): Promise<Answer> {
    return firstMessage<Answer>(this.#child, () => this.#child.send(question as object));
  }
}

/** What the program behind an `Answerer` calls. */
export function answerCalls<Question, Answer>(answer: (question: Question) => Promise<Answer>): void {
  whenDisconnected(() => process.exit(0));
  process.on('message', async (question) => process.send?.(await answer(question as Question)));
}

/** Calls `end` when the bench closes this program's channel, or at once if it has done so already. */
export function whenDisconnected(end: () => void): void {
  if (process.connected) process.once('disconnect', end);
  else end();
}

/**
 * Waits for the first message of a program.
 * @throws Error when it ends without one
 */
export async function firstMessage<Message>(
  child: ChildProcess,
  begin: () => void = () => undefined,
): Promise<Message> {
  const over = new AbortController();
  const message = once(child, 'message', { signal: over.signal }).then(([value]) => value as Message);
  const end = once(child, 'exit', { signal: over.signal }).then(([code, signal]) => {
    throw new Error(`${child.spawnargs[1]} ended (${signal ?? code}) before it sent a message`);
  });
  begin();
  try {
    return await Promise.race([message, end]);
  } finally {
    for (const promise of [message, end]) promise.catch(() => undefined);
    over.abort();
  }
}

/** Closes a program's channel, on which it ends by itself, and waits for its end; one that takes too long is killed. */
export async function endProgram(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const ended = once(child, 'exit');
  if (child.connected) child.disconnect();
  const stuck = setTimeout(() => child.kill('SIGKILL'), END_TIMEOUT_MS);
  await ended;
  clearTimeout(stuck);
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;
