/** Merges a file of a theme by its kind. Pure; texts of strangers are merged in a thread only (`src/themes/upgrade/thread.ts`). */
import type { Choose, Compared, Merge, Versions } from './conflict.ts';
import { compareJson } from './document-merge.ts';
import { compareLines } from './line-merge.ts';
import { compareSection } from './section-merge.ts';

/**
 * Merges what was changed here and elsewhere since `base`: JSON by key, the schema of a section as JSON, everything else by line.
 * @param choose whose text is taken where both have changed the same
 */
export function mergeFile(path: string, versions: Versions, choose: Choose): Merge {
  const { conflicts, textWith } = compareFile(path, versions);
  return { conflicts, text: textWith(typeof choose === 'string' ? () => choose : choose) };
}

/** Compares three versions of a file before anybody chooses. */
export function compareFile(path: string, versions: Versions): Compared {
  if (path.endsWith('.json')) return compareJson(versions);
  return path.endsWith('.liquid') ? compareSection(versions) : compareLines(versions);
}
