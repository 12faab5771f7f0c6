import { ONLY_BLANKS, stripStart } from '../runtime/strip.ts';
import { LiquidSyntaxError } from './syntax-error.ts';
import type { OutputToken, TagToken, Token } from './token.ts';

const OPEN = 123;
const CLOSE = 125;
const PERCENT = 37;
const DASH = 45;

const TAG = /\{%-?[ \t-\r]*(#|\w+)[ \t-\r]*/y;

/** The body of a block that is not Liquid. */
export interface RawBody {
  readonly text: string;
  readonly offset: number;
  /** The tag that ends it. */
  readonly end: TagToken;
}

/** Cuts a template into text, outputs and tags, as the reference does: the first `}}` or `%}` ends what was opened. Linear. */
export class Scanner {
  readonly source: string;
  #at = 0;
  /** Where the token that was read last begins. */
  #begun = 0;

  constructor(source: string) {
    this.source = source;
  }

  /** @throws LiquidSyntaxError for an output or a tag that never ends */
  next(): Token | undefined {
    const start = this.#at;
    if (start >= this.source.length) return undefined;
    this.#begun = start;
    const open = this.#nextOpening(start);
    if (open > start) {
      this.#at = open;
      return { kind: 'text', start, end: open };
    }
    return this.source.charCodeAt(start + 1) === PERCENT ? this.#tag(start) : this.#output(start);
  }

  /** Goes on behind an output or a tag that could not be read, or behind its braces. */
  skipOpening(): void {
    this.#at = Math.max(this.#at, this.#begun + 2);
  }

  /**
   * Takes everything up to the tag `name`, whatever it holds.
   * @returns undefined when that tag never comes
   */
  rawUntil(name: string): RawBody | undefined {
    const offset = this.#at;
    const end = this.#tagNamed(name);
    return end && { text: this.source.slice(offset, end.start), offset, end };
  }

  /**
   * The next tag with one of these names, for a comment: what is before it is passed over token by token, so that a tag that stands in
   * an unfinished output or in another tag is none.
   */
  nextOf(names: readonly string[]): TagToken | undefined {
    const { source } = this;
    for (let open = this.#nextOpening(this.#at); open < source.length; open = this.#nextOpening(this.#at)) {
      if (source.charCodeAt(open + 1) === OPEN) {
        this.#at = this.#endOfUnread(open);
        continue;
      }
      const close = source.indexOf('%}', open + 2);
      if (close === -1) return undefined;
      TAG.lastIndex = open;
      const name = TAG.exec(source)?.[1];
      if (name !== undefined && TAG.lastIndex <= close && names.includes(name)) return this.#tag(open);
      this.#at = close + 2;
    }
    return undefined;
  }

  /** Where an output ends that nobody reads: with its braces, with a single one, or with the tag that begins in it. */
  #endOfUnread(start: number): number {
    const { source } = this;
    for (let at = start + 2; at < source.length; at++) {
      const unit = source.charCodeAt(at);
      const next = source.charCodeAt(at + 1);
      if (unit === CLOSE) return next === CLOSE ? at + 2 : at + 1;
      if (unit === OPEN && next === PERCENT) {
        const close = source.indexOf('%}', at + 2);
        return close === -1 ? source.length : close + 2;
      }
    }
    return source.length;
  }

  /** The next tag of this name, wherever it stands; anything before it is skipped. */
  #tagNamed(name: string): TagToken | undefined {
    const tag = new RegExp(`\\{%-?[ \\t-\\r]*${name}\\b`, 'g');
    tag.lastIndex = this.#at;
    const match = tag.exec(this.source);
    return match && this.source.indexOf('%}', match.index) !== -1 ? this.#tag(match.index) : undefined;
  }

  #nextOpening(from: number): number {
    const { source } = this;
    for (let at = source.indexOf('{', from); at !== -1; at = source.indexOf('{', at + 1)) {
      const next = source.charCodeAt(at + 1);
      if (next === PERCENT || next === OPEN) return at;
    }
    return source.length;
  }

  /** An output ends with `}}`; one that meets `}` alone, or a tag, first is not ended. */
  #output(start: number): OutputToken {
    const { source } = this;
    for (let at = start + 2; at < source.length; at++) {
      const unit = source.charCodeAt(at);
      const next = source.charCodeAt(at + 1);
      if (unit === CLOSE) {
        if (next !== CLOSE) break;
        return this.#outputToken(start, at + 2);
      }
      if (unit === OPEN && next === PERCENT) break;
    }
    throw new LiquidSyntaxError('cette sortie {{ n’est jamais fermée par }}', start);
  }

  #outputToken(start: number, end: number): OutputToken {
    this.#at = end;
    const from = start + (this.source.charCodeAt(start + 2) === DASH ? 3 : 2);
    const trimsAfter = this.source.charCodeAt(end - 3) === DASH;
    const to = Math.max(from, end - (trimsAfter ? 3 : 2));
    const markup = { text: this.source.slice(from, to), offset: from };
    return { kind: 'output', start, end, markup, trimsBefore: from === start + 3, trimsAfter };
  }

  #tag(start: number): TagToken {
    const { source } = this;
    const bodyStart = start + 2;
    const close = source.indexOf('%}', bodyStart);
    if (close === -1) throw new LiquidSyntaxError('cette balise {% n’est jamais fermée par %}', start);
    const end = close + 2;
    this.#at = end;
    TAG.lastIndex = start;
    const match = TAG.exec(source);
    const name = match?.[1];
    if (!match || name === undefined || TAG.lastIndex > close) {
      throw new LiquidSyntaxError('cette balise n’a pas de nom', start);
    }
    const from = TAG.lastIndex;
    const trimsAfter = source.charCodeAt(close - 1) === DASH && close - 1 >= bodyStart;
    const markup = { text: source.slice(from, Math.max(from, trimsAfter ? close - 1 : close)), offset: from };
    return { kind: 'tag', name, markup, start, end, trimsBefore: source.charCodeAt(start + 2) === DASH, trimsAfter };
  }
}

