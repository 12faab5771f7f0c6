import { structuredPatch } from 'diff';
import { controlsShownInLines } from '../../../engine/text/controls.ts';
import type { Difference, Row } from './messages.ts';

/** Lines around a change. */
const CONTEXT = 3;
/** With more changed lines than this the texts are not compared line by line: the time grows with the square of the number. */
const EDITS = 4_000;
/** How long the comparison by line may take, milliseconds. */
const TIME_MS = 3_000;
/** Rows of the result at most: nobody reads more. */
const ROWS = 20_000;
/** A line is cut to this length, UTF-16 code units: a browser takes seconds to lay out longer ones. */
const LINE_UNITS = 2_000;

interface Hunk {
  readonly oldStart: number;
  readonly newStart: number;
  /** Each row begins with its sign. */
  readonly lines: readonly string[];
}

/** Compares two texts by line. Pure; takes some seconds at most. */
export function compareLines(before: string, after: string): Difference {
  const options = { context: CONTEXT, maxEditLength: EDITS, timeout: TIME_MS };
  const patch = structuredPatch('', '', before, after, undefined, undefined, options);
  const rows = (patch?.hunks ?? [roughHunk(before, after)]).flatMap(rowsOf);
  return { rows: rows.slice(0, ROWS), left: Math.max(0, rows.length - ROWS), isRough: patch === undefined };
}

function rowsOf({ oldStart, newStart, lines }: Hunk): Row[] {
  let [before, after] = [oldStart, newStart];
  const gap: Row = { kind: 'gap', before: null, after: null, text: `Ligne ${newStart}` };
  const rows = lines.map((line): Row => {
    const text = shown(line.slice(1));
    switch (line[0]) {
      case '+':
        return { kind: 'added', before: null, after: after++, text };
      case '-':
        return { kind: 'removed', before: before++, after: null, text };
      case ' ':
        return { kind: 'same', before: before++, after: after++, text };
      default:
        return { kind: 'note', before: null, after: null, text: 'Pas de retour à la ligne à la fin.' };
    }
  });
  return [gap, ...rows];
}

/** Everything from the first to the last differing line, as one change. */
function roughHunk(before: string, after: string): Hunk {
  const [old, present] = [before.split('\n'), after.split('\n')];
  const shortest = Math.min(old.length, present.length);
  let start = 0;
  while (start < shortest && old[start] === present[start]) start++;
  let end = 0;
  while (end < shortest - start && old.at(-1 - end) === present.at(-1 - end)) end++;
  const middle = (lines: readonly string[], sign: string) =>
    lines.slice(start, lines.length - end).map((line) => `${sign}${line}`);
  return { oldStart: start + 1, newStart: start + 1, lines: [...middle(old, '-'), ...middle(present, '+')] };
}

/** Line breaks of other systems can be all that differs, so they are shown. */
function shown(line: string): string {
  const text = controlsShownInLines(line);
  return text.length > LINE_UNITS ? `${text.slice(0, LINE_UNITS)}… (${text.length} caractères)` : text;
}
