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

/** One slice of slices that follow each other or overlap. */
export const joined = (slices: readonly Slice[], isRegular: boolean): Slice => ({
  start: slices.reduce((first, { start }) => Math.min(first, start), Number.POSITIVE_INFINITY),
  end: slices.reduce((last, { end }) => Math.max(last, end), 0),
  nodes: slices.flatMap((slice) => slice.nodes),
  isRegular,
  isLine: slices.every((slice) => slice.isLine),
});
