import type { MergeConflict, Side, Versions } from '../../../merge/conflict.ts';
import { mergeFile } from '../../../merge/file-merge.ts';
import type { KnownFile } from '../../theme/theme-store.ts';

/** A file in which somebody has changed the same values elsewhere. */
export interface Conflict {
  readonly file: string;
  readonly sides: Versions;
  readonly theirs: KnownFile;
  readonly clashes: readonly MergeConflict[];
}

interface Change {
  readonly file: string;
  /** The text in this tab, unsaved changes included; null for no file. */
  readonly mine: string | null;
  /** The stored text that `mine` was made of. */
  readonly base: KnownFile | null;
  /** What is stored now. */
  readonly theirs: KnownFile | null;
}

/** Files that are changed without code. */
const EDITED = /^(?:config|templates)\/.*\.json$/s;

/** The text of a file after a change elsewhere: unsaved changes are merged with it by key. */
export function takeOver({ file, mine, base, theirs }: Change): { readonly text: string | null } | Conflict {
  // The file was removed elsewhere: an unsaved text stays, and a save would make the file again.
  if (theirs === null) return { text: mine === base?.text ? null : mine };
  if (mine === null || mine === base?.text || !EDITED.test(file)) return { text: theirs.text };
  if (mine === theirs.text || base?.text === theirs.text) return { text: mine };
  const sides = { base: base?.text ?? '{}', mine, theirs: theirs.text };
  const { text, conflicts } = mergeFile(file, sides, 'mine');
  return conflicts.length > 0 ? { file, sides, theirs, clashes: conflicts } : { text };
}

/**
 * Merges two changes of a file; in each clash the chosen side counts.
 * @returns null when a clash has no choice
 */
export function settle(
  file: string,
  sides: Versions,
  chosen: (clash: MergeConflict) => Side | undefined,
): string | null {
  const { text, conflicts } = mergeFile(file, sides, (clash) => chosen(clash) ?? 'mine');
  return conflicts.every((clash) => chosen(clash) !== undefined) ? text : null;
}
