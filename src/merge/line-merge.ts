/** Merges a text by line, and lists the places that both sides have changed. Pure. */
import { type Merge, oneSided, type Side, type Versions } from './conflict.ts';
import { type MergeRegion, mergeRegions, versionIn } from './text-merge.ts';

/** @param choice whose lines are taken in a conflict */
export function mergeLines(versions: Versions, choice: Side): Merge {
  const settled = oneSided(versions);
  if (settled) return settled;
  const regions = mergeRegions(versions.base, versions.mine, versions.theirs);
  return { text: versionIn(regions, choice), conflicts: conflictsIn(regions, choice) };
}

/** The places that both sides have changed, each with the line at which it begins in the text of one side, 1-based. */
export function conflictsIn(regions: readonly MergeRegion[], side: Side) {
  let line = 1;
  return regions.flatMap((region) => {
    const at = line;
    line += breaksIn(region.kind === 'agreed' ? region.text : region[side]);
    if (region.kind === 'agreed') return [];
    const { base, mine, theirs } = region;
    return [{ line: at, base, mine, theirs }];
  });
}

/** How many line breaks a text has. */
export function breaksIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
  return count;
}
