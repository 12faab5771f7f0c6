import { structuredPatch } from 'diff';
import { type Terminal, visible, visibleLines } from '../terminal.ts';

/** Lines around a change. */
const CONTEXT = 3;
/** Beyond this many changed lines the comparison would take seconds. */
const EDITS = 4_000;

/**
 * Two versions of a file as a unified diff, from the service's to the local one.
 * @param paint colours where they show
 */
export function diffText(path: string, remote: string | null, local: string | null, paint: Terminal['paint']): string {
  const [from, to] = [titleOf('service', path, remote), titleOf('ici', path, local)];
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
