import { elsewhere } from '../language/elsewhere.ts';
import { FILTERS } from '../language/filters.ts';
import { TAGS } from '../language/tags.ts';
import { BLOCK_DEPTH, SOURCE_UNITS } from '../limits.ts';
import { stripEnd, stripStart } from '../runtime/strip.ts';
import type { Attribute, Condition, Expression, Piped } from '../syntax/expression.ts';
import { laxAttributes, laxCondition, laxExpression, laxPiped } from '../syntax/lax-parser.ts';
import type { Meaning } from '../syntax/meaning.ts';
import { LineScanner, type RawBody, Scanner } from '../syntax/scanner.ts';
import { StrictParser } from '../syntax/strict-parser.ts';
import { LiquidSyntaxError } from '../syntax/syntax-error.ts';
import type { Markup, OutputToken, TagToken, TextToken, Token } from '../syntax/token.ts';
import type { Body, Node } from './emitter.ts';
import { Output } from './output.ts';
import { noteUses } from './steadiness.ts';
import { type Part, SILENT, type Tag, type TagParser } from './tag.ts';
import { TAG_PARSERS } from './tags/index.ts';
import type { Broken, Template } from './template.ts';
import { Text } from './text.ts';
import { Traits } from './traits.ts';

/** Receives the parts of a file, in the order in which they are parsed. A file that is watched is read on behind a mistake. */
export interface ParseWatcher {
  text(token: TextToken): void;
  /** An output or a tag; the next calls are about its contents. */
  token(token: OutputToken | TagToken): void;
  output(piped: Piped): void;
  means(meaning: Meaning): void;
  /** What a tag holds begins, up to the next of its branches or its end. */
  enter(open: TagToken): void;
  branch(at: TagToken): void;
  /** @param end absent where the end of a block is missing, and for `liquid` */
  leave(open: TagToken, end?: TagToken): void;
  raw(body: RawBody): void;
  mistake(mistake: LiquidSyntaxError): void;
  /** A markup that the grammar does not cover: what is not understood in it is passed over. */
  lenient(markup: Markup): void;
}

