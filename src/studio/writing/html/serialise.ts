import type { Node } from '@tiptap/pm/model';
import type { Source } from '../schema/block-attributes.ts';
import { type Edge, originalOf } from './originals.ts';
import { wantsNoElement, writeBlock } from './write-blocks.ts';

/** A block at the top of a text, as HTML without white space around it. */
interface Written {
  readonly html: string;
  readonly lead: Edge;
  readonly trail: Edge;
  /** What would get into the block's last element if it followed. */
  readonly open: 'none' | 'text' | 'all';
  /** The bytes that the block still has, and those that stood after them. */
  readonly source?: Source;
  readonly next?: Source | undefined;
}

/** The same node is always written in the same way: what is on a key writes one block anew. */
const WRITTEN = new WeakMap<Node, Written>();
const WRITTEN_APART = new WeakMap<Node, Written>();
const TEXTS = new WeakMap<Node, readonly string[]>();

/** A document as the text to be stored. Blocks that are as they were are written with the bytes that they had. */
export const serialise = (doc: Node): string => blockTexts(doc).join('');

/** What `serialise` joins: for each block of the document its part of the text. */
export function blockTexts(doc: Node): readonly string[] {
  let texts = TEXTS.get(doc);
  if (!texts) {
    texts = writeTexts(doc);
    TEXTS.set(doc, texts);
  }
  return texts;
}

function writeTexts(doc: Node): string[] {
  const count = doc.childCount - (isUnwritten(doc.lastChild) ? 1 : 0);
  const blocks: Written[] = [];
  for (let index = 0; index < count; index++) {
    const node = doc.child(index);
    const before = blocks[index - 1];
    let written = cached(WRITTEN, node, writeOnce);
    if (before && isTakenIn(before, written)) {
      // Apart from each other the two are two blocks.
      written = cached(WRITTEN_APART, node, writeApart);
      if (isTakenIn(before, written)) blocks[index - 1] = cached(WRITTEN_APART, doc.child(index - 1), writeApart);
    }
    blocks.push(written);
  }
  const texts = withSpace(
    doc,
    blocks.map(({ html }) => html),
  );
  // The paragraph in which a text is begun is no part of the text.
  if (count < doc.childCount) texts.push('');
  return texts;
}

/** Whether the second block would become a part of the first, or one line with it. */
function isTakenIn(first: Written, second: Written): boolean {
  if (first.next && first.next === second.source) return false;
  if (first.open === 'all' || (first.open === 'text' && second.lead !== 'none')) return true;
  if (first.trail === 'none' || second.lead === 'none') return false;
  return first.trail === 'text' || second.lead === 'text';
}

/** An empty paragraph at the end that was never stored. */
const isUnwritten = (node: Node | null) =>
  node?.type.name === 'paragraph' && node.content.size === 0 && !node.attrs.source && !node.attrs.kept;

function cached(cache: WeakMap<Node, Written>, node: Node, write: (node: Node) => Written): Written {
  let written = cache.get(node);
  if (!written) {
    written = write(node);
    cache.set(node, written);
  }
  return written;
}

function writeOnce(node: Node): Written {
  const original = originalOf(node);
  const source: Source | null = node.attrs.source;
  if (original && source) {
    const { lead, trail, open, next } = original;
    return { html: source.html, lead, trail, open, source, next };
  }
  const isBare = wantsNoElement(node, false) && !isEmpty(node);
  const edge: Edge = isBare ? (node.isTextblock ? 'text' : 'media') : 'none';
  return { html: writeBlock(node, lineOf(source), isBare), lead: edge, trail: edge, open: 'none' };
}

const writeApart = (node: Node): Written => ({
  // The bytes of a part that is shown as HTML stay what they are.
  html: node.type.name === 'htmlBlock' ? writeOnce(node).html : writeBlock(node, lineOf(node.attrs.source), false),
  lead: 'none',
  trail: 'none',
  open: 'none',
});

const isEmpty = (node: Node) => node.isTextblock && node.content.size === 0;

/** A block that was written in one line stays in one. */
const lineOf = (source: Source | null) => (!source || source.html.includes('\n') ? '\n' : null);

/** The blocks with the white space that they had; new ones with what is usual in the text. */
function withSpace(doc: Node, blocks: readonly string[]): string[] {
  let usual: string | undefined;
  return blocks.map((html, index) => {
    const source: Source | null = doc.child(index).attrs.source;
    if (source) return source.before + html + source.after;
    usual ??= usualSpace(doc);
    const before: Source | null = index === 0 ? null : doc.child(index - 1).attrs.source;
    return (before?.after === '' ? usual : '') + html + (index < blocks.length - 1 ? usual : '');
  });
}

/** The white space between the blocks of a text. */
function usualSpace(doc: Node): string {
  let stored = 0;
  for (const { attrs } of doc.children) {
    if (attrs.source?.after) return attrs.source.after;
    if (attrs.source) stored++;
  }
  return stored > 1 ? '' : '\n';
}
