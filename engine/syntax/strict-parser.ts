import { BLOCK_DEPTH } from '../limits.ts';
import type {
  Attribute,
  Comparison,
  Condition,
  Expression,
  FilterCall,
  Lookup,
  Name,
  Piped,
  Segment,
  Span,
  Test,
} from './expression.ts';
import { KEYWORDS, NIL } from './expression.ts';
import { type Lexeme, type LexemeKind, Lexemes } from './lexer.ts';
import { numberLiteral } from './number.ts';
import type { Markup } from './token.ts';

/** The markup does not follow the grammar: it is read leniently instead. One for all, because V8 notes a stack for each. */
const NOT_STRICT = new Error('not by the grammar');

/** Reads a markup by the grammar of the language. */
export class StrictParser {
  readonly #lexemes: Lexemes;
  #depth = 0;

  /** @returns what `read` gives, undefined when the whole markup does not follow the grammar */
  static read<T>(markup: Markup, read: (parser: StrictParser) => T): T | undefined {
    try {
      const parser = new StrictParser(new Lexemes(markup));
      const result = read(parser);
      parser.take('end');
      return result;
    } catch (error) {
      if (error === NOT_STRICT) return undefined;
      throw error;
    }
  }

  private constructor(lexemes: Lexemes) {
    this.#lexemes = lexemes;
  }

  look(kind: LexemeKind): boolean {
    return this.#lexemes.current.kind === kind;
  }

  takeIf(kind: LexemeKind): Lexeme | undefined {
    return this.look(kind) ? this.take(kind) : undefined;
  }

  /** Takes one of these words, if it comes next. */
  takeWord(...words: readonly string[]): string | undefined {
    const next = this.#lexemes.current;
    if (next.kind !== 'id' || !words.includes(next.text)) return undefined;
    this.#lexemes.advance();
    return next.text;
  }

  /** `variable in list`, with which loops begin. */
  loopHead(): { readonly variable: Name; readonly list: Expression } {
    const variable = nameOf(this.take('id'));
    if (!this.takeWord('in')) this.refuse();
    return { variable, list: this.expression() };
  }

  /** Gives up: the markup is read leniently. */
  refuse(): never {
    throw NOT_STRICT;
  }

  piped(): Piped {
    if (this.look('end')) return { value: NIL, filters: [] };
    const value = this.expression();
    const filters: FilterCall[] = [];
    while (this.takeIf('|')) filters.push(this.#filter());
    return { value, filters };
  }

  #filter(): FilterCall {
    const { text: name, offset } = nameOf(this.take('id'));
    const values: Expression[] = [];
    const named: Attribute[] = [];
    if (this.takeIf(':')) {
      do {
        if (this.look('id') && this.#lexemes.following.kind === ':') named.push(this.#attribute());
        else values.push(this.expression());
      } while (this.takeIf(','));
    }
    return { name, offset, values, named };
  }

  #attribute(): Attribute {
    const name = nameOf(this.take('id'));
    this.take(':');
    return { name, value: this.expression() };
  }

  /** `name: value, name: value`, the first comma being optional. */
  attributes(): Attribute[] {
    const attributes: Attribute[] = [];
    this.takeIf(',');
    while (this.look('id')) {
      attributes.push(this.#attribute());
      this.takeIf(',');
    }
    return attributes;
  }

  condition(): Condition {
    const tests = [this.#test()];
    const operators: ('and' | 'or')[] = [];
    for (let word = this.takeWord('and', 'or'); word !== undefined; word = this.takeWord('and', 'or')) {
      operators.push(word as 'and' | 'or');
      tests.push(this.#test());
    }
    return { tests, operators };
  }

  #test(): Test {
    const left = this.expression();
    const comparison = this.takeIf('comparison');
    return comparison ? { left, comparison: comparison.text as Comparison, right: this.expression() } : { left };
  }

  expression(): Expression {
    if (++this.#depth > BLOCK_DEPTH) this.refuse();
    const next = this.#lexemes.current;
    const expression = this.#expression(next);
    this.#depth--;
    return expression;
  }

  #expression(next: Lexeme): Expression {
    switch (next.kind) {
      case 'id':
        this.#lexemes.advance();
        return this.#named(next);
      case 'string':
        this.#lexemes.advance();
        return { kind: 'literal', value: next.text.slice(1, -1), place: spanOf(next) };
      case 'number':
        this.#lexemes.advance();
        return numberLiteral(next.text) ?? this.refuse();
      case '[': {
        this.#lexemes.advance();
        const root = this.expression();
        const end = this.take(']').end;
        const path = this.#path();
        return lookup(root, path, { offset: next.end - 1, end: path.at(-1)?.end ?? end });
      }
      case '(':
        return this.#range();
      default:
        return this.refuse();
    }
  }

  #named(name: Lexeme): Expression {
    const path = this.#path();
    const { text: root, end } = name;
    const keyword = path.length === 0 ? KEYWORDS.get(root) : undefined;
    return keyword ?? { kind: 'lookup', root, path, offset: end - root.length, end: path.at(-1)?.end ?? end };
  }

  #path(): Segment[] {
    const path: Segment[] = [];
    for (;;) {
      if (this.takeIf('.')) {
        const key = this.take('id');
        path.push({ key: key.text, offset: key.end - key.text.length, end: key.end });
        continue;
      }
      const bracket = this.takeIf('[');
      if (!bracket) return path;
      const index = this.expression();
      path.push({ index, offset: bracket.end - 1, end: this.take(']').end });
    }
  }

  #range(): Expression {
    this.take('(');
    const first = this.expression();
    this.take('dotdot');
    const last = this.expression();
    this.take(')');
    return { kind: 'range', first, last };
  }

  take(kind: LexemeKind): Lexeme {
    const next = this.#lexemes.current;
    if (next.kind !== kind) throw NOT_STRICT;
    this.#lexemes.advance();
    return next;
  }
}

/** `['name']` is the variable of that name. */
export function lookup(root: Expression, path: readonly Segment[], place: Span): Lookup {
  const known = root.kind === 'literal' && typeof root.value === 'string' ? root.value : root;
  return { kind: 'lookup', root: known, path, offset: place.offset, end: place.end };
}

const spanOf = ({ text, end }: Lexeme): Span => ({ offset: end - text.length, end });
const nameOf = ({ text, end }: Lexeme): Name => ({ text, offset: end - text.length });
