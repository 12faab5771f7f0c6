/** Requests that read: hover, definition, references, outline, folds. */
import {
  type DocumentHighlight,
  type DocumentSymbol,
  type FoldingRange,
  type Hover,
  type Location,
  type Position,
  type SymbolInformation,
  SymbolKind,
} from 'vscode-languageserver/node';
import {
  definitionAt,
  foldsOf,
  hoverAt,
  type DocumentSymbol as Outline,
  type SymbolKind as OutlineKind,
  referencesAt,
  symbolsOf,
} from '../../../../engine/assist/index.ts';
import type { ClientFeatures } from '../client-features.ts';
import { markup } from '../markup.ts';
import { rangeOf } from '../ranges.ts';
import { type Asked, locationOf, offsetOf } from './asked.ts';

/** The words of the documentation about what stands at a place. */
export function hover(asked: Asked, position: Position, { takesMarkdown }: ClientFeatures): Hover | null {
  const found = hoverAt(asked.documents, asked.path, offsetOf(asked, position));
  return found && { contents: markup(found.text, takesMarkdown.hover), range: rangeOf(asked.text, found) };
}

/** Where the thing that a place names is declared. */
export function definition(asked: Asked, position: Position): Location | null {
  const found = definitionAt(asked.documents, asked.path, offsetOf(asked, position));
  return found && locationOf(asked, found);
}

/** Every place that names the same thing. */
export function references(asked: Asked, position: Position, withDeclaration: boolean): Location[] {
  const found = referencesAt(asked.documents, asked.path, offsetOf(asked, position));
  return found
    .filter(({ isDeclaration }) => withDeclaration || !isDeclaration)
    .flatMap((place) => locationOf(asked, place) ?? []);
}

/** The places of a document that name the same thing. */
export const highlights = (asked: Asked, position: Position): DocumentHighlight[] =>
  referencesAt(asked.documents, asked.path, offsetOf(asked, position))
    .filter(({ path, from, to }) => path === asked.path && to > from)
    .map((place) => ({ range: rangeOf(asked.text, place) }));

const SYMBOLS: Readonly<Record<OutlineKind, SymbolKind>> = {
  tag: SymbolKind.Operator,
  variable: SymbolKind.Variable,
  snippet: SymbolKind.Module,
  section: SymbolKind.Class,
  block: SymbolKind.Object,
  setting: SymbolKind.Property,
  key: SymbolKind.Key,
};

/** The outline of a file: a tree, or a list for a client that shows none. */
export function symbols(asked: Asked, { takesTrees }: ClientFeatures): DocumentSymbol[] | SymbolInformation[] {
  const found = symbolsOf(asked.documents, asked.path);
  return takesTrees ? found.map((one) => treeOf(asked, one)) : found.flatMap((one) => listOf(asked, one));
}

const treeOf = (asked: Asked, { name, kind, detail, nameRange, children, ...range }: Outline): DocumentSymbol => ({
  // The protocol takes no empty name.
  name: name || '…',
  kind: SYMBOLS[kind],
  ...(detail !== undefined && { detail }),
  range: rangeOf(asked.text, range),
  selectionRange: rangeOf(asked.text, nameRange),
  ...(children.length > 0 && { children: children.map((one) => treeOf(asked, one)) }),
});

const listOf = (asked: Asked, { name, kind, children, ...range }: Outline, container?: string): SymbolInformation[] => [
  {
    name: name || '…',
    kind: SYMBOLS[kind],
    location: { uri: asked.theme.addressOf(asked.path), range: rangeOf(asked.text, range) },
    ...(container !== undefined && { containerName: container }),
  },
  ...children.flatMap((one) => listOf(asked, one, name)),
];

/** What may be folded in a file. */
export const folds = (asked: Asked): FoldingRange[] =>
  foldsOf(asked.documents, asked.path)
    .map((fold) => rangeOf(asked.text, fold))
    .map(({ start, end }) => ({ startLine: start.line, endLine: end.line }))
    .filter(({ startLine, endLine }) => endLine > startLine);
