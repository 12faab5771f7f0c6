/** How the operator's commands take secrets: no secret has to stand in a list of processes or in a shell's history. */
import { CommandRefusal } from '../command-refusal.ts';
import { processTerminal, type Question } from '../terminal.ts';

/** The value of an option that reads its secret from the standard input. */
const FROM_INPUT = '-';

/** Help text of an option that takes a secret. */
export const SECRET_WORDS = '« - » : de l’entrée standard';

/**
 * The secret that an option gives, that stands on the standard input (`-`), or that is asked for at the terminal, twice.
 * @param given the option's value
 * @throws CommandRefusal also when nobody can be asked
 */
export async function secretOf<T extends string>(given: string | undefined, asked: Question<T>): Promise<T> {
  const terminal = processTerminal({ json: false, yes: false });
  if (given !== undefined && given !== FROM_INPUT) return asked.read(given);
  if (given === FROM_INPUT && !process.stdin.isTTY) return asked.read(lineOf(await terminal.readInput()));
  const first = await terminal.askSecret(asked);
  const again = await terminal.askSecret({ ...asked, question: 'Encore une fois :' });
  if (again !== first) throw new CommandRefusal('Les deux saisies diffèrent : rien n’a été fait.');
  return first;
}

/** The single line of an input, without a byte order mark, which some shells write. */
function lineOf(input: string): string {
  const line = input.replace(/^\ufeff/, '').replace(/\r?\n$/, '');
  if (/[\r\n]/.test(line))
    throw new CommandRefusal('L’entrée standard compte plusieurs lignes : une seule est attendue.');
  if (line.includes('\ufffd')) throw new CommandRefusal('L’entrée standard n’est pas en UTF-8.');
  return line;
}
