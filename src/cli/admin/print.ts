/** Options of every command of the operator. */
export interface Printing {
  readonly json?: true;
}

/** Flags and description of `Printing`, for `Command.option`. */
export const JSON_OPTION = ['--json', 'imprime un objet JSON'] as const;

/** Prints what a command did: one JSON object for programs, a sentence for people. */
export function print({ json }: Printing, result: object, sentence: string): void {
  process.stdout.write(`${json ? JSON.stringify(result) : sentence}\n`);
}
