import { diffArrays } from 'diff';
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

/** Lines that follow each other in both texts, or in one of them. */
interface Run {
  readonly added: boolean;
  readonly removed: boolean;
  /** Each line with its break. */
  readonly value: readonly string[];
}

/** Compares two texts by line. Pure; takes some seconds at most. */
export function compareLines(before: string, after: string): Difference {
  const [old, present] = [linesOf(before), linesOf(after)];
  const runs: readonly Run[] | undefined = diffArrays(old, present, { maxEditLength: EDITS, timeout: TIME_MS });
  const rows = runs ? rowsOf(runs, CONTEXT) : rowsOf(roughRuns(old, present), 0);
  return { rows: rows.slice(0, ROWS), left: Math.max(0, rows.length - ROWS), isRough: runs === undefined };
}

const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

/** @param context how many lines are shown around a change */
function rowsOf(runs: readonly Run[], context: number): readonly Row[] {
  const rows: Row[] = [];
  const note = (kind: 'gap' | 'note', text: string) => rows.push({ kind, before: null, after: null, text });
  let [before, after] = [1, 1];
  let isCut = true;
  for (const [index, { added, removed, value }] of runs.entries()) {
    const kind = added ? 'added' : removed ? 'removed' : 'same';
    const [first, last] = [index > 0 ? context : 0, index < runs.length - 1 ? context : 0];
    for (const [place, line] of value.entries()) {
      const isShown = kind !== 'same' || place < first || place >= value.length - last;
      if (isShown) {
        if (isCut) note('gap', `Ligne ${after}`);
        rows.push({ kind, before: added ? null : before, after: removed ? null : after, text: shown(line) });
        if (!line.endsWith('\n')) note('note', 'Pas de retour à la ligne à la fin.');
      }
      isCut = !isShown;
      if (!added) before++;
      if (!removed) after++;
    }
  }
  return rows;
}

/** Everything from the first to the last differing line, as one change. */
function roughRuns(old: readonly string[], present: readonly string[]): readonly Run[] {
  const shortest = Math.min(old.length, present.length);
  let start = 0;
  while (start < shortest && old[start] === present[start]) start++;
  let end = 0;
  while (end < shortest - start && old.at(-1 - end) === present.at(-1 - end)) end++;
  const middle = (lines: readonly string[]) => lines.slice(start, lines.length - end);
  return [
    { added: false, removed: false, value: old.slice(0, start) },
    { added: false, removed: true, value: middle(old) },
    { added: true, removed: false, value: middle(present) },
  ];
}

/** Line breaks of other systems can be all that differs, so they are shown. */
function shown(line: string): string {
  const text = controlsShownInLines(line.replace(/\n$/, ''));
  return text.length > LINE_UNITS ? `${text.slice(0, LINE_UNITS)}… (${text.length} caractères)` : text;
}
