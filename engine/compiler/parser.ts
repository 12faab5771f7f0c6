import { FILTERS } from '../language/filters.ts';
import { TAGS } from '../language/tags.ts';
import { BLOCK_DEPTH, SOURCE_UNITS } from '../limits.ts';
import { stripEnd, stripStart } from '../runtime/strip.ts';
import type { Condition, Expression, Lookup, Piped } from '../syntax/expression.ts';
import { laxAttributes, laxCondition, laxExpression, laxPiped } from '../syntax/lax-parser.ts';
import { LineScanner, type RawBody, Scanner } from '../syntax/scanner.ts';
import { StrictParser } from '../syntax/strict-parser.ts';
import { LiquidSyntaxError } from '../syntax/syntax-error.ts';
import type { Markup, OutputToken, TagToken } from '../syntax/token.ts';
import type { Body, Node } from './emitter.ts';
import { Output } from './output.ts';
import { noteUses } from './steadiness.ts';
import type { Part, TagParser } from './tag.ts';
import { TAG_PARSERS } from './tags/index.ts';
import type { Broken, Template } from './template.ts';
import { Text } from './text.ts';
import { Traits } from './traits.ts';

/** Receives the parts of a file, in the order in which they are parsed. */
export interface ParseWatcher {
  /** An output or a tag, also one that ends a block; the next calls are about its contents. */
  token(token: OutputToken | TagToken): void;
  piped(piped: Piped, markup: Markup): void;
  /** A variable that is read, and the path into it. */
  lookup(lookup: Lookup): void;
}

/** Puts another part in the place of one, given what the part was made from. */
export type Instrument = (part: Node, token: OutputToken | TagToken) => Node;

/**
 * Parses one file. A syntax error is kept, and thrown when the file is rendered.
 * @param file its path, named by errors
 * @param instrument for a profile only
 */
export function parseFile(
  file: string,
  source: string,
  watcher?: ParseWatcher,
  instrument?: Instrument,
): Template | Broken {
  try {
    if (source.length > SOURCE_UNITS) throw new LiquidSyntaxError(`le fichier dépasse ${SOURCE_UNITS} caractères`, 0);
    const parser = new Parser(source, watcher, instrument);
    return { file, source, body: parser.document(), traits: parser.traits };
  } catch (error) {
    if (error instanceof LiquidSyntaxError) return { file, source, error };
    throw error;
  }
}

/** Turns a file into nodes; each tag's own file says what the tag is made of. */
class Parser implements TagParser {
  readonly source: string;
  readonly traits = new Traits();
  readonly #scanner: Scanner;
  /** The lines of the `liquid` tag that is being read. */
  #lines: LineScanner | undefined;
  #trimsNext = false;
  #depth = 0;
  readonly #watcher: ParseWatcher | undefined;
  readonly #instrument: Instrument | undefined;

  constructor(source: string, watcher: ParseWatcher | undefined, instrument: Instrument | undefined) {
    this.source = source;
    this.#watcher = watcher;
    this.#instrument = instrument;
    this.#scanner = new Scanner(source);
  }

  document(): Body {
    const { body, at } = this.#nodes();
    if (at) throw new LiquidSyntaxError(unexpected(at.name), at.start);
    return body;
  }

  /**
   * The body of a block, up to its end or the next of its branches.
   * @throws LiquidSyntaxError when the block never ends, or stands too deep in others
   */
  block(open: TagToken): Part {
    if (++this.#depth > BLOCK_DEPTH) {
      throw new LiquidSyntaxError(`les blocs s’imbriquent à plus de ${BLOCK_DEPTH} niveaux`, open.start);
    }
    const { body, at } = this.#nodes();
    this.#depth--;
    if (!at) throw new LiquidSyntaxError(`la balise {% ${open.name} %} n’est jamais fermée`, open.start);
    if (at.name === `end${open.name}`) return { body, branch: undefined };
    if (TAGS.get(at.name)?.parts?.includes(open.name)) return { body, branch: at };
    throw new LiquidSyntaxError(unexpected(at.name), at.start);
  }

