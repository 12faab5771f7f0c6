/** The difference of two pages for a person. Themes made the HTML, so this code runs in a thread with a time limit. */
import { structuredPatch } from 'diff';

/** Lines around a change. */
const CONTEXT = 2;
/** The report has no difference with more changed lines than this, and none that takes longer, milliseconds. */
const EDITS = 4_000;
const WITHIN_MS = 1_000;
/** A longer line is broken before it is compared, UTF-16 code units. */
const LINE_UNITS = 160;
/** Longest difference, UTF-16 code units. */
const DIFFERENCE_UNITS = 16 * 1024;

/**
 * A unified diff of two pages, without a head; blank lines are left out.
 * @returns null when they differ too much for it
 */
export function differenceOf(before: string, after: string): string | null {
  const patch = structuredPatch('', '', readable(before), readable(after), undefined, undefined, {
    context: CONTEXT,
    maxEditLength: EDITS,
    timeout: WITHIN_MS,
  });
  if (!patch) return null;
  const lines = patch.hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines: changed }) => [
    `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`,
    ...changed,
  ]);
  return cut(lines);
}

function cut(lines: readonly string[]): string {
  const kept: string[] = [];
  for (let units = 0; kept.length < lines.length; ) {
    const line = lines[kept.length] ?? '';
    units += line.length + 1;
    if (units > DIFFERENCE_UNITS) return [...kept, `… (${lines.length - kept.length} lignes de plus)`].join('\n');
    kept.push(line);
  }
  return kept.join('\n');
}

/** A page in lines that can be read. */
const readable = (html: string): string =>
  `${html
    .split('\n')
    .flatMap((line) => (line.length > LINE_UNITS ? brokenLine(line) : [line]))
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
    .join('\n')}\n`;

/** Breaks a text between elements and after each declaration or rule; lines that are still too long are broken between words. */
function brokenLine(line: string): string[] {
  return line
    .split(/(?<=>)(?=<)|(?<=[;}])/)
    .flatMap((part) => (part.length > LINE_UNITS ? brokenBetweenWords(part) : [part]));
}

function brokenBetweenWords(text: string): string[] {
  const parts: string[] = [];
  let current = '';
  for (const word of text.split(/(?<= )/)) {
    if (current !== '' && current.length + word.length > LINE_UNITS) {
      parts.push(current);
      current = '';
    }
    current += word;
  }
  return [...parts, current];
}
