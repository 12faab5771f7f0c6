/** An author who works with the commands of `vitrine` in this process, at a terminal that writes down what is said. */
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { CommandRefusal } from '../../src/cli/command-refusal.ts';
import type { Context } from '../../src/cli/commands/context.ts';
import type { Terminal } from '../../src/cli/terminal.ts';

export interface Outcome {
  /** Everything that was said, lines of both streams and the sentence of a refusal. */
  readonly said: string;
  /** What `--json` prints. */
  readonly result: Record<string, unknown>;
  readonly refusal: CommandRefusal | null;
  readonly questions: readonly string[];
}

export interface ThemeAuthor {
  /** Where the author is. */
  readonly folder: string;
  /** Runs a command in a folder. @param answer to every question; none is answered without it */
  run(
    command: (context: Context) => Promise<unknown>,
    options?: { readonly answer?: boolean; readonly in?: string; readonly signal?: AbortSignal },
  ): Promise<Outcome>;
  write(path: string, content: string): Promise<void>;
  /** @returns null when there is no such file */
  read(path: string): Promise<string | null>;
}

/** @param environment what the commands see, `VITRINE_ADRESSE` and `VITRINE_CLE` among it */
export async function createThemeAuthor(environment: Context['environment']): Promise<ThemeAuthor> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-auteur-'));
  return {
    folder,
    run: async (command, { answer, in: workingFolder = folder, signal = new AbortController().signal } = {}) => {
      const lines: string[] = [];
      const questions: string[] = [];
      let result: Record<string, unknown> = {};
      const asked = (question: string): boolean => {
        questions.push(question);
        if (answer === undefined) throw new CommandRefusal('personne n’est au terminal');
        return answer;
      };
      const terminal: Terminal = {
        json: false,
        say: (line) => lines.push(line),
        warn: (line) => lines.push(line),
        result: (value) => {
          result = { ...value };
        },
        paint: (_style, text) => text,
        confirm: async (question) => asked(question),
        ask: async (question) => String(asked(question)),
        askSecret: async (question) => String(asked(question)),
        readInput: async () => environment.ENTREE ?? '',
      };
      let refusal: CommandRefusal | null = null;
      try {
        await command({ terminal, environment, workingFolder, signal });
      } catch (error) {
        if (!(error instanceof CommandRefusal)) throw error;
        refusal = error;
        lines.push(error.message);
      }
      return { said: lines.join('\n'), result, refusal, questions };
    },
    write: async (path, content) => {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), content);
    },
    read: (path) => readFile(join(folder, path), 'utf8').catch(() => null),
  };
}
