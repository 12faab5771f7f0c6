/** JSON as it is written: objects by key, in their order; lists by the names of their items, or whole; every other value as its own text, so that nothing is rounded. Pure. */
import { blankedJson } from '../../engine/json/commented-json.ts';
import { type JsonValue, jsonTree, textOf, valueAt } from '../../engine/json/json-tree.ts';

/** An object by key, or a list whose items have names of their own: settings by id, blocks by type, texts by themselves. */
export interface GroupNode {
  readonly kind: 'object' | 'list';
  /** As it is written in its file. */
  readonly text: string;
  readonly members: ReadonlyMap<string, JsonNode>;
  /** Whether it is a list of texts: their order is its whole meaning. */
  readonly isOfTexts: boolean;
}

/** A value that is compared and taken as a whole. */
interface LeafNode {
  readonly kind: 'leaf';
  readonly text: string;
  /** Its text without blanks and comments. */
  readonly compact: string;
}

export type JsonNode = GroupNode | LeafNode;

/** A text as it is written, and the same text with blanks in place of comments. */
interface Source {
  readonly written: string;
  readonly plain: string;
}

/** @returns null for text that is not JSON, comments passed over, has a duplicate key, or is nested too deep */
export function readJson(text: string): JsonNode | null {
  try {
    const plain = blankedJson(text);
    // The tree is that of JSON only.
    JSON.parse(plain);
    const root = jsonTree(plain);
    return root ? nodeOf(root, { written: text, plain }) : null;
  } catch {
    return null;
  }
}

function nodeOf(value: JsonValue, { written, plain }: Source): JsonNode {
  const { kind, offset, end } = value;
  const text = written.slice(offset, end);
  const leaf = { kind: 'leaf', text, compact: kind === 'list' ? compactOf(plain.slice(offset, end)) : text } as const;
  if (kind === 'scalar') return leaf;
  if (kind === 'object' && value.repeated.length > 0) throw new SyntaxError('a key stands twice');
  const named =
    kind === 'object'
      ? [...value.entries.values()].map((entry) => [entry.key, entry.value] as const)
      : value.items.map((item) => [nameOf(item), item] as const);
  const members = new Map<string, JsonNode>();
  for (const [name, member] of named) {
    if (name === undefined || members.has(name)) return leaf;
    members.set(name, nodeOf(member, { written, plain }));
  }
  const isOfTexts = kind === 'list' && value.items.every((item) => textOf(item) !== undefined);
  return { kind, text, members, isOfTexts };
}

/**
 * The name of an item in its list: a text itself, the id of a setting, the type of a block, the content of a heading between settings,
 * the value of an option, the name of a group or a preset.
 */
function nameOf(item: JsonValue): string | undefined {
  const textAt = (key: string) => textOf(valueAt(item, key));
  const [type, content] = [textAt('type'), textAt('content')];
  return (
    textOf(item) ??
    textAt('id') ??
    (type !== undefined && content !== undefined ? `${type} : ${content}` : type) ??
    textAt('value') ??
    textAt('name')
  );
}

const compactOf = (text: string) => text.replace(/("(?:[^"\\]+|\\.)*")|\s+/g, '$1');

/**
 * Whether two values mean the same: blanks do not count, the order of a list does.
 * @param keys whether the order of keys counts
 */
export function isSame(a: JsonNode | undefined, b: JsonNode | undefined, keys: 'ordered' | 'any' = 'any'): boolean {
  if (a === undefined || b === undefined) return a === b;
  if (a.text === b.text) return true;
  if (a.kind === 'leaf' || b.kind === 'leaf') return 'compact' in a && 'compact' in b && a.compact === b.compact;
  if (a.kind !== b.kind || a.members.size !== b.members.size) return false;
  if ((a.kind === 'list' || keys === 'ordered') && !isSameOrder(a.members.keys(), b.members.keys())) return false;
  for (const [name, node] of a.members) if (!isSame(node, b.members.get(name), keys)) return false;
  return true;
}

function isSameOrder(a: Iterator<string>, b: Iterator<string>): boolean {
  for (let one = a.next(); !one.done; one = a.next()) if (one.value !== b.next().value) return false;
  return true;
}
