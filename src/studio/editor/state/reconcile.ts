import { mergeJson } from '../../../merge/json-merge.ts';
import { readJson } from '../../../merge/json-tree.ts';
import { type MergeRegion, mergeRegions } from '../../../merge/text-merge.ts';

/** How a change made here and one made elsewhere go together. */
export type Outcome =
  /** They are the same. */
  | { readonly kind: 'same' }
  | { readonly kind: 'merged'; readonly text: string }
  /** Somebody must choose, region by region. */
  | { readonly kind: 'conflict'; readonly regions: readonly MergeRegion[] }
  /** The file was removed elsewhere and changed here. */
  | { readonly kind: 'removed-elsewhere' }
  /** The file is to be removed here and was changed elsewhere. */
  | { readonly kind: 'changed-elsewhere' };

/**
 * Three-way: JSON by key, as the command-line client does, everything else, and JSON that has no such merge, by line.
 * @param base what both began from; null for no file, as `mine` and `theirs`
 */
export function reconcile(path: string, base: string | null, mine: string | null, theirs: string | null): Outcome {
  if (mine === theirs) return { kind: 'same' };
  if (theirs === null) return { kind: 'removed-elsewhere' };
  if (mine === null) return { kind: 'changed-elsewhere' };
  const isJson = path.endsWith('.json');
  const byKey = isJson && base !== null ? mergeJson(base, mine, theirs) : null;
  if (byKey !== null) return { kind: 'merged', text: byKey };
  const regions = mergeRegions(base ?? '', mine, theirs);
  const [only] = regions;
  const text = regions.length <= 1 && only?.kind !== 'conflict' ? (only?.text ?? '') : null;
  // Lines that fit one by one may make no JSON together.
  if (text !== null && !(isJson && !readJson(text))) return { kind: 'merged', text };
  return {
    kind: 'conflict',
    regions: text === null ? regions : [{ kind: 'conflict', base: base ?? '', mine, theirs }],
  };
}
