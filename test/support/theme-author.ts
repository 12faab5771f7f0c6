/** An author who works with the commands of `vitrine` in this process, at a terminal that writes down what is said. */
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { CommandRefusal } from '../../src/cli/command-refusal.ts';
import type { Context } from '../../src/cli/commands/context.ts';
import { emptyRecord, recordingTerminal } from './recording-terminal.ts';

export interface Outcome {
  /** Everything that was said, lines of both streams and the sentence of a refusal. */
  readonly said: string;
  /** What `--json` prints. */
  readonly result: object | undefined;
  readonly refusal: CommandRefusal | null;
  readonly questions: readonly string[];
}

export interface ThemeAuthor {
  /** Where the author is. */
  readonly folder: string;
  /** Runs a command. @param answer to every question; none is answered without it */
  run(command: (context: Context) => Promise<unknown>, options?: { readonly answer?: boolean }): Promise<Outcome>;
  write(path: string, content: string): Promise<void>;
  /** @returns null when there is no such file */
  read(path: string): Promise<string | null>;
}

/** @param environment what the commands see; `ENTREE` is the standard input */
export async function createThemeAuthor(environment: Context['environment']): Promise<ThemeAuthor> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-auteur-'));
  return {
    folder,
    run: async (command, { answer } = {}) => {
      const record = emptyRecord();
      const terminal = recordingTerminal(record, { answer, input: environment.ENTREE });
      let refusal: CommandRefusal | null = null;
      try {
        await command({ terminal, environment, workingFolder: folder, signal: new AbortController().signal });
      } catch (error) {
        if (!(error instanceof CommandRefusal)) throw error;
        refusal = error;
        record.lines.push(error.message);
      }
      return { said: record.lines.join('\n'), result: record.results.at(-1), refusal, questions: record.questions };
    },
    write: async (path, content) => {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), content);
    },
    read: (path) => readFile(join(folder, path), 'utf8').catch(() => null),
  };
}
