/** JSON as it is written: objects by key, in their order; lists by the names of their items, or whole; every other value as its own text, so that nothing is rounded. Pure. */
import { blankedJson } from '../../engine/json/commented-json.ts';
import { type PlacedJson, placedJson } from '../../engine/json/placed-json.ts';

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
    return nodeOf(placedJson(plain), { written: text, plain });
  } catch {
    return null;
  }
}

function nodeOf(node: PlacedJson, source: Source): JsonNode {
  const { type, children } = node;
  const text = textOf(node, source.written);
  const compact = type === 'array' ? compactOf(textOf(node, source.plain)) : text;
  const leaf = { kind: 'leaf', text, compact } as const;
  if (type !== 'object' && type !== 'array') return leaf;
  const members = new Map<string, JsonNode>();
  for (const child of children) {
    const [name, value] =
      type === 'array' ? [nameOf(child), child] : [child.children[0]?.value ?? null, child.children[1]];
    if (type === 'array' && (name === null || members.has(name))) return leaf;
    if (!value || name === null || members.has(name)) throw new SyntaxError('a key stands twice');
    members.set(name, nodeOf(value, source));
  }
  const isOfTexts = type === 'array' && children.every((child) => child.type === 'string');
  return { kind: type === 'array' ? 'list' : 'object', text, members, isOfTexts };
}

const textOf = ({ offset, length }: PlacedJson, source: string): string => source.slice(offset, offset + length);

/**
 * The name of an item in its list: a text itself, the id of a setting, the type of a block, the content of a heading between settings,
 * the value of an option, the name of a group or a preset.
 */
function nameOf(item: PlacedJson): string | null {
  if (item.type === 'string') return item.value;
  if (item.type !== 'object') return null;
  const own = new Map(item.children.map(({ children: [key, value] }) => [key?.value, value]));
  const textAt = (key: string): string | null => {
    const value = own.get(key);
    return value?.type === 'string' ? value.value : null;
  };
  const [type, content] = [textAt('type'), textAt('content')];
  return (
    textAt('id') ??
    (type !== null && content !== null ? `${type} : ${content}` : type) ??
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
