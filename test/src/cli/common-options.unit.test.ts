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

  it.each([40, 64, 100])('has a help page that fits %i columns', async (columns) => {
    const before = process.env.COLUMNS;
    process.env.COLUMNS = String(columns);
    try {
      for (const words of CALLS) {
        const [help] = await run([...words, '--aide']);
        const tooLong = help.split('\n').filter((line) => line.length > columns && /\S +\S/.test(line));
        expect(tooLong, words.join(' ')).toEqual([]);
      }
    } finally {
      if (before === undefined) delete process.env.COLUMNS;
      else process.env.COLUMNS = before;
    }
  });

  it('that is about a theme takes it by --theme, and most by an argument too', async () => {
    const program = await buildCommandLine([]);
    const taking = (by: (command: Command) => boolean) => program.commands.filter(by).map((command) => command.name());
    const byOption = taking(({ options }) => options.some(({ long }) => long === '--theme'));
    const byArgument = taking(({ registeredArguments: [first] }) => first?.name() === 'theme');
    expect(byArgument.filter((name) => !byOption.includes(name))).toEqual([]);
    expect(byOption).toEqual(
      expect.arrayContaining([
        'actualiser',
        'difference',
        'dupliquer',
        'exporter',
        'ouvrir',
        'pousser',
        'profiler',
        'publier',
      ]),
    );
    expect(byOption).toEqual(
      expect.arrayContaining(['recuperer', 'renommer', 'repeter', 'retablir', 'suivre', 'supprimer', 'versions']),
    );
    await expect(run(['publier', 'a', '--theme', 'b'])).rejects.toThrow('« a » ou « b » ?');
    await expect(run(['supprimer'])).rejects.toThrow('Quel thème ?');
  });

  it('keeps an option of its own that is called so', async () => {
    await expect(run(['versions', '--version', 'x'])).rejects.toThrow('« x » n’est pas le numéro d’une version');
    await expect(run(['versions', '--fichier', 'a', '--version'])).rejects.toThrow('De quelle version ?');
  });
});
