import type { StreamParser, StringStream } from '@codemirror/language';
import { indentIn, isBracket, type Open } from './brackets.ts';

export interface JsonState {
  open: readonly Open[];
}

const STRING = /^"(?:\\.|[^"\\])*(?:"|\\?$)/;
const NUMBER = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/i;

/** JSON, line by line: names, texts, numbers, words; brackets for the indentation. */
export const jsonMode: StreamParser<JsonState> = {
  name: 'json',
  startState: () => ({ open: [] }),
  token: jsonToken,
  indent: ({ open }, after, context) => indentIn(open, after, context),
  languageData: { closeBrackets: { brackets: ['[', '{', '"'] }, indentOnInput: /^\s*[\]}]$/ },
};

/** Reads one token. @returns its kind, for its colour; null for blanks and signs */
export function jsonToken(stream: StringStream, state: JsonState): string | null {
  if (stream.eatSpace()) return null;
  if (stream.match(/^\/\/.*/s) || stream.match(/^\/\*.*?(?:\*\/|$)/s)) return 'comment';
  if (stream.match(STRING)) return stream.match(/^\s*:/, false) ? 'propertyName' : 'string';
  if (stream.match(NUMBER)) return 'number';
  if (stream.match(/^(?:true|false|null)\b/)) return 'atom';
  return isBracket(stream.next() ?? '', stream, state) ? 'bracket' : 'punctuation';
}
