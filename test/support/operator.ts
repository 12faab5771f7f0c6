import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { CommanderError } from 'commander';
import { expect, vi } from 'vitest';
import { buildCommandLine } from '../../src/cli/command-line.ts';
import { CommandRefusal } from '../../src/cli/command-refusal.ts';
import { EXIT } from '../../src/cli/exit-codes.ts';
import { StartupError } from '../../src/startup-error.ts';
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

/** Runs `vitrine admin …` in a process of its own, on this database: for a real pipe, and for races. */
export const runAdminApart = (url: string, words: readonly string[], input?: string): Promise<Run> =>
  runVitrine(['admin', ...words], { DATABASE_URL: url }, ROOT, input);

export interface Surroundings {
  readonly environment?: Readonly<Record<string, string>>;
  /** The standard input. */
  readonly input?: string;
  /** Where the command is called; left out, where this process is. */
  readonly folder?: string;
  /** Ctrl-C comes when this is printed. */
  readonly interruptedAt?: string;
}

/** Signals that a command takes. A command in a process of its own may go on to listen until that ends. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

let before: Promise<unknown> = Promise.resolve();

/**
 * Runs `vitrine …` in this process, which is twenty times as quick as in one of its own: one after the other, since each takes the
 * process's environment, folder, input and output. What is no refusal is thrown.
 */
export function runHere(words: readonly string[], surroundings: Surroundings = {}): Promise<Run> {
  const run = before.then(() => runAlone(words, surroundings));
  before = run.catch(() => undefined);
  return run;
}

async function runAlone(
  words: readonly string[],
  { environment = {}, input = '', folder = process.cwd(), interruptedAt }: Surroundings,
): Promise<Run> {
  const { env, exitCode } = process;
  const cwd = process.cwd();
  const entered = Readable.from([Buffer.from(input)]) as typeof process.stdin;
  const stdin = vi.spyOn(process, 'stdin', 'get').mockReturnValue(entered);
  const listening = new Set(SIGNALS.flatMap((signal) => process.listeners(signal)));
  const interrupt = () => {
    for (const listener of process.listeners('SIGINT')) if (!listening.has(listener)) listener('SIGINT');
  };
  const outputs = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, 'write').mockImplementation((text) => {
      if (interruptedAt !== undefined && String(text).includes(interruptedAt)) interrupt();
      return true;
    }),
  );
  const printed = () => outputs.map(({ mock }) => mock.calls.map(([text]) => text).join(''));
  process.chdir(folder);
  process.env = ownEnvironment(environment);
  process.exitCode = 0;
  try {
    const commandLine = await buildCommandLine(words);
    await commandLine.parseAsync([...words], { from: 'user' });
    const [out = '', err = ''] = printed();
    return { code: Number(process.exitCode), out, err };
  } catch (error) {
    const [out = '', err = ''] = printed();
    if (error instanceof CommanderError) return { code: error.exitCode === 0 ? EXIT.done : EXIT.usage, out, err };
    if (!(error instanceof CommandRefusal || error instanceof StartupError)) throw error;
    return {
      code: error instanceof CommandRefusal ? error.exit : EXIT.refused,
      out,
      err: `${err}vitrine : ${error.message}\n`,
    };
  } finally {
    for (const taken of [stdin, ...outputs]) taken.mockRestore();
    for (const signal of SIGNALS) {
      for (const listener of process.listeners(signal)) {
        if (!listening.has(listener)) process.removeListener(signal, listener);
      }
    }
    process.chdir(cwd);
    [process.env, process.exitCode] = [env, exitCode];
  }
}

/** Runs `vitrine admin …` in this process. */
export const runAdminHere = (
  words: readonly string[],
  environment: Record<string, string>,
  input?: string,
): Promise<Run> => runHere(['admin', ...words], { environment, ...(input !== undefined && { input }) });

/** Runs `vitrine admin …` on this database. */
export const runAdmin = (
  url: string,
  words: readonly string[],
  environment: Record<string, string> = {},
  input?: string,
): Promise<Run> => runAdminHere(words, { DATABASE_URL: url, ...environment }, input);

/** What a command prints when all goes well. @throws Error with its sentence */
export async function printedByAdmin(
  url: string,
  words: readonly string[],
  environment: Record<string, string> = {},
): Promise<string> {
  const { code, out, err } = await runAdmin(url, words, environment);
  if (code !== 0) throw new Error(err);
  return out;
}

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
