/** Merges a text by line, and lists the places that both sides have changed. Pure. */
import { agreedOn, type Compared, oneSidedText, type Versions } from './conflict.ts';
import { type Grain, LINES } from './grain.ts';
import { type MergeRegion, mergeRegions } from './text-merge.ts';

export const compareLines = (versions: Versions): Compared => compareParts(versions, LINES);

/** Merges a text by other parts than lines. */
export function compareParts(versions: Versions, grain: Grain): Compared {
  const settled = oneSidedText(versions);
  if (settled !== null) return agreedOn(settled);
  const regions = mergeRegions(versions.base, versions.mine, versions.theirs, grain);
  const conflicts = conflictsIn(regions);
  return {
    conflicts,
    textWith: (versionOf) => {
      const chosen = conflicts.map((conflict) => conflict[versionOf(conflict)]).values();
      return regions.map((region) => (region.kind === 'agreed' ? region.text : chosen.next().value)).join('');
    },
  };
}

/** The places that both sides have changed, each with the line at which it begins in the text of `mine`, 1-based. */
export function conflictsIn(regions: readonly MergeRegion[]) {
  let line = 1;
  return regions.flatMap((region) => {
    const at = line;
    line += breaksIn(region.kind === 'agreed' ? region.text : region.mine);
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
