import type { Position } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { FileRange } from '../../../../engine/assist/index.ts';
import type { ThemeDocuments } from '../../../../engine/document/theme-documents.ts';
import type { OpenTheme } from '../open-theme.ts';
import { rangeOf } from '../ranges.ts';

/** What a request is about: an open document, and its theme as it stands now. */
export interface Asked {
  readonly theme: OpenTheme;
  readonly documents: ThemeDocuments;
  readonly path: string;
  readonly text: TextDocument;
}

/** A place in it, UTF-16 units from the start. */
export const offsetOf = ({ text }: Asked, position: Position): number => text.offsetAt(position);

/** A stretch of any file of the theme, as the protocol writes it. @returns null for a file that has no text */
export function locationOf({ theme }: Asked, { path, from, to }: FileRange) {
  const text = theme.textOf(path);
  return text ? { uri: theme.addressOf(path), range: rangeOf(text, { from, to }) } : null;
}
