import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { ownEnvironment } from './environment.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface Run {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/**
 * Runs `vitrine …` in a process of its own.
 * @param root of another program than today's
 * @param input the standard input
 */
export const runVitrine = (
  words: readonly string[],
  environment: Record<string, string> = {},
  root = ROOT,
  input?: string,
): Promise<Run> =>
  new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [join(root, 'src/cli/vitrine.ts'), ...words],
      { env: ownEnvironment(environment) },
      (error, out, err) => {
        resolve({ code: error ? Number(error.code) : 0, out, err });
      },
    );
    if (input !== undefined) child.stdin?.end(input);
  });

/** Runs `vitrine admin …` in a process of its own, on this database. */
export const runAdmin = (
  url: string,
  words: readonly string[],
  environment: Record<string, string> = {},
  input?: string,
): Promise<Run> => runVitrine(['admin', ...words], { DATABASE_URL: url, ...environment }, ROOT, input);

/** The JSON object that a command prints when all goes well. */
export async function adminJson(url: string, ...words: string[]) {
  const { code, out, err } = await runAdmin(url, [...words, '--json']);
  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(/^\{.*\}\n$/);
  return JSON.parse(out);
}

/** A refusal is one sentence and a code, never a stack. */
export function expectRefusal({ code, out, err }: Run, sentence: string): void {
  expect(code).toBeGreaterThan(0);
  expect(out).toBe('');
  expect(err).toContain(sentence);
  expect(err).not.toMatch(/^\s+at /m);
}
