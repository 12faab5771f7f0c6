import { mergeJson } from '../../../merge/json-merge.ts';
import type { KnownFile } from '../../theme/theme-store.ts';
import { type Clash, clashesOf, type Sides } from './conflicts.ts';

/** A file in which somebody has changed the same values elsewhere. */
export interface Conflict {
  readonly file: string;
  readonly sides: Sides;
  readonly theirs: KnownFile;
  readonly clashes: readonly Clash[];
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
  const text = mergeJson(sides.base, mine, theirs.text);
  return text === null ? { file, sides, theirs, clashes: clashesOf(sides) } : { text };
}
