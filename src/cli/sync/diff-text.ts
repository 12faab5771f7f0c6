import { structuredPatch } from 'diff';
import { type Terminal, visible, visibleLines } from '../terminal.ts';

/** Lines around a change. */
const CONTEXT = 3;
/** With more changed lines than this a comparison would take seconds. */
const EDITS = 4_000;

interface TwoVersions {
  readonly path: string;
  /** The two texts; null where there is no such file. */
  readonly before: string | null;
  readonly after: string | null;
  /** What stands before the path in the two first lines; `service` and `ici` when left out. */
  readonly sides?: readonly [string, string];
}

/** Two versions of a file as a unified diff. @param paint colours where they show */
export function diffText(
  { path, before, after, sides = ['service', 'ici'] }: TwoVersions,
  paint: Terminal['paint'],
): string {
  const [from, to] = [titleOf(sides[0], path, before), titleOf(sides[1], path, after)];
  const patch = structuredPatch(from, to, before ?? '', after ?? '', undefined, undefined, {
    context: CONTEXT,
    maxEditLength: EDITS,
  });
  const head = [paint('bold', `--- ${visible(from)}`), paint('bold', `+++ ${visible(to)}`)];
  if (!patch) return [...head, '(trop de lignes diffèrent pour être montrées)'].join('\n');
  const hunks = patch.hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
    paint('cyan', `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`),
    ...lines.map((line) => painted(visibleLines(line), paint)),
  ]);
  return [...head, ...hunks].join('\n');
}

const titleOf = (side: string, path: string, content: string | null) =>
  content === null ? `${side}/${path} (absent)` : `${side}/${path}`;

function painted(line: string, paint: Terminal['paint']): string {
  if (line.startsWith('+')) return paint('green', line);
  return line.startsWith('-') ? paint('red', line) : line;
}

/** A unified diff without its head, made safe for a terminal and coloured. */
export const paintedDiff = (diff: string, paint: Terminal['paint']): string =>
  diff
    .split('\n')
    .map((line) => (line.startsWith('@@') ? paint('cyan', visibleLines(line)) : painted(visibleLines(line), paint)))
    .join('\n');
