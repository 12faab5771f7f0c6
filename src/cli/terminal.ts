/** Output and questions of a command, for a person at a terminal or for a script. */
import { styleText } from 'node:util';
import { controlsShown } from '../../engine/text/controls.ts';
import { columnsOf } from './columns.ts';
import { CommandRefusal, interrupted } from './command-refusal.ts';
import { codeOf } from './workspace/whole-file.ts';
import { wrapped } from './wrap.ts';

export type Style = Exclude<Parameters<typeof styleText>[0], readonly unknown[]>;

export interface Terminal {
  /** Whether the output is for a program: one JSON object, no sentences. */
  readonly json: boolean;
  /** Columns that tables fit; undefined where there is no terminal. */
  readonly columns: number | undefined;
  /** Prints a line for people; nothing with `--json`. */
  say(line: string): void;
  /** Prints a text unchanged, for people: a diff, a table; nothing with `--json`. */
  show(text: string): void;
  /** Prints the text of a file and nothing else, byte for byte where it goes to a file or a program; nothing with `--json`. */
  copy(text: string): void;
  /** Prints a line to standard error, with `--json` too. */
  warn(line: string): void;
  /** Prints the result for programs; nothing without `--json`. */
  result(value: object): void;
  /** Colours a text if the output shows colours. */
  paint(style: Style, text: string): string;
  /**
   * Asks before something that cannot be undone; `--oui` answers yes.
   * @throws CommandRefusal when nobody can be asked
   */
  confirm(question: string): Promise<boolean>;
  /** @throws CommandRefusal when nobody can be asked */
  ask<T>(question: Question<T>): Promise<T>;
  /** Asks for a secret, which does not show. @throws CommandRefusal when nobody can be asked */
  askSecret<T>(question: Question<T>): Promise<T>;
  /** All of the standard input. */
  readInput(): Promise<string>;
}

/** A question that is answered with a text. */
export interface Question<T> {
  readonly question: string;
  /** How to answer without a terminal. */
  readonly instead: string;
  /** @throws CommandRefusal for an invalid answer: its sentence is shown, and the question is asked again */
  read(answer: string): T;
}

export interface TerminalOptions {
  readonly json: boolean;
  /** Answers yes to every question. */
  readonly yes: boolean;
}

/** The process's own terminal. */
export function processTerminal({ json, yes }: TerminalOptions): Terminal {
  const colours = process.stdout.isTTY === true && !process.env.NO_COLOR && process.env.TERM !== 'dumb';
  const assertAsked = (question: string, instead: string) => {
    if (process.stdin.isTTY && process.stderr.isTTY) return;
    throw new CommandRefusal(`Personne n’est au terminal pour répondre à la question : ${question} ${instead}`, {
      code: 'question',
    });
  };
  /** Questions go to standard error, because the output may go to a file. */
  const onTerminal = { output: process.stderr };
  return {
    json,
    columns: columnsOf(process.stdout),
    say: (line) => {
      if (!json) printSentence(process.stdout, line);
    },
    show: (text) => {
      if (!json) process.stdout.write(`${text}\n`);
    },
    copy: (text) => {
      // Text of strangers must not control the terminal.
      if (!json) process.stdout.write(process.stdout.isTTY ? visibleLines(text) : text);
    },
    warn: (line) => {
      printSentence(process.stderr, line);
    },
    result: (value) => {
      if (json) process.stdout.write(`${JSON.stringify(value)}\n`);
    },
    paint: (style, text) => (colours && !json ? styleText(style, text, { validateStream: false }) : text),
    confirm: async (question) => {
      if (yes) return true;
      assertAsked(question, '« --oui » répond oui d’avance.');
      const { input } = await import('@inquirer/prompts');
      const message = asMessage(`${question} (oui/non)`);
      const answer = await answered(input({ message, validate: isYesOrNo }, onTerminal));
      return /^o/i.test(answer.trim());
    },
    ask: async ({ question, instead, read }) => {
      assertAsked(question, instead);
      const { input } = await import('@inquirer/prompts');
      return read(await answered(input({ message: asMessage(question), validate: readableBy(read) }, onTerminal)));
    },
    askSecret: async ({ question, instead, read }) => {
      assertAsked(question, instead);
      const { password } = await import('@inquirer/prompts');
      const options = { message: asMessage(question), validate: readableBy(read), mask: true, theme: WITHOUT_TIP };
      return read(await answered(password(options, onTerminal)));
    },
    readInput: async () => {
      let text = '';
      process.stdin.setEncoding('utf8');
      for await (const chunk of process.stdin) text += chunk;
      return text;
    },
  };
}

