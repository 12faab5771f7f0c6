/** Finds what may follow the words of a command line. */
import type { Argument, Command, Option } from 'commander';
import type { Context } from '../commands/context.ts';
import { visible } from '../terminal.ts';
import { type Candidate, DIRECTIVES, type Otherwise, sourceOf, type Words } from './sources.ts';

/**
 * The answer to a shell: a line for each candidate, with a tab before its description, then `:` and the directive.
 * @param words what follows `vitrine`; the last one is being written, and may be empty
 */
export async function complete(program: Command, words: readonly string[], context: Context): Promise<string> {
  const { candidates, otherwise } = await candidatesFor(program, words, context);
  const lines = candidates.map(({ value, description }) => `${value}\t${visible(description)}`);
  return [...new Set(lines), `:${DIRECTIVES[otherwise]}`].join('\n');
}

interface Answer {
  readonly candidates: readonly Candidate[];
  readonly otherwise: Otherwise;
}

async function candidatesFor(program: Command, words: readonly string[], context: Context): Promise<Answer> {
  const current = words.at(-1) ?? '';
  const line = readLine(program, words.slice(0, -1));
  const { command, awaited } = line;
  const beginning = (candidates: readonly Candidate[], start = '') =>
    candidates
      .map(({ value, description }) => ({ value: `${start}${value}`, description }))
      .filter(({ value }) => value.startsWith(current));
  const valuesOf = async (what: Option | Argument, start?: string): Promise<Answer> => {
    const { candidates, otherwise } = await sourceOf(what)({ context, given: line.given });
    return { candidates: beginning(candidates, start), otherwise };
  };
  if (awaited && !(awaited.optional && current.startsWith('-'))) return valuesOf(awaited);
  if (current.startsWith('-')) {
    const [, start, name] = /^((--[^=]+)=)/.exec(current) ?? [];
    const option = name === undefined ? undefined : optionOf(command, name);
    if (option && takesValue(option)) return valuesOf(option, start);
    return { candidates: beginning(optionsOf(command, line.given)), otherwise: 'nothing' };
  }
  const commands = line.operands === 0 ? beginning(commandsOf(command)) : [];
  const argument = argumentAt(command, line.operands);
  if (!argument) return { candidates: commands, otherwise: 'nothing' };
  const values = await valuesOf(argument);
  return { candidates: [...commands, ...values.candidates], otherwise: values.otherwise };
}

/** The parts of a command line before the word that is being written. */
interface Line {
  readonly command: Command;
  /** Words that are not options, values of options or commands. */
  readonly operands: number;
  readonly given: Words;
  /** The option whose value comes next. */
  readonly awaited: Option | null;
}

function readLine(program: Command, words: readonly string[]): Line {
  let command = program;
  let operands = 0;
  let awaited: Option | null = null;
  const given = new Map<string, string>();
  for (const word of words) {
    if (word.startsWith('--')) {
      const [name = '', ...value] = word.split('=');
      const option = optionOf(command, name);
      given.set(name, value.join('='));
      awaited = option && takesValue(option) && value.length === 0 ? option : null;
    } else if (awaited) {
      given.set(awaited.long ?? '', word);
      if (!awaited.variadic) awaited = null;
    } else {
      const inner: Command | undefined =
        operands === 0 ? command.commands.find((one) => one.name() === word) : undefined;
      if (inner) command = inner;
      else operands++;
    }
  }
  return { command, operands, given, awaited };
}

const takesValue = ({ required, optional }: Option): boolean => required || optional;

/** The term of an option or an argument, as the help page has it. */
const shownOptions = (command: Command): readonly Option[] => command.createHelp().visibleOptions(command);

const optionOf = (command: Command, name: string): Option | undefined =>
  shownOptions(command).find(({ long }) => long === name);

const optionsOf = (command: Command, given: Words): Candidate[] =>
  shownOptions(command)
    .map(({ long, description }) => ({ value: long === '--help' ? '--aide' : (long ?? ''), description }))
    .filter(({ value }) => !given.has(value));

const commandsOf = (command: Command): Candidate[] =>
  command
    .createHelp()
    .visibleCommands(command)
    .map((one) => ({ value: one.name(), description: one.description() }));

function argumentAt({ registeredArguments }: Command, place: number): Argument | undefined {
  const last = registeredArguments.at(-1);
  return registeredArguments[place] ?? (last?.variadic ? last : undefined);
}
