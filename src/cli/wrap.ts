/**
 * Breaks sentences for a terminal between their words; the terminal itself would break within a word. (`wrap-ansi` would break commands in
 * guillemets, and before French punctuation.) Pure.
 */

/** Parts that are not broken: a command or a name in guillemets, and a punctuation mark with its word. */
const UNIT = /(?:«[^»]*»|[^\s«]+|«)\S*(?: [:;?!»]\S*)*/g;

/** @param columns of the terminal; undefined where there is none: nothing is broken then */
export function wrapped(text: string, columns: number | undefined): string {
  if (!columns) return text;
  return text
    .split('\n')
    .map((line) => wrappedLine(line, columns))
    .join('\n');
}

function wrappedLine(line: string, columns: number): string {
  if (line.length <= columns) return line;
  const indent = /^ */.exec(line)?.[0] ?? '';
  const units = (line.match(UNIT) ?? []).flatMap((unit) => (unit.length > columns ? unit.split(' ') : [unit]));
  const lines: string[] = [];
  let current = '';
  for (const unit of units) {
    const longer = current === '' ? indent + unit : `${current} ${unit}`;
    if (current !== '' && longer.length > columns) {
      lines.push(current);
      current = indent + unit;
    } else current = longer;
  }
  return [...lines, current].join('\n');
}
