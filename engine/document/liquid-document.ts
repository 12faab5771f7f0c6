import { type ParseWatcher, parseFile } from '../compiler/parser.ts';
import { Traits } from '../compiler/traits.ts';
import type { Piped } from '../syntax/expression.ts';
import type { Meaning } from '../syntax/meaning.ts';
import type { RawBody } from '../syntax/scanner.ts';
import { LiquidSyntaxError } from '../syntax/syntax-error.ts';
import type { Markup, OutputToken, TagToken, TextToken } from '../syntax/token.ts';
import type { DocumentNode, DocumentPart, LiquidDocument, TagNode } from './nodes.ts';
import { nodesIn } from './walk.ts';

/** @param path says which role the file has */
export function readLiquid(path: string, source: string): LiquidDocument {
  const builder = new Builder(source);
  const read = parseFile(path, source, builder);
  const isBroken = 'error' in read;
  const mistakes = isBroken ? [...builder.mistakes, read.error] : builder.mistakes;
  return {
    source,
    nodes: builder.nodes,
    lenient: builder.markups,
    mistakes: mistakes.sort((a, b) => a.offset - b.offset),
    traits: isBroken ? new Traits() : read.traits,
  };
}

const LOOKS_AT_MOST = 20_000;

type Growing<T> = { -readonly [Key in keyof T]: T[Key] };
type GrowingPart = Growing<Omit<DocumentPart, 'nodes'>> & { readonly nodes: DocumentNode[] };
type GrowingTag = Growing<Omit<TagNode, 'parts'>> & { readonly parts: GrowingPart[] };

class Builder implements ParseWatcher {
  readonly #source: string;
  readonly nodes: DocumentNode[] = [];
  readonly mistakes: LiquidSyntaxError[] = [];
  readonly markups: Markup[] = [];
  /** The nodes of the parts that are being read, the innermost last. */
  readonly #open: DocumentNode[][] = [this.nodes];
  /** Blocks that have begun and not ended, the innermost last. */
  readonly #blocks: GrowingTag[] = [];
  #output: OutputToken | undefined;
  #tag: GrowingTag | undefined;
  /** A branch that has been named, and whose part has not begun. */
  #branch: GrowingPart | undefined;

  /** How many more nodes are looked at for blocks without an end: blocks may stand in one another. */
  #looks = LOOKS_AT_MOST;

  constructor(source: string) {
    this.#source = source;
  }

  text(token: TextToken): void {
    this.#add(token);
  }

  token(token: OutputToken | TagToken): void {
    if (token.kind === 'output') {
      this.#output = token;
      return;
    }
    this.#branch = undefined;
    this.#tag = { ...token, meaning: undefined, parts: [], raw: undefined, close: undefined };
    this.#add(this.#tag);
  }

  output(piped: Piped): void {
    if (this.#output) this.#add({ ...this.#output, piped });
  }

  means(meaning: Meaning): void {
    const said = this.#branch ?? this.#tag;
    if (said) said.meaning = meaning;
  }

  enter(open: TagToken): void {
    const block = this.#blocks.at(-1);
    if (this.#branch && block?.start === open.start) {
      block.parts.push(this.#branch);
      this.#open.push(this.#branch.nodes);
      this.#branch = undefined;
      return;
    }
    const tag = this.#tag;
    if (!tag) return;
    const part: GrowingPart = { tag: open, meaning: tag.meaning, nodes: [] };
    tag.parts.push(part);
    this.#blocks.push(tag);
    this.#open.push(part.nodes);
  }

  branch(at: TagToken): void {
    this.#open.pop();
    this.#branch = { tag: at, meaning: undefined, nodes: [] };
  }

  leave(open: TagToken, end?: TagToken): void {
    const block = this.#blocks.at(-1);
    if (block?.start === open.start) {
      block.close = end;
      this.#blocks.pop();
      this.#open.pop();
      if (!end && open.name !== 'liquid') this.#placeWhereIndented(block);
    } else if (this.#tag) this.#tag.close = end;
  }

  raw(body: RawBody): void {
    if (this.#tag) this.#tag.raw = body;
  }

  mistake(mistake: LiquidSyntaxError): void {
    this.mistakes.push(mistake);
  }

  /**
   * Of blocks of one name in one another, the outermost one is left without an end, whichever end the author forgot. Where the lines are
   * indented, the block that ends at the indent of the outer one is the one that has none.
   */
  #placeWhereIndented(block: GrowingTag): void {
    const told = this.mistakes.at(-1);
    const outer = indentOf(this.#source, block.start);
    if (told?.offset !== block.start || outer === undefined) return;
    for (const node of nodesIn(block.parts.flatMap(({ nodes }) => nodes))) {
      if (this.#looks-- <= 0) return;
      if (node.kind !== 'tag' || node.name !== block.name || !node.close) continue;
      const [opened, closed] = [node, node.close].map(({ start }) => indentOf(this.#source, start));
      if (opened === undefined || closed !== outer || opened === closed) continue;
      this.mistakes[this.mistakes.length - 1] = new LiquidSyntaxError(told.message, node.start);
      return;
    }
  }

  lenient(markup: Markup): void {
    this.markups.push(markup);
  }

  #add(node: DocumentNode): void {
    this.#open.at(-1)?.push(node);
  }
}

/** The blanks before what is the first of its line; undefined for what stands behind something else. */
function indentOf(source: string, offset: number): string | undefined {
  const blanks = source.slice(source.lastIndexOf('\n', offset - 1) + 1, offset);
  return blanks.trim() === '' ? blanks : undefined;
}
