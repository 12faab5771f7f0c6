import { stripEnd } from '../runtime/strip.ts';
import type { Markup } from './token.ts';

export type LexemeKind =
  | 'id'
  | 'number'
  | 'string'
  | 'comparison'
  | 'dotdot'
  | 'end'
  | '|'
  | '.'
  | ':'
  | ','
  | '['
  | ']'
  | '('
  | ')'
  | '?'
  | '-';

export interface Lexeme {
  readonly kind: LexemeKind;
  readonly text: string;
}

const LEXEME =
  /[ \t-\r]*(?:(==|!=|<>|<=?|>=?|contains(?=[ \t-\r]))|(-?\d+(?:\.\d+)?)|("[^"]*"|'[^']*')|([a-zA-Z_][\w-]*\??)|(\.\.)|([|.:,[\]()?-]))/y;

const END: Lexeme = { kind: 'end', text: '' };

/** The words of a markup by the language's own grammar. @returns undefined when it has characters that none is made of */
export function lex({ text }: Markup): Lexeme[] | undefined {
  const lexemes: Lexeme[] = [];
  const end = stripEnd(text).length;
  LEXEME.lastIndex = 0;
  while (LEXEME.lastIndex < end) {
    const match = LEXEME.exec(text);
    if (!match) return undefined;
    lexemes.push(lexeme(match));
  }
  lexemes.push(END);
  return lexemes;
}

function lexeme([, comparison, number, string, id, dotdot, special]: RegExpExecArray): Lexeme {
  if (id !== undefined) return { kind: 'id', text: id };
  if (string !== undefined) return { kind: 'string', text: string };
  if (number !== undefined) return { kind: 'number', text: number };
  if (comparison !== undefined) return { kind: 'comparison', text: comparison };
  if (dotdot !== undefined) return { kind: 'dotdot', text: dotdot };
  return { kind: special as LexemeKind, text: special ?? '' };
}
