/** Programs of the benches that run in processes of their own; none outlives the bench that started it. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** Longer than vitrine may take to drain and to stop its database, milliseconds. */
const END_TIMEOUT_MS = 30_000;

/** Hands a program one question and takes its one answer; the program ends with it. */
export async function callProgram<Question, Answer>(program: URL, question: Question): Promise<Answer> {
  const child = fork(fileURLToPath(program), [], { serialization: 'advanced' });
  try {
    return await firstMessage<Answer>(child, () => child.send(question as object));
  } finally {
    await endProgram(child);
  }
}

/** The program's side of `callProgram`. */
export function answerCalls<Question, Answer>(answer: (question: Question) => Promise<Answer>): void {
  whenAlone(() => process.exit(0));
  process.once('message', async (question) => process.send?.(await answer(question as Question)));
}

/** Calls `end` when the bench has closed this program's channel, which may be before the program has begun. */
export function whenAlone(end: () => void): void {
  if (process.connected) process.once('disconnect', end);
  else end();
}

/**
 * The first message of a program.
 * @throws Error when it ends without one
 */
export async function firstMessage<Message>(
  child: ChildProcess,
  begin: () => void = () => undefined,
): Promise<Message> {
  const message = once(child, 'message').then(([value]) => value as Message);
  const end = once(child, 'exit').then(([code, signal]) => {
    throw new Error(`${child.spawnargs[1]} ended (${signal ?? code}) before it said anything`);
  });
  begin();
  try {
    return await Promise.race([message, end]);
  } finally {
    for (const promise of [message, end]) promise.catch(() => undefined);
  }
}

/** Lets a program end in its own way: it sees that its channel is closed. */
export async function endProgram(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  if (child.connected) child.disconnect();
  const stuck = setTimeout(() => child.kill('SIGKILL'), END_TIMEOUT_MS);
  await gone;
  clearTimeout(stuck);
}
