/** A text that stands in an `insert`, where `$`, `}` and a backslash mean something (`CompletionItem.insert`). */
export const fieldText = (text: string): string => text.replace(/[\\$}]/g, '\\$&');

/** Code in a line of Markdown. */
export const asCode = (value: unknown): string => `\`${String(value).replaceAll('`', 'ˋ').replaceAll('\n', ' ')}\``;
