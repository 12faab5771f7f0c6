/** A text that stands in an `insert`, where `$`, `}` and a backslash mean something (`CompletionItem.insert`). */
export const fieldText = (text: string): string => text.replace(/[\\$}]/g, '\\$&');

/** Code in a line of Markdown. */
export const asCode = (value: unknown): string => `\`${asText(String(value))}\``;

/** A longer text of a theme is cut. */
const SHOWN_UNITS = 400;

/** A text out of a theme, in one line of Markdown: no link, no picture, no HTML comes of it, and nothing of it needs a backslash. */
export function asText(text: string): string {
  const cut = text.length > SHOWN_UNITS ? `${text.slice(0, SHOWN_UNITS - 1)}…` : text;
  return cut
    .replace(/\s+/g, ' ')
    .replaceAll('](', '] (')
    .replaceAll('`', 'ˋ')
    .replaceAll('<', '‹')
    .replaceAll('>', '›')
    .toWellFormed();
}
