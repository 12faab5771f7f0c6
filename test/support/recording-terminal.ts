import { CommandRefusal } from '../../src/cli/command-refusal.ts';
import type { Terminal } from '../../src/cli/terminal.ts';

/** What was said at a terminal. */
export interface Recorded {
  /** Lines of both streams. */
  readonly lines: string[];
  readonly questions: string[];
  /** What `--json` prints. */
  readonly results: object[];
}

export const emptyRecord = (): Recorded => ({ lines: [], questions: [], results: [] });

/**
 * A terminal that writes down what is said.
 * @param answer to every question; without it nobody can be asked
 * @param input the standard input
 */
export function recordingTerminal(
  record: Recorded,
  {
    answer,
    input = '',
    json = false,
    columns,
  }: { answer?: boolean | undefined; input?: string | undefined; json?: boolean; columns?: number } = {},
): Terminal {
  const asked = (question: string): boolean => {
    record.questions.push(question);
    if (answer === undefined) throw new CommandRefusal('personne n’est au terminal');
    return answer;
  };
  return {
    json,
    columns,
    say: (line) => record.lines.push(line),
    show: (text) => record.lines.push(text),
    copy: (text) => record.lines.push(text),
    warn: (line) => record.lines.push(line),
    result: (value) => record.results.push(value),
    paint: (_style, text) => text,
    confirm: async (question) => asked(question),
    ask: async ({ question, read }) => read(String(asked(question))),
    askSecret: async ({ question, read }) => read(String(asked(question))),
    readInput: async () => input,
  };
}
