import type { HtmlNode } from './fragment.ts';

/** A part of a text that is one block of the document, and the nodes that its bytes are. It begins and ends with a byte that is no white space. */
export interface Slice {
  readonly start: number;
  readonly end: number;
  readonly nodes: readonly HtmlNode[];
  /** Whether the nodes are what the bytes say; others are shown as their bytes. */
  readonly isRegular: boolean;
  /** Whether the nodes stand in a line of text. */
  readonly isLine: boolean;
}

/** One slice of two; what both are of its own. */
export const joined = (first: Slice, second: Slice, isRegular: boolean): Slice => ({
  start: Math.min(first.start, second.start),
  end: Math.max(first.end, second.end),
  nodes: [...first.nodes, ...second.nodes],
  isRegular,
  isLine: first.isLine && second.isLine,
});
