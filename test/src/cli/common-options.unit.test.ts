import { type Command, CommanderError } from 'commander';
import { describe, expect, it } from 'vitest';
import metadata from '../../../package.json' with { type: 'json' };
import { buildCommandLine } from '../../../src/cli/command-line.ts';
import { emptyRecord, recordingTerminal } from '../../support/recording-terminal.ts';

/** What `vitrine` prints for these words, and the code that it ends with. */
async function run(words: readonly string[]): Promise<readonly [printed: string, code: number]> {
  const record = emptyRecord();
  const program = await buildCommandLine(words, {
    environment: {},
    workingFolder: '/',
    terminal: () => recordingTerminal(record, { json: false }),
  });
  const printed: string[] = [];
  for (const command of all(program)) command.configureOutput({ writeOut: (text) => printed.push(text) });
  const code = await program.parseAsync([...words], { from: 'user' }).then(
    () => 0,
    (error) => (error instanceof CommanderError ? error.exitCode : Promise.reject(error)),
  );
  return [[...printed, ...record.lines].join(''), code];
}

const all = (command: Command): readonly Command[] => [command, ...command.commands.flatMap(all)];

const wordsOf = (command: Command): string[] =>
  command.parent === null ? [] : [...wordsOf(command.parent), command.name()];

/** Every command and group of commands, as it is called. */
const COMMANDS = [[], ['admin'], ['completion']].map(async (words) => all(await buildCommandLine(words)).map(wordsOf));
const CALLS = [
  ...new Map((await Promise.all(COMMANDS)).flat().map((words) => [words.join(' '), words])).values(),
].filter(
  // The shell calls it, with the words of others.
  ([name]) => name !== 'complete',
);

describe('every command', () => {
  it('is among those that are tried', () => expect(CALLS.length).toBeGreaterThan(25));

  it.each(
    CALLS.map((words) => [words.join(' '), words] as const),
  )('vitrine %s: help and version by both names, shown by the French one', async (_name, words) => {
    const [help, code] = await run([...words, '--aide']);
    expect(help).toContain(`Utilisation : ${['vitrine', ...words].join(' ')}`);
    expect(code).toBe(0);
    expect(await run([...words, '--help'])).toEqual([help, 0]);
    expect((await run([...words, '--version']))[0].trim()).toBe(metadata.version);
    expect(help).toMatch(/^ {2}--aide {2,}affiche cette aide$/m);
    expect(help).not.toMatch(/--help|output the version|display help/);
  });

  it('keeps an option of its own that is called so', async () => {
    await expect(run(['versions', '--version', 'x'])).rejects.toThrow('« x » n’est pas le numéro d’une version');
    await expect(run(['versions', '--fichier', 'a', '--version'])).rejects.toThrow('De quelle version ?');
  });
});
