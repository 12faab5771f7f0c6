import type { ThemeDocuments } from '../document/theme-documents.ts';
import { chainBefore } from './expressions.ts';
import type { LiquidContext } from './liquid-context.ts';
import { fieldText } from './markdown.ts';
import { namesIn } from './setting-offers.ts';
import type { CompletionItem, CompletionKind } from './types.ts';
import { membersOf } from './values.ts';
import type { Word } from './words.ts';

/** What is offered under a label. @param more the fields that are not like those of all others */
export const item = (label: string, kind: CompletionKind, more: Partial<CompletionItem> = {}): CompletionItem => ({
  label,
  kind,
  ...more,
});

/** The field `documentation`, where there is a text. */
export const documented = (text: string | undefined): Partial<CompletionItem> =>
  text === undefined ? {} : { documentation: text };

/** The properties of what stands before a dot or a bracket. */
export function members({ typeOf, menuKeys }: LiquidContext, before: readonly Word[]): CompletionItem[] {
  const chain = chainBefore(before);
  if (!chain) return [];
  if (chain.root === 'menus' && chain.path.length === 0) return menuKeys().map((key) => item(key, 'property'));
  return membersOf(typeOf(chain)).map(({ name, detail, says, isSetting }) =>
    item(name, isSetting ? 'setting' : 'property', { detail, ...documented(says) }),
  );
}

/** The files that a tag may name. */
export function files(theme: ThemeDocuments, folder: 'sections' | 'snippets', withQuotes = false): CompletionItem[] {
  return namesIn(theme, folder, '.liquid').map((name) =>
    item(name, 'file', withQuotes ? { insert: `"${fieldText(name)}"` } : {}),
  );
}
