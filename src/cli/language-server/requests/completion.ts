import {
  type CompletionItem,
  CompletionItemKind,
  type CompletionList,
  InsertTextFormat,
  type MarkupContent,
  type Position,
} from 'vscode-languageserver/node';
import { type CompletionKind, completionsAt, type CompletionItem as Offer } from '../../../../engine/assist/index.ts';
import type { ClientFeatures } from '../client-features.ts';
import { markup } from '../markup.ts';
import { rangeOf } from '../ranges.ts';
import { type Asked, offsetOf } from './asked.ts';

const KINDS: Readonly<Record<CompletionKind, CompletionItemKind>> = {
  tag: CompletionItemKind.Keyword,
  filter: CompletionItemKind.Function,
  object: CompletionItemKind.Variable,
  property: CompletionItemKind.Property,
  setting: CompletionItemKind.Field,
  file: CompletionItemKind.File,
  keyword: CompletionItemKind.Keyword,
  variable: CompletionItemKind.Variable,
  key: CompletionItemKind.Property,
  value: CompletionItemKind.Value,
};

/** Offers what may be written. The documentation of an offer follows when the client asks for it: lists are long, and most of it is never read. */
export class Completer {
  readonly #features: ClientFeatures;
  #list = 0;
  #offers: readonly Offer[] = [];

  constructor(features: ClientFeatures) {
    this.#features = features;
  }

  complete(asked: Asked, position: Position): CompletionList | null {
    const found = completionsAt(asked.documents, asked.path, offsetOf(asked, position));
    if (!found || found.items.length === 0) return null;
    this.#list++;
    this.#offers = found.items;
    const range = rangeOf(asked.text, found);
    const { takesSharedRange } = this.#features;
    const digits = String(found.items.length).length;
    const items = found.items.map((offer, place): CompletionItem => {
      const { newText, insertTextFormat } = this.#insertion(offer);
      return {
        label: offer.label,
        kind: KINDS[offer.kind],
        sortText: String(place).padStart(digits, '0'),
        ...(offer.detail !== undefined && { detail: offer.detail }),
        ...(offer.deprecated && { deprecated: true }),
        ...(insertTextFormat !== undefined && { insertTextFormat }),
        ...(takesSharedRange ? newText !== offer.label && { textEditText: newText } : { textEdit: { range, newText } }),
        ...this.#documentation(offer, place),
      };
    });
    return { isIncomplete: false, ...(takesSharedRange && { itemDefaults: { editRange: range } }), items };
  }

  /** Adds its documentation to an offer of the list that was sent last. */
  resolve(item: CompletionItem): CompletionItem {
    const { list, place } = (item.data ?? {}) as { readonly list?: unknown; readonly place?: unknown };
    const offer = list === this.#list && typeof place === 'number' ? this.#offers[place] : undefined;
    return offer?.documentation === undefined ? item : { ...item, documentation: this.#markup(offer.documentation) };
  }

  #documentation({ documentation }: Offer, place: number): Pick<CompletionItem, 'data' | 'documentation'> {
    if (documentation === undefined) return {};
    return this.#features.resolvesDocumentation
      ? { data: { list: this.#list, place } }
      : { documentation: this.#markup(documentation) };
  }

  #markup(text: string): MarkupContent {
    return markup(text, this.#features.takesMarkdown.completion);
  }

  #insertion({ label, insert }: Offer): { readonly newText: string; readonly insertTextFormat?: InsertTextFormat } {
    if (insert === undefined) return { newText: label };
    if (!this.#features.takesSnippets) return { newText: withoutFields(insert) };
    return { newText: insert, insertTextFormat: InsertTextFormat.Snippet };
  }
}

/** The text that fields to fill in leave where the client does not know them. */
const withoutFields = (insert: string): string =>
  insert.replace(/\\(.)|\$\{\d+(?::((?:\\.|[^\\}])*))?\}|\$\d+/gs, (_all, escaped: string, name: string) =>
    escaped === undefined ? (name ?? '').replace(/\\(.)/gs, '$1') : escaped,
  );
