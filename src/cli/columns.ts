/** Columns of the output, and how many of them a text takes. */

/**
 * Columns that tables and help pages fit: `COLUMNS` where it is set, else those of the terminal.
 * @returns undefined where the output is a file or a program, and `COLUMNS` is not set
 */
export function columnsOf(stream: Pick<NodeJS.WriteStream, 'isTTY' | 'columns'>): number | undefined {
  const { COLUMNS = '' } = process.env;
  if (/^[1-9]\d{0,4}$/.test(COLUMNS)) return Number(COLUMNS);
  // Some terminals report 0.
  return (stream.isTTY && stream.columns) || undefined;
}

/** Letters of East Asia and pictures, which take two columns. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;
/** Marks on the character before, and invisible ones. */
const NARROW = /\p{Mn}|\p{Me}|\p{Cf}/u;

const widthOfCharacter = (character: string): number => (WIDE.test(character) ? 2 : NARROW.test(character) ? 0 : 1);

/** Columns that a line takes. Pure. */
export const widthOf = (line: string): number =>
  /^[\x20-\x7e]*$/.test(line)
    ? line.length
    : [...line].reduce((width, character) => width + widthOfCharacter(character), 0);

/** The line cut to so many columns, with `…` at its end where it was longer. Pure. */
export function shortenedTo(line: string, columns: number): string {
  if (widthOf(line) <= columns) return line;
  let kept = '';
  let width = 0;
  for (const character of line) {
    width += widthOfCharacter(character);
    if (width > columns - 1) break;
    kept += character;
  }
  return `${kept.trimEnd()}…`;
}
