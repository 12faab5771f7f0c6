import { SOURCE_UNITS } from '../limits.ts';
import { type Position, positionAt } from '../syntax/position.ts';

/** A place in a program as one number: the file's number × the longest file + the offset in it. */
export const placeNumber = (file: number, offset: number): number =>
  file * SOURCE_UNITS + Math.min(offset, SOURCE_UNITS - 1);

/** The files of a program with their line starts, read when an error first asks for them. */
export type Places = () => readonly (readonly [file: string, lineStarts: readonly number[]])[];

/**
 * Where in a theme's files a program stood.
 * @param files those of the program
 * @param at `budget.at`, made by `placeNumber`
 */
export function placeOf(files: ReturnType<Places>, at: number): ({ readonly file: string } & Position) | undefined {
  const entry = files[Math.floor(at / SOURCE_UNITS)];
  return entry && { file: entry[0], ...positionAt(entry[1], at % SOURCE_UNITS) };
}
