import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, vi } from 'vitest';
import { buildCommandLine } from '../../src/cli/command-line.ts';
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

/**
 * Runs `vitrine admin …` on this database in the test's own process, one at a time: a tenth of what a process of its own costs.
 * @returns what it prints @throws CommandRefusal
 */
export async function adminHere(
  url: string,
  words: readonly string[],
  environment: Record<string, string> = {},
): Promise<string> {
  const printed: string[] = [];
  // Vitest has a BASE_URL of its own.
  const variables = { BASE_URL: '', DATABASE_URL: url, ...environment };
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  const output = vi.spyOn(process.stdout, 'write').mockImplementation((text) => printed.push(String(text)) > 0);
  try {
    await (await buildCommandLine(['admin', ...words])).parseAsync(['admin', ...words], { from: 'user' });
  } finally {
    output.mockRestore();
    vi.unstubAllEnvs();
  }
  return printed.join('');
}
