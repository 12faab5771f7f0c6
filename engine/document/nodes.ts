import type { Traits } from '../compiler/traits.ts';
import type { Piped } from '../syntax/expression.ts';
import type { Meaning } from '../syntax/meaning.ts';
import type { RawBody } from '../syntax/scanner.ts';
import type { LiquidSyntaxError } from '../syntax/syntax-error.ts';
import type { Markup, OutputToken, TagToken, TextToken } from '../syntax/token.ts';

/** A Liquid file as tools see it: read by the parser that reads files for pages, and read on behind each mistake. */
export interface LiquidDocument {
  readonly source: string;
  readonly nodes: readonly DocumentNode[];
  /** By place. */
  readonly mistakes: readonly LiquidSyntaxError[];
  /** What the grammar does not cover, so that what is not understood in it is passed over. */
  readonly lenient: readonly Markup[];
  readonly traits: Traits;
}

export type DocumentNode = TextToken | OutputNode | TagNode;

/** `{{ … }}`. */
export interface OutputNode extends OutputToken {
  readonly piped: Piped;
}

/** A tag, with all that it holds; offsets are UTF-16 code units from the start of the file. */
export interface TagNode extends Omit<TagToken, 'end'> {
  /** Behind the tag itself. */
  readonly end: number;
  /** Undefined for a tag that says nothing, and where what it says cannot be read. */
  readonly meaning: Meaning | undefined;
  /** What a block holds: its own part first, then those of its branches. A `liquid` tag has one part, the tags on its lines. */
  readonly parts: readonly DocumentPart[];
  /** What it holds that is not Liquid; absent for comments. */
  readonly raw: RawBody | undefined;
  /** The tag that ends it; absent where that is missing, and for tags that hold nothing. */
  readonly close: TagToken | undefined;
}

export interface DocumentPart {
  /** The tag that the part begins with: the block's own, or `else`, `elsif`, `when`. */
  readonly tag: TagToken;
  readonly meaning: Meaning | undefined;
  readonly nodes: readonly DocumentNode[];
}
