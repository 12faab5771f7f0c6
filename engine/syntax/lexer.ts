import { stripEnd } from '../runtime/strip.ts';
import type { Markup } from './token.ts';

export type LexemeKind =
  | 'id'
  | 'number'
  | 'string'
  | 'comparison'
  | 'dotdot'
  | 'end'
  | 'unknown'
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
/** Characters that no word is made of. */
const UNKNOWN: Lexeme = { kind: 'unknown', text: '' };

/** The words of a markup by the language's own grammar, read one by one: a long markup is not kept as words. */
export class Lexemes {
  readonly #text: string;
  readonly #end: number;
  #at = 0;
  #following: Lexeme | undefined;
  /** The word that comes next; `end` behind the last one. */
  current: Lexeme;

  constructor({ text }: Markup) {
    this.#text = text;
    this.#end = stripEnd(text).length;
    this.current = this.#next();
  }

  /** The word after that. */
  get following(): Lexeme {
    this.#following ??= this.#next();
    return this.#following;
  }

  /** On to the next word. */
  advance(): void {
    this.current = this.following;
    this.#following = undefined;
  }

  #next(): Lexeme {
    if (this.#at >= this.#end) return END;
    LEXEME.lastIndex = this.#at;
    const match = LEXEME.exec(this.#text);
    if (!match) return UNKNOWN;
    this.#at = LEXEME.lastIndex;
    return lexeme(match);
  }
}

function lexeme([, comparison, number, string, id, dotdot, special]: RegExpExecArray): Lexeme {
  if (id !== undefined) return { kind: 'id', text: id };
  if (string !== undefined) return { kind: 'string', text: string };
  if (number !== undefined) return { kind: 'number', text: number };
  if (comparison !== undefined) return { kind: 'comparison', text: comparison };
  if (dotdot !== undefined) return { kind: 'dotdot', text: dotdot };
  return { kind: special as LexemeKind, text: special ?? '' };
}
