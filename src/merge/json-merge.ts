/** Merges two changes of one JSON file by key. Pure. */
import { blankedJson } from '../../engine/json/commented-json.ts';
import { isSame, type JsonNode, type ObjectNode, readJson } from './json-nodes.ts';

/**
 * Merges what was changed here and on the service since `base`: objects key by key, lists and plain values as a whole. The order of keys
 * and the formatting are those of `local`; a value that only one side has changed is taken unchanged.
 *
 * Merging `local` again with the result gives the result again, so that a merge that was cut off half-way may be made again.
 * @returns null when both sides have changed the same key, or one of the texts cannot be read key by key
 */
export function mergeJson(base: string, local: string, remote: string): string | null {
  const [ofBase, ofLocal, ofRemote] = [base, local, remote].map((text) => readJson(text));
  if (!ofBase || !ofLocal || !ofRemote) return null;
  try {
    const plain = blankedJson(local);
    const space = spacingOf(plain);
    const merged = merge({ base: ofBase, local: ofLocal, remote: ofRemote }, space, '\n');
    if (merged === CONFLICT || merged === undefined) return null;
    // Comments around the merged value stay.
    return local.slice(0, plain.length - plain.trimStart().length) + merged + local.slice(plain.trimEnd().length);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

const CONFLICT = Symbol('both sides have changed this');

interface Spacing {
  /** One step of indentation; null when everything is on one line. */
  readonly indent: string | null;
  readonly newline: string;
}

function spacingOf(text: string): Spacing {
  const [, newline = '\n', indent] = /(\r?\n)([ \t]+)\S/.exec(text) ?? [];
  return { indent: indent ?? (text.trim().includes('\n') ? '  ' : null), newline };
}

/** @returns the text of the merged value, undefined for none */
function merge(
  { base, local, remote }: Readonly<Record<'base' | 'local' | 'remote', JsonNode | undefined>>,
  space: Spacing,
  margin: string,
): string | undefined | typeof CONFLICT {
  if (isSame(local, remote) || isSame(base, remote)) return local?.text;
  if (isSame(base, local)) return remote?.text;
  if (base?.kind !== 'object' || local?.kind !== 'object' || remote?.kind !== 'object') return CONFLICT;

  const inner = margin + (space.indent ?? '');
  const members: string[] = [];
  for (const key of keysOf(local, remote)) {
    const [ofBase, ofLocal, ofRemote] = [base, local, remote].map(({ members }) => members.get(key));
    const value = merge({ base: ofBase, local: ofLocal, remote: ofRemote }, space, inner);
    if (value === CONFLICT) return CONFLICT;
    if (value !== undefined) members.push(`${JSON.stringify(key)}:${space.indent === null ? '' : ' '}${value}`);
  }
  if (members.length === 0) return '{}';
  const line = (text: string) => (space.indent === null ? '' : text.replace('\n', space.newline));
  return `{${line(inner)}${members.join(`,${line(inner)}`)}${line(margin)}}`;
}

/** The keys of both, in the order of the first; a key that only the second has stands behind the key that it follows there. */
function keysOf(local: ObjectNode, remote: ObjectNode): readonly string[] {
  const keys = [...local.members.keys()];
  let place = 0;
  for (const key of remote.members.keys()) {
    const present = keys.indexOf(key);
    if (present >= 0) place = present + 1;
    else keys.splice(place++, 0, key);
  }
  return keys;
}
