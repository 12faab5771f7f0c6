import { type Position, positionAt } from '../syntax/position.ts';

const FILE_UNITS = 2 ** 19;

/**
 * Where in a theme's files a program stood.
 * @param places what the program carries: its files with their line starts, as JSON
 * @param at `budget.at`
 */
export function placeOf(places: string, at: number): ({ readonly file: string } & Position) | undefined {
  const files: [string, number[]][] = JSON.parse(places);
  const entry = files[Math.floor(at / FILE_UNITS)];
  return entry && { file: entry[0], ...positionAt(entry[1], at % FILE_UNITS) };
}
