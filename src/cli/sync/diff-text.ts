import { structuredPatch } from 'diff';
import { type Terminal, visible, visibleLines } from '../terminal.ts';

/** Lines around a change. */
const CONTEXT = 3;
/** With more changed lines than this a comparison would take seconds. */
const EDITS = 4_000;

/** What stands before a path in the two first lines of a diff. */
const SIDES = ['service', 'ici'] as const;

/**
 * Two versions of a file as a unified diff, from the service's to the local one.
 * @param paint colours where they show
 * @param sides names of the two versions where they are others
 */
export function diffText(
  path: string,
  remote: string | null,
  local: string | null,
  paint: Terminal['paint'],
  [before, after]: readonly [string, string] = SIDES,
): string {
  const [from, to] = [titleOf(before, path, remote), titleOf(after, path, local)];
  const patch = structuredPatch(from, to, remote ?? '', local ?? '', undefined, undefined, {
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
