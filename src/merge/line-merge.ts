/** Merges a text by line, and lists the places that both sides have changed. Pure. */
import { type Merge, type MergeConflict, oneSided, type Side, type Versions } from './conflict.ts';
import { mergeRegions } from './text-merge.ts';

/** @param choice whose lines are taken in a conflict */
export function mergeLines(versions: Versions, choice: Side): Merge {
  const settled = oneSided(versions);
  if (settled) return settled;
  const conflicts: MergeConflict[] = [];
  const parts: string[] = [];
  let line = 1;
  for (const region of mergeRegions(versions.base, versions.mine, versions.theirs)) {
    if (region.kind === 'conflict') {
      const { base, mine, theirs } = region;
      conflicts.push({ line, base, mine, theirs });
    }
    const part = region.kind === 'agreed' ? region.text : region[choice];
    parts.push(part);
    line += breaksIn(part);
  }
  return { text: parts.join(''), conflicts };
}

/** How many line breaks a text has. */
export function breaksIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
  return count;
}
