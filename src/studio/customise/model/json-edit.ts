/** Changes of one value of a JSON text, which leave every other character of it as it is written. Pure. */
import { blankedJson } from '../../../../engine/json/commented-json.ts';
import { type JsonObject, type JsonValue, jsonTree, valueAt } from '../../../../engine/json/json-tree.ts';

/** Keys from the root to a value. */
export type KeyPath = readonly string[];

/** A stretch of a text. */
type Stretch = Pick<JsonValue, 'offset' | 'end'>;

interface Edit extends Stretch {
  /** What comes in place of this stretch. */
  readonly content: string;
}

const edited = (text: string, { offset, end, content }: Edit): string =>
  text.slice(0, offset) + content + text.slice(end);

function rootOf(source: string): JsonValue {
  const text = blankedJson(source);
  JSON.parse(text);
  const root = jsonTree(text);
  if (!root) throw new SyntaxError('this JSON is nested too deep');
  return root;
}

const find = (root: JsonValue, path: KeyPath): JsonValue | undefined =>
  path.reduce<JsonValue | undefined>((value, key) => valueAt(value, key), root);

/** The members of an object in the order of the text, with the key of each: those too whose key stands there once more. */
const membersOf = ({ entries, repeated }: JsonObject): readonly (Stretch & { readonly key: string })[] =>
  [...repeated, ...entries.values()]
    .sort((a, b) => a.offset - b.offset)
    .map(({ key, offset, value: { end } }) => ({ key, offset, end }));

const textOf = (text: string, { offset, end }: Stretch): string => text.slice(offset, end);

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
  if (found) return edited(text, replacement(text, found, value, layout));
  // The deepest part of the path that exists.
  let depth = path.length - 1;
  while (depth > 0 && !find(root, path.slice(0, depth))) depth--;
  const above = find(root, path.slice(0, depth));
  if (above?.kind !== 'object') {
    return edited(text, replacement(text, above ?? root, nested(path.slice(depth), value), layout));
  }
  const [key = '', ...rest] = path.slice(depth);
  return edited(text, insertion(text, above, [key, nested(rest, value)], layout));
}

function replacement(text: string, { offset, end }: Stretch, value: unknown, layout: Layout): Edit {
  return { offset, end, content: written(value, marginAt(text, offset), layout) };
}

function insertion(text: string, object: JsonObject, [key, value]: readonly [string, unknown], layout: Layout): Edit {
  const last = membersOf(object).at(-1);
  const name = JSON.stringify(key);
  if (!last) {
    const margin = marginAt(text, object.offset);
    const { indent, newline, isFlat } = layout;
    const inner = `${newline}${margin}${indent}`;
    const content = isFlat
      ? `{${name}:${written(value, '', layout)}}`
      : `{${inner}${name}: ${written(value, margin + indent, layout)}${newline}${margin}}`;
    return { offset: object.offset, end: object.end, content };
  }
  // Formatted as the member before: on the same line, or on a line of its own.
  const before = text.slice(object.offset, last.offset);
  const margin = marginAt(text, last.offset);
  const isOnOneLine = !before.includes('\n');
  const gap = isOnOneLine ? (/\s/.test(textOf(text, object)) ? ' ' : '') : layout.newline + margin;
  const colon = isOnOneLine && gap === '' ? ':' : ': ';
  const shown = isOnOneLine ? JSON.stringify(value) : written(value, margin, layout);
  return { offset: last.end, end: last.end, content: `,${gap}${name}${colon}${shown}` };
}

/** Takes a key out of its object. @throws SyntaxError when the text holds no JSON */
export function removeKey(text: string, path: KeyPath): string {
  const name = path.at(-1);
  const parent = find(rootOf(text), path.slice(0, -1));
  if (name === undefined || parent?.kind !== 'object') return text;
  const members = membersOf(parent);
  const at = members.findLastIndex(({ key }) => key === name);
  const member = members[at];
  if (!member) return text;
  const before = members[at - 1];
  const after = members[at + 1];
  const offset = before ? before.end : after ? member.offset : parent.offset + 1;
  const end = before ? member.end : after ? after.offset : parent.end - 1;
  const removed = edited(text, { offset, end, content: '' });
  // Removes each copy of a repeated key: a remaining copy would count from now on.
  return members.slice(0, at).some(({ key }) => key === name) ? removeKey(removed, path) : removed;
}

/** An item of a new list: an item of the old one by its index, or a new text. */
export type Item = number | string;

/** Writes the items of a list in a new order. A list that is not there is made. @throws SyntaxError when the text holds no JSON */
export function setItems(text: string, path: KeyPath, items: readonly Item[]): string {
  const list = find(rootOf(text), path);
  if (list?.kind !== 'list')
    return setValue(
      text,
      path,
      items.filter((item) => typeof item === 'string'),
    );
  const nodes = list.items;
  const texts = items.flatMap((item) => {
    const node = typeof item === 'number' ? nodes[item] : undefined;
    return node ? [textOf(text, node)] : typeof item === 'string' ? [JSON.stringify(item)] : [];
  });
  const [first, second] = nodes;
  const last = nodes.at(-1);
  const head = first ? text.slice(list.offset + 1, first.offset) : '';
  const tail = last ? text.slice(last.end, list.end - 1) : '';
  const between =
    first && second
      ? text.slice(first.end, second.offset)
      : `,${/\n/.test(head) ? head : layoutOf(text).isFlat ? '' : ' '}`;
  const content = texts.length === 0 ? '[]' : `[${head}${texts.join(between)}${tail}]`;
  return edited(text, { offset: list.offset, end: list.end, content });
}
