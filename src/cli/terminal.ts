/** How a command speaks with whoever runs it: a person at a terminal, or a script. */
import { styleText } from 'node:util';
import { CommandRefusal, interrupted } from './command-refusal.ts';

export type Style = Exclude<Parameters<typeof styleText>[0], readonly unknown[]>;

export interface Terminal {
  /** Whether the output is for a program: one JSON object, no sentences. */
  readonly json: boolean;
  /** Prints a line for people; nothing with `--json`. */
  say(line: string): void;
  /** Prints a line beside the output, with `--json` too. */
  warn(line: string): void;
  /** Prints the result for programs; nothing without `--json`. */
  result(value: object): void;
  /** Paints a text where colours show. */
  paint(style: Style, text: string): string;
  /**
   * Asks before something that cannot be taken back; `--oui` answers.
   * @throws CommandRefusal when nobody can be asked
   */
  confirm(question: string): Promise<boolean>;
  /** @throws CommandRefusal when nobody can be asked */
  ask(question: string): Promise<string>;
  /** Asks for a secret, which does not show. @throws CommandRefusal when nobody can be asked */
  askSecret(question: string): Promise<string>;
  /** All of the standard input. */
  readInput(): Promise<string>;
}

export interface TerminalOptions {
  readonly json: boolean;
  /** Answers yes to every question. */
  readonly yes: boolean;
}

/** The process's own terminal. */
export function processTerminal({ json, yes }: TerminalOptions): Terminal {
  const colours = process.stdout.isTTY === true && !process.env.NO_COLOR && process.env.TERM !== 'dumb';
  const assertAsked = (instead: string) => {
    if (process.stdin.isTTY && process.stderr.isTTY) return;
    throw new CommandRefusal(`Il faudrait poser une question, et personne n’est au terminal : ${instead}.`, {
      code: 'question',
    });
  };
  /** Questions stand beside the output, which may go to a file. */
  const onTerminal = { output: process.stderr };
  return {
    json,
    say: (line) => {
      if (!json) process.stdout.write(`${line}\n`);
    },
    warn: (line) => {
      process.stderr.write(`${line}\n`);
    },
    result: (value) => {
      if (json) process.stdout.write(`${JSON.stringify(value)}\n`);
    },
    paint: (style, text) => (colours && !json ? styleText(style, text, { validateStream: false }) : text),
    confirm: async (question) => {
      if (yes) return true;
      assertAsked('répondez d’avance par --oui');
      const { input } = await import('@inquirer/prompts');
      const answer = await answered(input({ message: `${question} (oui/non)`, validate: isYesOrNo }, onTerminal));
      return /^o/i.test(answer.trim());
    },
    ask: async (question) => {
      assertAsked('donnez la réponse en option (--aide)');
      const { input } = await import('@inquirer/prompts');
      return (await answered(input({ message: question, validate: isSomething }, onTerminal))).trim();
    },
    askSecret: async (question) => {
      assertAsked('donnez la réponse en option (--aide)');
      const { password } = await import('@inquirer/prompts');
      return (await answered(password({ message: question, mask: true, theme: WITHOUT_TIP }, onTerminal))).trim();
    },
    readInput: async () => {
      let text = '';
      process.stdin.setEncoding('utf8');
      for await (const chunk of process.stdin) text += chunk;
      return text;
    },
  };
}

/** The tip of the library is in English. */
const WITHOUT_TIP = { style: { keysHelpTip: () => undefined } };

const isSomething = (answer: string) => answer.trim() !== '' || 'Une réponse est nécessaire.';
const isYesOrNo = (answer: string) => /^\s*(o|oui|n|non)\s*$/i.test(answer) || 'Répondez par oui ou par non.';

/** A question that is left by Ctrl-C interrupts the command. */
function answered<T>(asking: Promise<T>): Promise<T> {
  return asking.catch((error) => {
    throw error instanceof Error && error.name === 'ExitPromptError' ? interrupted() : error;
  });
}

/** Text of others as it may be shown in a line: what would steer the terminal is shown as a symbol. */
export const visible = (text: string): string => text.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '\u241b');

/** The same for text of several lines. */
export const visibleLines = (text: string): string => text.replace(/[^\n\t]+/g, visible);
