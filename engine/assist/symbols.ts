import type { DocumentNode, TagNode } from '../document/nodes.ts';
import type { ThemeDocuments, ThemeFile } from '../document/theme-documents.ts';
import { entriesOf, itemsOf, type JsonValue, textOf, valueAt } from '../json/json-tree.ts';
import { SETTINGS_DATA, SETTINGS_SCHEMA, templateNameOf } from '../language/paths.ts';
import { TAGS } from '../language/tags.ts';
import { jsonOf, schemaOf } from './loose-json.ts';
import { told } from './setting-offers.ts';
import type { DocumentSymbol, Range, SymbolKind } from './types.ts';

/** The outline of a file. */
export function symbolsOf(theme: ThemeDocuments, path: string): readonly DocumentSymbol[] {
  const file = theme.files.get(path);
  if (!file) return [];
  if (path.endsWith('.liquid')) return liquidSymbols(file.liquid().nodes, file);
  return path.endsWith('.json') ? jsonSymbols(path, jsonOf(file)) : [];
}

/** A longer name is cut. */
const NAME_UNITS = 80;

const LEAVES: Readonly<Record<string, SymbolKind>> = {
  ...{ render: 'snippet', include: 'snippet', section: 'section', assign: 'variable' },
  ...{ doc: 'tag', style: 'tag', stylesheet: 'tag', javascript: 'tag' },
};

/** Blocks that are shown for what they hold only. */
const CHOICES: ReadonlySet<string> = new Set(['if', 'unless', 'case', 'ifchanged']);

function liquidSymbols(nodes: readonly DocumentNode[], file: ThemeFile): DocumentSymbol[] {
  return nodes.flatMap((node) => {
    if (node.kind !== 'tag') return [];
    const children =
      node.name === 'schema'
        ? schemaSymbols(file, node)
        : node.parts.flatMap((part) => liquidSymbols(part.nodes, file));
    if (node.name === 'liquid') return children;
    const kind = LEAVES[node.name];
    if (kind === undefined && TAGS.get(node.name)?.holds === undefined) return [];
    if (node.name === 'comment' || node.name === 'raw') return [];
    if (CHOICES.has(node.name) && children.length === 0) return [];
    return [tagSymbol(node, kind ?? (node.name === 'capture' ? 'variable' : 'tag'), children)];
  });
}

function tagSymbol(node: TagNode, kind: SymbolKind, children: readonly DocumentSymbol[]): DocumentSymbol {
  const said = node.markup.text.trim().replace(/\s+/g, ' ');
  const name = `${node.name} ${said}`.trim();
  return {
    name: name.length > NAME_UNITS ? `${name.slice(0, NAME_UNITS - 1)}…` : name,
    kind,
    from: node.start,
    to: node.close?.end ?? node.end,
    nameRange: { from: node.start, to: node.end },
    children,
  };
}

function schemaSymbols(file: ThemeFile, { raw }: TagNode): DocumentSymbol[] {
  // Of two schemas the first one counts.
  return file.schema()?.base === raw?.offset ? schemaChildren(schemaOf(file)) : [];
}

const schemaChildren = (schema: JsonValue | undefined): DocumentSymbol[] => [
  ...declaredSymbols(valueAt(schema, 'settings')),
  ...itemsOf(valueAt(schema, 'blocks')).flatMap((block) =>
    itemSymbol(block, 'type', 'block', told(valueAt(block, 'name')), declaredSymbols(valueAt(block, 'settings'))),
  ),
];

const declaredSymbols = (list: JsonValue | undefined): DocumentSymbol[] =>
  itemsOf(list).flatMap((setting) => itemSymbol(setting, 'id', 'setting', textOf(valueAt(setting, 'type'))));

/** An item of a list that a key of its own names. */
function itemSymbol(
  item: JsonValue,
  key: string,
  kind: SymbolKind,
  detail: string | undefined,
  children: readonly DocumentSymbol[] = [],
): DocumentSymbol[] {
  const named = valueAt(item, key);
  const name = told(named);
  if (named === undefined || !name) return [];
  return [
    symbol(name, kind, detail, { from: item.offset, to: item.end }, { from: named.offset, to: named.end }, children),
  ];
}

const symbol = (
  name: string,
  kind: SymbolKind,
  detail: string | undefined,
  range: Range,
  nameRange: Range,
  children: readonly DocumentSymbol[],
): DocumentSymbol => ({ name, kind, ...(detail && { detail }), ...range, nameRange, children });

function jsonSymbols(path: string, value: JsonValue | undefined): DocumentSymbol[] {
  if (path === SETTINGS_SCHEMA) {
    return itemsOf(value).flatMap((group) =>
      itemSymbol(group, 'name', 'key', undefined, declaredSymbols(valueAt(group, 'settings'))),
    );
  }
  if (templateNameOf(path) !== undefined) return placedSymbols(valueAt(value, 'sections'));
  if (path !== SETTINGS_DATA) return entrySymbols(value, 'key', () => ({}));
  return entrySymbols(value, 'key', (values, key) => ({
    children:
      key === 'presets' ? entrySymbols(values, 'key', (one) => ({ children: themeValues(one) })) : themeValues(values),
  }));
}

const themeValues = (values: JsonValue): readonly DocumentSymbol[] =>
  entrySymbols(values, 'setting', (value, key) =>
    key === 'sections' ? { kind: 'key', children: placedSymbols(value) } : {},
  );

const placedSymbols = (sections: JsonValue | undefined): DocumentSymbol[] =>
  entrySymbols(sections, 'section', (placed) => ({
    ...typeOf(placed),
    children: entrySymbols(valueAt(placed, 'blocks'), 'block', typeOf),
  }));

const typeOf = (placed: JsonValue) => ({ detail: textOf(valueAt(placed, 'type')) });

interface More {
  readonly kind?: SymbolKind;
  readonly detail?: string | undefined;
  readonly children?: readonly DocumentSymbol[];
}

function entrySymbols(
  object: JsonValue | undefined,
  kind: SymbolKind,
  more: (value: JsonValue, key: string) => More,
): DocumentSymbol[] {
  return [...entriesOf(object)].map(([key, { offset, end, value }]) => {
    const { kind: own = kind, detail, children = [] } = more(value, key);
    return symbol(key, own, detail, { from: offset, to: value.end }, { from: offset, to: end }, children);
  });
}
