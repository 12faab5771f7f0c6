import type { ChildProcess } from 'node:child_process';
import { until } from './until.ts';

/**
 * Waits until a program that was just started answers.
 * @param answers asks it; an error is no answer
 * @param output what it has written so far
 * @throws Error with the output when the program has ended instead
 */
export async function untilItAnswers(
  name: string,
  child: ChildProcess,
  answers: () => Promise<boolean>,
  output: () => string = () => '',
): Promise<void> {
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  await until(`${name} answers or has ended`, async () => hasEnded() || (await answers()));
  if (hasEnded()) throw new Error(`${name} did not start:\n${output()}`);
}
