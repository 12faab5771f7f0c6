/** Merges a file of a theme by its kind. Pure; texts of strangers are merged in a thread only (`src/themes/upgrade/thread.ts`). */
import { type Merge, type Side, type Versions, wholeConflict } from './conflict.ts';
import { mergeDocument } from './document-merge.ts';
import { mergeLines } from './line-merge.ts';
import { mergeSection } from './section-merge.ts';

/**
 * Merges what was changed here and elsewhere since `base`: JSON by key, the schema of a section as JSON, everything else by line.
 * @param choice whose text is taken where both have changed the same
 */
export function mergeFile(path: string, versions: Versions, choice: Side): Merge {
  if (path.endsWith('.json')) return mergeDocument(versions, choice) ?? wholeConflict(versions, choice);
  return path.endsWith('.liquid') ? mergeSection(versions, choice) : mergeLines(versions, choice);
}
