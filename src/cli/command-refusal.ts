import { EXIT, type ExitCode } from './exit-codes.ts';

/** The parts of a refusal for programs, besides its sentence. */
export interface RefusalFacts {
  /** A stable word: a code of the API, or one of ours. */
  readonly code?: string;
  readonly exit?: ExitCode;
  /** Printed besides with `--json`. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** A command that is refused, with the sentence for the operator. */
export class CommandRefusal extends Error {
  override name = 'CommandRefusal';
  readonly code: string;
  readonly exit: ExitCode;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(sentence: string, { code = 'refus', exit = EXIT.refused, details = {} }: RefusalFacts = {}) {
    super(sentence);
    this.code = code;
    this.exit = exit;
    this.details = details;
  }
}

/** The refusal of a command that was interrupted by Ctrl-C or by its caller. */
export const interrupted = (sentence = 'Interrompu.'): CommandRefusal =>
  new CommandRefusal(sentence, { code: 'interrompu', exit: EXIT.interrupted });
