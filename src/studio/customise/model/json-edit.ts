/** Changes of one value of a JSON text, which leave every other character of it as it is written. Pure. */
import { blankedJson } from '../../../../engine/json/commented-json.ts';
import { type PlacedJson, placedJson } from '../../../../engine/json/placed-json.ts';

/** Keys from the root to a value. */
export type KeyPath = readonly string[];

interface Found {
  /** The node of the value at the path. */
  readonly node: PlacedJson;
  /** The property node of the value; undefined for the root. */
  readonly property: PlacedJson | undefined;
}

/** The members of an object; of a key that is written twice the last one counts, as for `JSON.parse`. */
function membersOf(object: PlacedJson): Map<string, PlacedJson> {
  const members = new Map<string, PlacedJson>();
  for (const property of object.children) {
    const key = property.children[0];
    if (typeof key?.value === 'string' && property.children[1]) members.set(key.value, property);
  }
  return members;
}

function find(root: PlacedJson, path: KeyPath): Found | null {
  let found: Found = { node: root, property: undefined };
  for (const key of path) {
    const property = found.node.type === 'object' ? membersOf(found.node).get(key) : undefined;
    const node = property?.children[1];
    if (!node) return null;
    found = { node, property };
  }
  return found;
}

interface Edit {
  readonly offset: number;
  readonly length: number;
  /** What comes in place of this stretch. */
  readonly content: string;
}

const edited = (text: string, { offset, length, content }: Edit): string =>
  text.slice(0, offset) + content + text.slice(offset + length);

const rootOf = (text: string): PlacedJson => placedJson(blankedJson(text));

const textOf = (text: string, { offset, length }: PlacedJson): string => text.slice(offset, offset + length);

/** How a text is laid out. */
interface Layout {
  /** One step of indentation. */
  readonly indent: string;
  readonly newline: string;
  /** Whether everything stands on one line. */
  readonly isFlat: boolean;
}

function layoutOf(source: string): Layout {
  const text = blankedJson(source).trim();
  const [, newline, indent] = /(\r?\n)([ \t]+)\S/.exec(text) ?? [];
  return {
    indent: indent ?? '  ',
    newline: newline ?? (text.includes('\r\n') ? '\r\n' : '\n'),
    isFlat: !text.includes('\n'),
  };
}

/** The white space with which the line of a place begins. */
const marginAt = (text: string, offset: number): string =>
  /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset))?.[0] ?? '';

/** A value as a text that fits into the file. */
function written(value: unknown, margin: string, { indent, newline, isFlat }: Layout): string {
  if (isFlat) return JSON.stringify(value);
  return JSON.stringify(value, null, indent).replaceAll('\n', newline + margin);
}

const nested = (path: KeyPath, value: unknown): unknown => path.reduceRight((inner, key) => ({ [key]: inner }), value);

/**
 * Writes a value at a path. Objects that the path lacks are made; a value on the way that is no object is replaced by one.
 * @throws SyntaxError when the text holds no JSON
 */
export function setValue(text: string, path: KeyPath, value: unknown): string {
  const root = rootOf(text);
  const layout = layoutOf(text);
  const found = find(root, path);
  if (found) return edited(text, replacement(text, found.node, value, layout));
  // The deepest part of the path that exists.
  let depth = path.length - 1;
  while (depth > 0 && !find(root, path.slice(0, depth))) depth--;
  const above = find(root, path.slice(0, depth));
  if (above?.node.type !== 'object') {
    return edited(text, replacement(text, above?.node ?? root, nested(path.slice(depth), value), layout));
  }
  const [key = '', ...rest] = path.slice(depth);
  return edited(text, insertion(text, above.node, [key, nested(rest, value)], layout));
}

function replacement(text: string, node: PlacedJson, value: unknown, layout: Layout): Edit {
  return { offset: node.offset, length: node.length, content: written(value, marginAt(text, node.offset), layout) };
}

function insertion(text: string, object: PlacedJson, [key, value]: readonly [string, unknown], layout: Layout): Edit {
  const last = object.children.at(-1);
  const name = JSON.stringify(key);
  if (!last) {
    const margin = marginAt(text, object.offset);
    const { indent, newline, isFlat } = layout;
    const inner = `${newline}${margin}${indent}`;
    const content = isFlat
      ? `{${name}:${written(value, '', layout)}}`
      : `{${inner}${name}: ${written(value, margin + indent, layout)}${newline}${margin}}`;
    return { offset: object.offset, length: object.length, content };
  }
  // Formatted as the member before: on the same line, or on a line of its own.
  const before = text.slice(object.offset, last.offset);
  const end = last.offset + last.length;
  const margin = marginAt(text, last.offset);
  const isOnOneLine = !before.includes('\n');
  const gap = isOnOneLine ? (/\s/.test(textOf(text, object)) ? ' ' : '') : layout.newline + margin;
  const colon = isOnOneLine && gap === '' ? ':' : ': ';
  const shown = isOnOneLine ? JSON.stringify(value) : written(value, margin, layout);
  return { offset: end, length: 0, content: `,${gap}${name}${colon}${shown}` };
}

/** Takes a key out of its object. @throws SyntaxError when the text holds no JSON */
export function removeKey(text: string, path: KeyPath): string {
  const name = path.at(-1);
  const parent = find(rootOf(text), path.slice(0, -1))?.node;
  if (name === undefined || parent?.type !== 'object') return text;
  const properties = parent.children;
  const isNamed = (property: PlacedJson | undefined) => property?.children[0]?.value === name;
  const at = properties.findLastIndex(isNamed);
  const property = properties[at];
  if (!property) return text;
  const before = properties[at - 1];
  const after = properties[at + 1];
  const inside = { from: parent.offset + 1, to: parent.offset + parent.length - 1 };
  const from = before ? before.offset + before.length : after ? property.offset : inside.from;
  const to = before ? property.offset + property.length : after ? after.offset : inside.to;
  const removed = edited(text, { offset: from, length: to - from, content: '' });
  // Removes each copy of a repeated key: a remaining copy would count from now on.
  return properties.slice(0, at).some(isNamed) ? removeKey(removed, path) : removed;
}

/** An item of a new list: an item of the old one by its index, or a new text. */
export type Item = number | string;

/** Writes the items of a list in a new order. A list that is not there is made. @throws SyntaxError when the text holds no JSON */
export function setItems(text: string, path: KeyPath, items: readonly Item[]): string {
  const list = find(rootOf(text), path)?.node;
  if (list?.type !== 'array')
    return setValue(
      text,
      path,
      items.filter((item) => typeof item === 'string'),
    );
  const nodes = list.children;
  const texts = items.flatMap((item) => {
    const node = typeof item === 'number' ? nodes[item] : undefined;
    return node ? [textOf(text, node)] : typeof item === 'string' ? [JSON.stringify(item)] : [];
  });
  const [first, second] = nodes;
  const last = nodes.at(-1);
  const head = first ? text.slice(list.offset + 1, first.offset) : '';
  const tail = last ? text.slice(last.offset + last.length, list.offset + list.length - 1) : '';
  const between =
    first && second
      ? text.slice(first.offset + first.length, second.offset)
      : `,${/\n/.test(head) ? head : layoutOf(text).isFlat ? '' : ' '}`;
  const content = texts.length === 0 ? '[]' : `[${head}${texts.join(between)}${tail}]`;
  return edited(text, { offset: list.offset, length: list.length, content });
}
