/** The argument parser speaks English; these are its sentences and words in French. */

import { type Argument, type Command, Help, type Option } from 'commander';
import metadata from '../../package.json' with { type: 'json' };
import { columnsOf } from './columns.ts';
import { sentenceOf } from './sentence.ts';
import { wrapped } from './wrap.ts';

const WORDS: Readonly<Record<string, string>> = {
  'Usage:': 'Utilisation :',
  'Options:': 'Options :',
  'Commands:': 'Commandes :',
  'Arguments:': 'Arguments :',
};

/** Errors of the parser, with the French for each; `$1` and so on are the names in the error. */
const SENTENCES: readonly (readonly [RegExp, string])[] = [
  [/^missing required argument '(.*)'$/, 'Il manque l’argument <$1>.'],
  [/^option '(.*)' argument missing$/, 'L’option « $1 » attend une valeur.'],
  [/^required option '(.*)' not specified$/, 'Il manque l’option « $1 ».'],
  [/^unknown option '(.*)'$/, 'L’option « $1 » n’existe pas.'],
  [/^unknown command '(.*)'$/, 'La commande « $1 » n’existe pas.'],
  [/^too many arguments.*\. Expected (\d+) arguments? but got (\d+): (.*)\.$/, 'Trop d’arguments : $3 ($1 au plus).'],
  [/^option '(.*)' argument '(.*)' is invalid\.(.*)$/, 'L’option « $1 » ne prend pas « $2 ».$3'],
  [/^command-argument value '(.*)' is invalid for argument '(.*)'\.(.*)$/, 'L’argument <$2> ne prend pas « $1 ».$3'],
  [/^(?:option )'(.*)' cannot be used with (?:option )'(.*)'$/, 'L’option « $1 » ne va pas avec « $2 ».'],
];

/** Errors of the parser that may stand inside another sentence. */
const PARTS: readonly (readonly [RegExp, string])[] = [
  [/ Allowed choices are (.*)\.$/, ' Valeurs admises : $1.'],
  [/\(Did you mean one of (.*)\?\)/, 'Peut-être : $1.'],
  [/\(Did you mean (.*)\?\)/, 'Peut-être : $1.'],
];

const translated = (text: string, table: typeof SENTENCES): string =>
  table.reduce((translation, [english, french]) => translation.replace(english, french), text);

/** @param error one error of the parser, as it would print it */
export function frenchError(error: string): string {
  const [sentence = '', ...rest] = error
    .trim()
    .replace(/^error: /, '')
    .split('\n');
  return [translated(translated(sentence, SENTENCES), PARTS), ...rest.map((line) => translated(line, PARTS))].join(
    '\n',
  );
}

const inParentheses = (description: string): string =>
  description.replace('(choices: ', '(valeurs : ').replace('default: ', 'sinon : ');

/** Another name of `--aide`, which is not shown. */
const ENGLISH_HELP = '--help, ';

/** Columns that a help page has where there is no terminal. */
const PAGE_COLUMNS = 80;
/** A description of at least so many columns stands beside its term, a narrower one below. */
const BESIDE_COLUMNS = 34;

class FrenchHelp extends Help {
  override minWidthToWrap = 0;

  override boxWrap(text: string, columns: number): string {
    return wrapped(text, columns);
  }

  override formatHelp(command: Command, helper: Help): string {
    return wrapped(super.formatHelp(command, helper), this.helpWidth);
  }

  override formatItem(term: string, termColumns: number, description: string, helper: Help): string {
    const columns = this.helpWidth ?? PAGE_COLUMNS;
    return description === '' || columns - termColumns >= BESIDE_COLUMNS
      ? super.formatItem(term, termColumns, description, helper)
      : `${wrapped(`  ${term}`, columns)}\n${wrapped(`      ${description}`, columns)}`;
  }

  override optionTerm(option: Option): string {
    return super.optionTerm(option).replace(ENGLISH_HELP, '');
  }

  override styleTitle(title: string): string {
    return WORDS[title] ?? title;
  }

  override commandUsage(command: Command): string {
    return super.commandUsage(command).replace('[command]', '[commande]');
  }

  override commandDescription(command: Command): string {
    return sentenceOf(super.commandDescription(command));
  }

  override optionDescription(option: Option): string {
    return inParentheses(super.optionDescription(option));
  }

  override argumentDescription(argument: Argument): string {
    return inParentheses(super.argumentDescription(argument));
  }

  override subcommandTerm(command: Command): string {
    return super.subcommandTerm(command).replace(' [options]', '');
  }
}

/** Gives a command and all of its commands French help pages and errors, and the options that every command has. */
export function inFrench(command: Command): Command {
  command.helpOption(`${ENGLISH_HELP}--aide`, 'affiche cette aide').helpCommand(false);
  addVersionOption(command);
  command.createHelp = () => new FrenchHelp();
  command.configureOutput({
    getOutHelpWidth: () => columnsOf(process.stdout) ?? PAGE_COLUMNS,
    getErrHelpWidth: () => columnsOf(process.stderr) ?? PAGE_COLUMNS,
    outputError: (error, write) =>
      write(
        `${wrapped(`vitrine : ${frenchError(error)}${missingArgument(command, error)}\n« vitrine ${pathOf(command)}--aide » montre comment s’en servir.`, columnsOf(process.stderr))}\n`,
      ),
  });
  for (const child of command.commands) inFrench(child);
  return command;
}

/** `--version` prints that of vitrine, behind each command; only the first help page shows the option. */
function addVersionOption(command: Command): void {
  // A command may have an option `--version` already, its own or this one.
  if (command.options.some(({ long }) => long === '--version')) return;
  command.version(metadata.version, '--version', 'affiche la version de vitrine');
  if (command.parent !== null) command.options.at(-1)?.hideHelp();
}

/** How the help page writes a missing argument. */
function missingArgument({ registeredArguments }: Command, error: string): string {
  const name = /missing required argument '(.*)'/.exec(error)?.[1];
  const description = registeredArguments.find((argument) => argument.name() === name)?.description;
  return description ? `\nC’est ${description}.` : '';
}

const pathOf = (command: Command): string =>
  command.parent === null ? '' : `${pathOf(command.parent)}${command.name()} `;
