/** Runs one command in this process, from its options to what it leaves behind. */
import { CommandRefusal, interrupted } from './command-refusal.ts';
import type { Context } from './commands/context.ts';
import { processTerminal, type Terminal, type TerminalOptions } from './terminal.ts';

/** Where commands run: this process, or whatever stands for it. */
export interface Surroundings extends Pick<Context, 'environment' | 'workingFolder'> {
  terminal(options: TerminalOptions): Terminal;
}

export const processSurroundings = (): Surroundings => ({
  environment: process.env,
  workingFolder: process.cwd(),
  terminal: processTerminal,
});

/** What every command takes. */
export interface CommonOptions {
  readonly json?: true;
  readonly oui?: true;
}

/**
 * Runs a command: the first Ctrl-C lets it end where nothing is half done, the second ends it at once. With `--json` a refusal is
 * an object on the standard output besides.
 * @throws CommandRefusal, for the caller to print
 */
export async function run(
  surroundings: Surroundings,
  options: CommonOptions,
  work: (context: Context) => Promise<unknown>,
): Promise<void> {
  const { environment, workingFolder } = surroundings;
  const terminal = surroundings.terminal({ json: options.json === true, yes: options.oui === true });
  const interruption = new AbortController();
  const interrupt = () => interruption.abort();
  process.once('SIGINT', interrupt);
  process.once('SIGTERM', interrupt);
  const { signal } = interruption;
  try {
    await work({ terminal, environment, workingFolder, signal });
  } catch (error) {
    const refusal = signal.aborted && !(error instanceof CommandRefusal) ? interrupted() : error;
    if (refusal instanceof CommandRefusal) {
      terminal.result({ erreur: refusal.code, message: refusal.message, ...refusal.details });
    }
    throw refusal;
  } finally {
    process.removeListener('SIGINT', interrupt);
    process.removeListener('SIGTERM', interrupt);
  }
}
