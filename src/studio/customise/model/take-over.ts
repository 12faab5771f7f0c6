import { mergeJson } from '../../../merge/json-merge.ts';
import type { KnownFile } from '../../theme/theme-store.ts';
import { type Clash, clashesOf, type Sides } from './conflicts.ts';

/** A file that was changed here, and elsewhere in the same places. */
export interface Conflict {
  readonly file: string;
  readonly sides: Sides;
  readonly theirs: KnownFile;
  readonly clashes: readonly Clash[];
}

interface Change {
  readonly file: string;
  /** The present text, unsaved changes included; null for none. */
  readonly mine: string | null;
  /** The stored text that it was made of. */
  readonly base: KnownFile | null;
  /** What is stored now. */
  readonly theirs: KnownFile | null;
}

/** Files that are changed without code. */
const EDITED = /^(?:config|templates)\/.*\.json$/s;

/** What a file is to be, now that it was changed elsewhere: unsaved changes are merged by key. */
export function takeOver({ file, mine, base, theirs }: Change): { readonly text: string | null } | Conflict {
  // Removed elsewhere: what is not saved stays, and would make the file anew.
  if (theirs === null) return { text: mine === base?.text ? null : mine };
  if (mine === null || mine === base?.text || !EDITED.test(file)) return { text: theirs.text };
  if (mine === theirs.text || base?.text === theirs.text) return { text: mine };
  const sides = { base: base?.text ?? '{}', mine, theirs: theirs.text };
  const text = mergeJson(sides.base, mine, theirs.text);
  return text === null ? { file, sides, theirs, clashes: clashesOf(sides) } : { text };
}