/** Mistakes of one file that are told. Each may have cost a look at the whole file. */
const MISTAKES_AT_MOST = 100;

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
  readonly means: TagParser['means'];
  readonly #scanner: Scanner;
  /** The lines of the `liquid` tag that is being read. */
  #lines: LineScanner | undefined;
  #trimsNext = false;
  #depth = 0;
  /** Blocks that have begun, the outermost first; those among the lines of a `liquid` tag alone. */
  #open: TagToken[] = [];
  /** A tag that is read once more, by the block that it belongs to. */
  #handedBack: TagToken | undefined;
  /** The tag whose end was read last, or found to be missing. */
  #left: TagToken | undefined;
  /** Names of ends that are passed over. */
  readonly #unknown = new Set<string>();
  #mistakes = 0;
  /** The mistake behind which nothing can be read any more. */
  #fatal: LiquidSyntaxError | undefined;
  readonly #watcher: ParseWatcher | undefined;
  readonly #instrument: Instrument | undefined;

  constructor(source: string, watcher: ParseWatcher | undefined, instrument: Instrument | undefined) {
    this.source = source;
    this.#watcher = watcher;
    this.means = watcher && ((meaning) => watcher.means(meaning));
    this.#instrument = instrument;
    this.#scanner = new Scanner(source);
  }

  document(): Body {
    return this.#nodes(undefined).body;
  }

  /**
   * The body of a block, up to its end or the next of its branches.
   * @throws LiquidSyntaxError when the block never ends, or stands too deep in others
   */
  block(open: TagToken): Part {
    if (++this.#depth > BLOCK_DEPTH) {
      throw this.#giveUp(`les blocs s’imbriquent à plus de ${BLOCK_DEPTH} niveaux`, open.start);
    }
    this.#watcher?.enter(open);
    this.#open.push(open);
    const { body, at } = this.#nodes(open);
    this.#open.pop();
    this.#depth--;
    if (at && at.name !== endOf(open)) {
      this.#watcher?.branch(at);
      return { body, branch: at };
    }
    if (!at) this.#mistaken(neverClosed(open), open.start);
    this.#leave(open, at);
    return { body, branch: undefined };
  }

  /** Nodes up to the end or a branch of the block that they stand in. */
  #nodes(block: TagToken | undefined): { body: Body; at: TagToken | undefined } {
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
        this.#watcher?.text(token);
        const text = this.source.slice(token.start, token.end);
        add(new Text(this.#trimsNext ? stripStart(text) : text));
        this.#trimsNext = false;
        continue;
      }
      if (!this.#lines) {
        const last = nodes.at(-1);
        if (token.trimsBefore && last instanceof Text) last.text = stripEnd(last.text);
        this.#trimsNext = token.trimsAfter;
      }
      if (token.kind === 'output') {
        this.#watcher?.token(token);
        const piped = this.piped(token.markup);
        this.#watcher?.output(piped);
        addNoted(new Output(piped, token.start), token, noted);
        continue;
      }
      const tag = TAG_PARSERS.get(token.name);
      if (tag) {
        this.#watcher?.token(token);
        addNoted(this.#watcher ? this.#watched(tag, token) : tag(token, this), token, noted);
      } else if (token.name === 'liquid') {
        this.#watcher?.token(token);
        for (const node of this.#liquid(token)) add(node);
      } else if (block && belongs(token, block)) return { body: { nodes, blank }, at: token };
      else if (this.#isOfOuterBlock(token)) {
        this.#handedBack = token;
        break;
      } else this.#unexpected(token);
    }
    return { body: { nodes, blank }, at: undefined };
  }

  #next(): Token | undefined {
    const handedBack = this.#handedBack;
    if (handedBack) {
      this.#handedBack = undefined;
      return handedBack;
    }
    if (!this.#watcher) return this.#scanned();
    for (;;) {
      try {
        return this.#scanned();
      } catch (error) {
        this.#recover(error);
        if (!this.#lines) this.#scanner.skipOpening();
      }
    }
  }

  #scanned(): Token | undefined {
    return this.#lines ? this.#lines.next() : this.#scanner.next();
  }

  /** The node of a tag; behind a mistake in it, what the tag holds is read all the same. */
  #watched(tag: Tag, token: TagToken): Node {
    try {
      return tag(token, this);
    } catch (error) {
      this.#recover(error);
      if (this.#left !== token) this.#readRest(token);
      return SILENT;
    }
  }

  #readRest(token: TagToken): void {
    const { holds } = TAGS.get(token.name) ?? {};
    if (holds === 'liquid') while (this.block(token).branch);
    if (holds !== 'text') return;
    try {
      if (token.name === 'comment') this.skipComment(token);
      else this.raw(token);
    } catch (error) {
      this.#recover(error);
    }
  }

  #leave(open: TagToken, end: TagToken | undefined): void {
    this.#left = open;
    this.#watcher?.leave(open, end);
  }

  /** Tells a mistake, behind which a watched file is read on. @throws LiquidSyntaxError where nobody watches */
  #mistaken(message: string, offset: number): void {
    const mistake = new LiquidSyntaxError(message, offset);
    if (!this.#watcher) throw mistake;
    this.#watcher.mistake(mistake);
    if (++this.#mistakes >= MISTAKES_AT_MOST) throw this.#giveUp('ce fichier a trop d’erreurs', offset);
  }

  /** Makes the mistake that ends the reading. */
  #giveUp(message: string, offset: number): LiquidSyntaxError {
    this.#fatal = new LiquidSyntaxError(message, offset);
    return this.#fatal;
  }

  #recover(error: unknown): void {
    if (!(error instanceof LiquidSyntaxError) || error === this.#fatal) throw error;
    this.#mistaken(error.message, error.offset);
  }

  /** Whether a tag ends or continues a block further out, so that the blocks within have no end. */
  #isOfOuterBlock(token: TagToken): boolean {
    return this.#watcher !== undefined && this.#open.some((open) => belongs(token, open));
  }

  #unexpected({ name, start }: TagToken): void {
    if (this.#unknown.has(name)) return;
    // The end of a tag that does not exist says nothing new.
    if (!/^end\w/.test(name)) this.#unknown.add(`end${name}`);
    this.#mistaken(unexpected(name), start);
  }

  /** The tags on the lines of a `liquid` tag; a block among them ends among them. */
  #liquid(token: TagToken): readonly Node[] {
    const outer = { lines: this.#lines, open: this.#open };
    const { offset, text } = token.markup;
    if (++this.#depth > BLOCK_DEPTH) throw this.#giveUp('les balises liquid s’imbriquent trop', token.start);
    this.#watcher?.enter(token);
    this.#lines = new LineScanner(this.source, offset, offset + text.length);
    this.#open = [];
    const { body } = this.#nodes(undefined);
    this.#lines = outer.lines;
    this.#open = outer.open;
    this.#depth--;
    this.#watcher?.leave(token);
    return body.nodes;
  }

  /** Takes the body of a block that is not Liquid. */
  raw(open: TagToken): RawBody {
    const raw = this.#lines ? undefined : this.#scanner.rawUntil(`end${open.name}`);
    if (!raw) throw this.#neverEnded(open);
    this.#trimsNext = raw.end.trimsAfter;
    this.#watcher?.raw(raw);
    this.#leave(open, raw.end);
    return raw;
  }

  /** Passes over the body of a comment: comments in it are counted, `raw` in it is passed over, nothing else is read. */
  skipComment(open: TagToken): void {
    for (let depth = 1; depth > 0; ) {
      const tag = (this.#lines ?? this.#scanner).nextOf(COMMENT_TAGS);
      // No line can end what `raw` on a line begins.
      const isOpen = tag?.name !== 'raw' || (!this.#lines && this.#scanner.rawUntil('endraw') !== undefined);
      if (!tag || !isOpen) throw this.#neverEnded(open);
      if (tag.name === 'comment') depth++;
      if (tag.name === 'endcomment') depth--;
      if (depth > 0) continue;
      if (!this.#lines) this.#trimsNext = tag.trimsAfter;
      this.#leave(open, tag);
    }
  }

  #neverEnded(open: TagToken): LiquidSyntaxError {
    // Without its end nothing is passed over, so that there is nothing to read behind it.
    this.#left = open;
    return new LiquidSyntaxError(neverClosed(open), open.start);
  }

  piped(markup: Markup): Piped {
    const piped = this.strict(markup, (parser) => parser.piped()) ?? laxPiped(markup);
    this.#note(piped.value);
    for (const { name, values, named } of piped.filters) {
      if (FILTERS.get(name)?.varies) this.traits.noteVaries();
      for (const value of values) this.#note(value);
      for (const { value } of named) this.#note(value);
    }
    return piped;
  }

  condition(markup: Markup, offset: number): Condition {
    const condition = this.strict(markup, (parser) => parser.condition()) ?? laxCondition(markup, offset);
    for (const { left, right } of condition.tests) {
      this.#note(left);
      if (right) this.#note(right);
    }
    return condition;
  }

  /** A markup that the grammar covers, or undefined. */
  strict<T>(markup: Markup, read: (parser: StrictParser) => T): T | undefined {
    const found = StrictParser.read(markup, read);
    if (!found) this.#watcher?.lenient(markup);
    return found;
  }

  /** One value, written without blanks. */
  fragment(markup: Markup): Expression {
    return this.noted(laxExpression(markup));
  }

  attributes(markup: Markup): Attribute[] {
    const attributes = laxAttributes(markup);
    for (const { value } of attributes) this.#note(value);
    return attributes;
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

const endOf = ({ name }: TagToken): string => `end${name}`;

/** Whether a tag is the end of a block, or one of its branches. */
const belongs = ({ name }: TagToken, block: TagToken): boolean =>
  name === endOf(block) || (TAGS.get(name)?.parts?.includes(block.name) ?? false);

const neverClosed = ({ name }: TagToken): string => `la balise {% ${name} %} n’est jamais fermée`;

function unexpected(name: string): string {
  if (/^end\w/.test(name) || TAGS.get(name)?.parts) return `la balise {% ${name} %} n’est pas attendue ici`;
  const instead = elsewhere('tag', name);
  return `la balise {% ${name} %} n’existe pas${instead === undefined ? '' : ` ici : ${instead}`}`;
}
