import { SOURCE_UNITS } from '../limits.ts';
import { type Position, positionAt } from '../syntax/position.ts';

/** The files of a program with their line starts, read when an error first asks for them. */
export type Places = () => readonly (readonly [file: string, lineStarts: readonly number[]])[];

/**
 * The place in a theme's files that a program had reached.
 * @param files those of the program
 * @param at `budget.at`: the position of its file in the program × the longest file + the offset in it, UTF-16 code units
 */
export function placeOf(files: ReturnType<Places>, at: number): ({ readonly file: string } & Position) | undefined {
  const entry = files[Math.floor(at / SOURCE_UNITS)];
  return entry && { file: entry[0], ...positionAt(entry[1], at % SOURCE_UNITS) };
}