/** Columns that a question does not use: for the mark before it and a short answer. */
const BESIDE = 8;

/** Wraps a message here, because the library breaks lines within words. Some terminals give no width, or 0. */
const asMessage = (text: string): string => wrapped(text, Math.max(BESIDE, (columnsOf(process.stderr) ?? 80) - BESIDE));

/** The library's hint about keys is in English, and is left out. */
const WITHOUT_TIP = { style: { keysHelpTip: () => undefined } };

/** Whether an answer can be read, or why not. */
const readableBy =
  (read: (answer: string) => unknown) =>
  (answer: string): true | string => {
    if (answer.trim() === '') return 'Une réponse est nécessaire.';
    try {
      read(answer);
      return true;
    } catch (error) {
      if (error instanceof CommandRefusal) return asMessage(error.message);
      throw error;
    }
  };

const isYesOrNo = (answer: string) => /^\s*(o|oui|n|non)\s*$/i.test(answer) || 'Répondez par oui ou par non.';

/** Ctrl-C at a question interrupts the command, and the end of the input (Ctrl-D) refuses it. */
async function answered<T>(asking: Promise<T>): Promise<T> {
  const ended = Promise.withResolvers<never>();
  // The library never settles when the input ends, and nothing else keeps the process alive then.
  const end = () => ended.reject(withoutAnswer());
  // The library writes a refused answer back into its line, in a promise that nobody holds: that fails where the input has ended meanwhile.
  const endIfClosed = (reason: unknown) => {
    if (codeOf(reason) !== 'ERR_USE_AFTER_CLOSE') throw reason;
    end();
  };
  process.once('beforeExit', end);
  process.stdin.once('end', end);
  process.on('unhandledRejection', endIfClosed);
  try {
    return await Promise.race([asking, ended.promise]);
  } catch (error) {
    if (error instanceof CommandRefusal) process.stderr.write('\n');
    throw error instanceof Error && error.name === 'ExitPromptError'
      ? interrupted('Interrompu : rien n’a été fait.')
      : error;
  } finally {
    process.removeListener('beforeExit', end);
    process.stdin.removeListener('end', end);
    process.removeListener('unhandledRejection', endIfClosed);
  }
}

const withoutAnswer = (): CommandRefusal =>
  new CommandRefusal('L’entrée est finie et la question reste sans réponse : rien n’a été fait.', { code: 'question' });

/** Prints a sentence, broken between its words where a terminal shows it. */
export function printSentence(stream: NodeJS.WriteStream, text: string): void {
  stream.write(`${wrapped(text, stream.isTTY ? columnsOf(stream) : undefined)}\n`);
}

/** Ends the line in which a terminal shows `^C`. */
export function leaveInterruptedLine(): void {
  if (process.stderr.isTTY) process.stderr.write('\n');
}

const readersLeft = new AbortController();
/** Aborts when nobody reads the output any more (`| head`): commands that run until Ctrl-C end then. */
export const nobodyReads: AbortSignal = readersLeft.signal;

/** Keeps a command running although nobody reads its output any more. */
export function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
      readersLeft.abort();
    });
  }
}

/** Untrusted text made safe for a line of the terminal: control characters are shown as symbols, a carriage return as `␍`. */
export const visible = (text: string): string => controlsShown(text).replace(/[\u202a-\u202e\u2066-\u2069]/g, '\u241b');

/** The same for text of several lines. */
export const visibleLines = (text: string): string => text.replace(/[^\n\t]+/g, visible);
