import { mergeJson } from '../../../merge/json-merge.ts';
import { isSame, type JsonNode, readJson } from '../../../merge/json-nodes.ts';
import { type KeyPath, rawAt, setRaw } from './json-edit.ts';

/** One file that was changed here and elsewhere since it was read. */
export interface Sides {
  readonly base: string;
  readonly mine: string;
  readonly theirs: string;
}

/** One value that both sides have changed differently, with both texts as they are written; null where a side removed it. */
export interface Clash {
  readonly path: KeyPath;
  readonly mine: string | null;
  readonly theirs: string | null;
}

/** The values that both sides have changed. A file that cannot be read key by key is one value, with an empty path. */
export function clashesOf({ base, mine, theirs }: Sides): readonly Clash[] {
  const [ofBase, ofMine, ofTheirs] = [base, mine, theirs].map((text) => readJson(text));
  if (!ofBase || !ofMine || !ofTheirs) return mine === theirs ? [] : [{ path: [], mine, theirs }];
  return compare(ofBase, ofMine, ofTheirs, []);
}

function compare(
  base: JsonNode | undefined,
  mine: JsonNode | undefined,
  theirs: JsonNode | undefined,
  path: KeyPath,
): readonly Clash[] {
  if (isSame(mine, theirs) || isSame(base, theirs) || isSame(base, mine)) return [];
  if (base?.kind !== 'object' || mine?.kind !== 'object' || theirs?.kind !== 'object') {
    return [{ path, mine: mine?.text ?? null, theirs: theirs?.text ?? null }];
  }
  const keys = new Set([...mine.members.keys(), ...theirs.members.keys(), ...base.members.keys()]);
  return [...keys].flatMap((key) =>
    compare(base.members.get(key), mine.members.get(key), theirs.members.get(key), [...path, key]),
  );
}

export type Side = 'mine' | 'theirs';

/**
 * Merges two changes of a file; in each clash the chosen side counts.
 * @returns null when a clash has no choice
 */
export function settle(sides: Sides, chosen: (clash: Clash) => Side | undefined): string | null {
  let { base, mine } = sides;
  for (const clash of clashesOf(sides)) {
    const side = chosen(clash);
    if (!side) return null;
    if (clash.path.length === 0) return sides[side];
    const raw = rawAt(sides.theirs, clash.path);
    // A value that now equals theirs is no clash; nor is one that only this side has changed.
    if (side === 'theirs') mine = setRaw(mine, clash.path, raw);
    else base = setRaw(base, clash.path, raw);
  }
  return mergeJson(base, mine, sides.theirs);
}
