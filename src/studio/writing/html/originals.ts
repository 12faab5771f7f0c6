import type { JSONContent } from '@tiptap/core';
import type { Node, Schema } from '@tiptap/pm/model';
import type { Source } from '../schema/block-attributes.ts';
import { type HtmlNode, isElement, isMedia, VOID } from './fragment.ts';
import type { Slice } from './slice.ts';

/** What stands at an end of a block's HTML: text that would go on in a line beside it, a picture or a frame in a line, or neither. */
export type Edge = 'text' | 'media' | 'none';

interface Original {
  readonly block: JSONContent;
  readonly lead: Edge;
  readonly trail: Edge;
  /** Whether the last element of the bytes is closed by what follows, or by the end of the text: a `p` takes in text, others everything. */
  readonly open: 'none' | 'text' | 'all';
  /** What stands after the bytes in the text that they come from. */
  next?: Source;
  /** The node of the document, made when it is asked for. */
  node?: Node;
}

const ORIGINALS = new WeakMap<Source, Original>();

/** Remembers the block that the bytes of a source are, and that they follow those of another. */
export function keepOriginal(source: Source, block: JSONContent, slice: Slice, before?: Source): void {
  const last = before && ORIGINALS.get(before);
  if (last) last.next = source;
  ORIGINALS.set(source, {
    block,
    lead: edgeOf(slice, slice.nodes[0]),
    trail: edgeOf(slice, slice.nodes.at(-1)),
    open: openOf(slice),
  });
}

/** What is known of the bytes that a node has, if the node is still what they say. */
export function originalOf(node: Node): Omit<Original, 'block' | 'node'> | undefined {
  const original = node.attrs.source ? ORIGINALS.get(node.attrs.source) : undefined;
  return original && node.eq(nodeOf(original, node.type.schema)) ? original : undefined;
}

function nodeOf(original: Original, schema: Schema): Node {
  if (original.node?.type.schema !== schema) original.node = schema.nodeFromJSON(original.block);
  return original.node;
}

function edgeOf({ isLine }: Slice, node: HtmlNode | undefined): Edge {
  if (!isLine || !node) return 'none';
  return isMedia(node) ? 'media' : 'text';
}

function openOf({ isRegular, nodes }: Slice): Original['open'] {
  const last = nodes.at(-1);
  if (!isRegular || !last || !isElement(last) || last.sourceCodeLocation?.endTag || VOID.has(last.tagName))
    return 'none';
  return last.tagName === 'p' ? 'text' : 'all';
}
