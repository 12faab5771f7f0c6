/** Runs one command in this process, from its options to its exit code. */
import { CommandRefusal, interrupted } from './command-refusal.ts';
import type { Context } from './commands/context.ts';
import { leaveInterruptedLine, nobodyReads, processTerminal, type Terminal, type TerminalOptions } from './terminal.ts';

/** The process that commands run in, or a test's replacement for it. */
export interface Surroundings extends Pick<Context, 'environment' | 'workingFolder'> {
  terminal(options: TerminalOptions): Terminal;
}

export const processSurroundings = (): Surroundings => ({
  environment: process.env,
  workingFolder: process.cwd(),
  terminal: processTerminal,
});

/** Options of every command. */
export interface CommonOptions {
  readonly json?: true;
  readonly oui?: true;
}

/** What a command does: its arguments come after the context, its options last. */
export type Work = (context: Context, ...given: never[]) => Promise<unknown>;

/** The action of a command, as its declaration takes it. @param load what it does, loaded when it is called */
export const doing =
  (surroundings: Surroundings, load: () => Promise<Work>, lasting?: Lasting) =>
  (...called: unknown[]): Promise<void> => {
    // The command itself comes last.
    const given = called.slice(0, -1) as never[];
    const work = async (context: Context) => (await load())(context, ...given);
    return run(surroundings, given.at(-1) ?? {}, work, lasting);
  };

/** A command that goes on `until interrupted` ends when nobody reads what it prints, too. */
type Lasting = 'to its end' | 'until interrupted';

const ENDING = ['SIGINT', 'SIGTERM'] as const;

/**
 * Runs a command: the first Ctrl-C lets it end at a safe point, the second ends it at once. With `--json` a refusal is
 * an object on the standard output besides.
 * @throws CommandRefusal, for the caller to print
 */
export async function run(
  surroundings: Surroundings,
  options: CommonOptions,
  work: (context: Context) => Promise<unknown>,
  lasting: Lasting = 'to its end',
): Promise<void> {
  const { environment, workingFolder } = surroundings;
  const terminal = surroundings.terminal({ json: options.json === true, yes: options.oui === true });
  const interruption = new AbortController();
  const interrupt = (by: NodeJS.Signals) => {
    if (by === 'SIGINT') leaveInterruptedLine();
    interruption.abort();
  };
  for (const name of ENDING) process.once(name, interrupt);
  const signal = lasting === 'to its end' ? interruption.signal : AbortSignal.any([interruption.signal, nobodyReads]);
  try {
    await work({ terminal, environment, workingFolder, signal });
  } catch (error) {
    const refusal =
      signal.aborted && !(error instanceof CommandRefusal) ? interrupted() : (refusalOfDisk(error) ?? error);
    if (refusal instanceof CommandRefusal) {
      terminal.result({ erreur: refusal.code, message: refusal.message, ...refusal.details });
    }
    throw refusal;
  } finally {
    for (const name of ENDING) process.removeListener(name, interrupt);
  }
}

/** A refusal of the file system as a sentence; null for any other error. */
export function refusalOfDisk(error: unknown): CommandRefusal | null {
  if (!(error instanceof Error)) return null;
  const { code, syscall, path } = error as NodeJS.ErrnoException;
  // Errors of an open file do not have its name.
  const place = path ?? (syscall === 'write' || syscall === 'fsync' ? 'Un fichier n’a pas pu être écrit' : undefined);
  if (code === undefined || syscall === undefined || place === undefined) return null;
  return new CommandRefusal(`${place} : ${DISK_REASONS[code] ?? `le système le refuse (${code})`}.`, {
    code: 'disque',
  });
}

const DISK_REASONS: Readonly<Record<string, string>> = {
  EACCES: 'vous n’en avez pas le droit',
  EPERM: 'vous n’en avez pas le droit',
  EROFS: 'ce disque ne se laisse pas écrire',
  ENOENT: 'ce fichier ou son dossier n’existe pas',
  ENOSPC: 'le disque est plein',
  EDQUOT: 'votre part du disque est pleine',
  ENOTDIR: 'ce n’est pas un dossier',
  EISDIR: 'c’est un dossier',
  EEXIST: 'il y a autre chose à cet endroit',
};