  /** Nodes up to a tag without a parser of its own, such as `else`, which belongs to the block around them. */
  #nodes(): { body: Body; at: TagToken | undefined } {
    const nodes: Node[] = [];
    let blank = true;
    const add = (node: Node) => {
      nodes.push(node);
      blank &&= node.blank;
    };
    const addNoted = (node: Node, token: OutputToken | TagToken, noted: number) => {
      noteUses(node, this.traits, noted);
      add(this.#instrument?.(node, token) ?? node);
    };
    for (let token = this.#next(); token; token = this.#next()) {
      const noted = this.traits.notes.length;
      if (token.kind === 'text') {
        const text = this.source.slice(token.start, token.end);
        add(new Text(this.#trimsNext ? stripStart(text) : text));
        this.#trimsNext = false;
        continue;
      }
      this.#watcher?.token(token);
      if (!this.#lines) {
        const last = nodes.at(-1);
        if (token.trimsBefore && last instanceof Text) last.text = stripEnd(last.text);
        this.#trimsNext = token.trimsAfter;
      }
      if (token.kind === 'output') {
        addNoted(new Output(this.piped(token.markup), token.start), token, noted);
        continue;
      }
      if (token.name === 'liquid') {
        for (const node of this.#liquid(token)) add(node);
        continue;
      }
      const tag = TAG_PARSERS.get(token.name);
      if (!tag) return { body: { nodes, blank }, at: token };
      addNoted(tag(token, this), token, noted);
    }
    return { body: { nodes, blank }, at: undefined };
  }

  #next() {
    return this.#lines ? this.#lines.next() : this.#scanner.next();
  }

  /** The tags on the lines of a `liquid` tag; a block among them ends among them. */
  #liquid(token: TagToken): readonly Node[] {
    const outer = this.#lines;
    const { offset, text } = token.markup;
    if (++this.#depth > BLOCK_DEPTH) throw new LiquidSyntaxError('les balises liquid s’imbriquent trop', token.start);
    this.#lines = new LineScanner(this.source, offset, offset + text.length);
    const { body, at } = this.#nodes();
    if (at) throw new LiquidSyntaxError(unexpected(at.name), at.start);
    this.#lines = outer;
    this.#depth--;
    return body.nodes;
  }

  /** Takes the body of a block that is not Liquid. */
  raw(open: TagToken): RawBody {
    const raw = this.#lines ? undefined : this.#scanner.rawUntil(`end${open.name}`);
    if (!raw) throw new LiquidSyntaxError(`la balise {% ${open.name} %} n’est jamais fermée`, open.start);
    this.#trimsNext = raw.end.trimsAfter;
    return raw;
  }

  /** Passes over the body of a comment: comments in it are counted, `raw` in it is passed over, nothing else is read. */
  skipComment(open: TagToken): void {
    for (let depth = 1; depth > 0; ) {
      const tag = (this.#lines ?? this.#scanner).nextOf(COMMENT_TAGS);
      // No line can end what `raw` on a line begins.
      const isOpen = tag?.name !== 'raw' || (!this.#lines && this.#scanner.rawUntil('endraw') !== undefined);
      if (!tag || !isOpen) throw new LiquidSyntaxError(`la balise {% ${open.name} %} n’est jamais fermée`, open.start);
      if (tag.name === 'comment') depth++;
      if (tag.name === 'endcomment') depth--;
      if (depth === 0 && !this.#lines) this.#trimsNext = tag.trimsAfter;
    }
  }

  piped(markup: Markup): Piped {
    const piped = StrictParser.read(markup, (parser) => parser.piped()) ?? laxPiped(markup);
    this.#watcher?.piped(piped, markup);
    this.#note(piped.value);
    for (const { name, values, named } of piped.filters) {
      if (FILTERS.get(name)?.varies) this.traits.noteVaries();
      for (const value of values) this.#note(value);
      for (const [, value] of named) this.#note(value);
    }
    return piped;
  }

  condition(markup: Markup, offset: number): Condition {
    const condition = StrictParser.read(markup, (parser) => parser.condition()) ?? laxCondition(markup, offset);
    for (const { left, right } of condition.tests) {
      this.#note(left);
      if (right) this.#note(right);
    }
    return condition;
  }

  /** A markup that the grammar covers, or undefined. */
  strict<T>(markup: Markup, read: (parser: StrictParser) => T): T | undefined {
    return StrictParser.read(markup, read);
  }

  /** One value, written without blanks. */
  fragment(text: string): Expression {
    return this.noted(laxExpression(text));
  }

  attributes(markup: Markup): [string, Expression][] {
    return laxAttributes(markup).map(([name, value]) => [name, this.noted(value)]);
  }

  noted(expression: Expression): Expression {
    this.#note(expression);
    return expression;
  }

  /** Notes the variables that an expression reads. */
  #note(expression: Expression): void {
    if (expression.kind === 'range') {
      this.#note(expression.first);
      this.#note(expression.last);
    }
    if (expression.kind !== 'lookup') return;
    this.#watcher?.lookup(expression);
    if (typeof expression.root === 'string') this.traits.reads.add(expression.root);
    else {
      this.traits.namesAreComputed = true;
      this.#note(expression.root);
    }
    for (const segment of expression.path) if ('index' in segment) this.#note(segment.index);
  }
}

/** The tags that count in a comment. */
const COMMENT_TAGS = ['comment', 'endcomment', 'raw'];

const unexpected = (name: string): string =>
  /^end\w/.test(name) || TAGS.get(name)?.parts
    ? `la balise {% ${name} %} n’est pas attendue ici`
    : `la balise {% ${name} %} n’existe pas`;
