/** JSON as it is written: objects by key, in their order, and everything else as its own text, so that nothing is rounded. */
import { type Node, parseTree } from 'jsonc-parser';
import { blankedJson } from '../../engine/json/commented-json.ts';

export interface JsonObject {
  readonly kind: 'object';
  readonly members: ReadonlyMap<string, JsonValue>;
  /** As it is written in its file. */
  readonly text: string;
}

/** A list or a plain value, which is compared and moved as a whole. */
export interface JsonLeaf {
  readonly kind: 'leaf';
  readonly text: string;
  /** Its text without blanks and comments. */
  readonly compact: string;
}

export type JsonValue = JsonObject | JsonLeaf;

/** A text as it is written, and the same text with blanks in place of comments. */
interface Source {
  readonly written: string;
  readonly plain: string;
}

/** @returns null for text that is not JSON, comments passed over, has a duplicate key, or is nested too deep */
export function readJson(text: string): JsonValue | null {
  try {
    const plain = blankedJson(text);
    // `JSON.parse` refuses mistakes that the parser of the tree lets pass.
    JSON.parse(plain);
    const root = parseTree(plain);
    return root ? jsonValue(root, { written: text, plain }) : null;
  } catch {
    return null;
  }
}

class TwiceNamed extends Error {
  override name = 'TwiceNamed';
}

function jsonValue(node: Node, source: Source): JsonValue {
  const end = node.offset + node.length;
  const text = source.written.slice(node.offset, end);
  if (node.type !== 'object') return { kind: 'leaf', text, compact: compactOf(source.plain.slice(node.offset, end)) };
  const members = new Map<string, JsonValue>();
  for (const { children: [key, value] = [] } of node.children ?? []) {
    if (!key || !value || members.has(key.value)) throw new TwiceNamed();
    members.set(key.value, jsonValue(value, source));
  }
  return { kind: 'object', members, text };
}

const compactOf = (text: string) => text.replace(/("(?:[^"\\]+|\\.)*")|\s+/g, '$1');

/** Whether two values mean the same: blanks and the order of keys do not count. */
export function isSame(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  if (a.kind === 'leaf' || b.kind === 'leaf')
    return a.kind === b.kind && (a as JsonLeaf).compact === (b as JsonLeaf).compact;
  return a.members.size === b.members.size && [...a.members].every(([key, value]) => isSame(value, b.members.get(key)));
}