const LINE_TAG = /[ \t-\r]*(#|\w+)[ \t-\r]*/y;

/** The lines of a `liquid` tag: each is a tag of its own. */
export class LineScanner {
  readonly source: string;
  readonly #end: number;
  #at: number;

  /** @param source the whole file; the lines are those from `start` to `end` in it */
  constructor(source: string, start: number, end: number) {
    this.source = source;
    this.#at = start;
    this.#end = end;
  }

  /** @throws LiquidSyntaxError for a line that does not begin with the name of a tag */
  next(): TagToken | undefined {
    for (let token = this.#line(); token !== undefined; token = this.#line()) if (token) return token;
    return undefined;
  }

  /** The next line that begins with one of these names; lines before it are skipped. */
  nextOf(names: readonly string[]): TagToken | undefined {
    for (let token = this.#lenientLine(); token !== undefined; token = this.#lenientLine()) {
      if (token && names.includes(token.name)) return token;
    }
    return undefined;
  }

  #lenientLine(): TagToken | null | undefined {
    try {
      return this.#line();
    } catch (error) {
      if (error instanceof LiquidSyntaxError) return null;
      throw error;
    }
  }

  /** The next line's tag; null for a blank line, undefined at the end. */
  #line(): TagToken | null | undefined {
    if (this.#at >= this.#end) return undefined;
    const start = this.#at;
    // Not in the whole file: where it has no line feed, each tag would look through all of it.
    const rest = this.source.slice(start, this.#end);
    const feed = rest.indexOf('\n');
    const line = feed === -1 ? rest : rest.slice(0, feed);
    const end = start + line.length;
    this.#at = end + 1;
    if (ONLY_BLANKS.test(line)) return null;
    LINE_TAG.lastIndex = 0;
    const name = LINE_TAG.exec(line)?.[1];
    const begin = start + line.length - stripStart(line).length;
    if (name === undefined) throw new LiquidSyntaxError('cette ligne ne commence pas par le nom d’une balise', begin);
    const from = LINE_TAG.lastIndex;
    const markup = { text: line.slice(from), offset: start + from };
    return { kind: 'tag', name, markup, start: begin, end, trimsBefore: false, trimsAfter: false };
  }
}
