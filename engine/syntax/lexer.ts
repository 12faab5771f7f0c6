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
  /** Where it ends in its file. */
  readonly end: number;
}

const LEXEME =
  /[ \t-\r]*(?:(==|!=|<>|<=?|>=?|contains(?=[ \t-\r]))|(-?\d+(?:\.\d+)?)|("[^"]*"|'[^']*')|([a-zA-Z_][\w-]*\??)|(\.\.)|([|.:,[\]()?-]))/y;

const END: Lexeme = { kind: 'end', text: '', end: 0 };
/** Characters that no word is made of. */
const UNKNOWN: Lexeme = { kind: 'unknown', text: '', end: 0 };

/** The words of a markup by the language's own grammar, read one by one: a long markup is not kept as words. */
export class Lexemes {
  readonly #text: string;
  readonly #offset: number;
  readonly #end: number;
  #at = 0;
  #following: Lexeme | undefined;
  /** The word that comes next; `end` behind the last one. */
  current: Lexeme;

  constructor({ text, offset }: Markup) {
    this.#text = text;
    this.#offset = offset;
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
    return lexeme(match, this.#offset + this.#at);
  }
}

function lexeme([, comparison, number, string, id, dotdot, special]: RegExpExecArray, end: number): Lexeme {
  if (id !== undefined) return { kind: 'id', text: id, end };
  if (string !== undefined) return { kind: 'string', text: string, end };
  if (number !== undefined) return { kind: 'number', text: number, end };
  if (comparison !== undefined) return { kind: 'comparison', text: comparison, end };
  if (dotdot !== undefined) return { kind: 'dotdot', text: dotdot, end };
  return { kind: special as LexemeKind, text: special ?? '', end };
}
