import type { Attribute, Condition, Expression, Piped } from '../syntax/expression.ts';
import type { Meaning } from '../syntax/meaning.ts';
import type { RawBody } from '../syntax/scanner.ts';
import type { StrictParser } from '../syntax/strict-parser.ts';
import type { Markup, TagToken } from '../syntax/token.ts';
import type { Body, Node } from './emitter.ts';
import type { Traits } from './traits.ts';

/** What a block holds up to the next of its branches, or to its end. */
export interface Part {
  readonly body: Body;
  readonly branch: TagToken | undefined;
}

/** What a tag's own file reads its parts with. */
export interface TagParser {
  readonly traits: Traits;
  /** The whole file. */
  readonly source: string;
  block(open: TagToken): Part;
  raw(open: TagToken): RawBody;
  skipComment(open: TagToken): void;
  piped(markup: Markup): Piped;
  condition(markup: Markup, offset: number): Condition;
  strict<T>(markup: Markup, read: (parser: StrictParser) => T): T | undefined;
  fragment(markup: Markup): Expression;
  attributes(markup: Markup): Attribute[];
  noted(expression: Expression): Expression;
  /** Says what the tag, or the branch that was read last, means; for tools only. */
  readonly means: ((meaning: Meaning) => void) | undefined;
}

/**
 * Reads one tag, and the block that it opens.
 * @throws LiquidSyntaxError
 */
export type Tag = (token: TagToken, parser: TagParser) => Node;

/** A tag that puts nothing out. */
export const SILENT: Node = { blank: true, emit: () => undefined };
