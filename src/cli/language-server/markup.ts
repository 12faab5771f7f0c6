import { type MarkupContent, MarkupKind } from 'vscode-languageserver/node';

/** A text of the documentation, for a client that shows Markdown or one that does not. */
export const markup = (markdown: string, takesMarkdown: boolean): MarkupContent =>
  takesMarkdown
    ? { kind: MarkupKind.Markdown, value: markdown }
    : { kind: MarkupKind.PlainText, value: markdown.replace(/^```.*\n?|\*\*|`/gm, '') };
