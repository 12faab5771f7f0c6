import type { JSONContent } from '@tiptap/core';
import type { Source } from '../schema/block-attributes.ts';
import { BEYOND } from './beyond.ts';
import type { Block } from './block.ts';
import { isElement } from './fragment.ts';
import { keepOriginal } from './originals.ts';
import { readBareLine, readBlock } from './read-blocks.ts';
import type { Slice } from './slice.ts';
import { slicesOf } from './slices.ts';

/** A stored text as a document, and the bytes of each of its blocks: `blocks[i]` is what `doc.content[i]` was made of. */
export interface ContentDocument {
  readonly doc: JSONContent & { readonly content: JSONContent[] };
  /** One after the other these are the text. */
  readonly blocks: readonly string[];
}

/** The document of an empty text, or of one that is white space. */
function emptyDocument(before: string): ContentDocument {
  const source: Source = { before, html: '', after: '' };
  const block = { type: 'paragraph', attrs: { source } };
  keepOriginal(source, block, { start: 0, end: 0, nodes: [], isRegular: true, isLine: false });
  return { doc: { type: 'doc', content: [block] }, blocks: [before] };
}

/**
 * The document of a stored text. What the document has no form for is a block of HTML with the bytes of that part; no text is refused.
 * @param html any text; it takes time in proportion to its length.
 */
export function parseContent(html: string): ContentDocument {
  const slices = slicesOf(html);
  if (slices.length === 0) return emptyDocument(html);
  const blocks: string[] = [];
  let before: Source | undefined;
  const content = slices.map((slice, index) => {
    const from = index === 0 ? 0 : slice.start;
    const to = slices[index + 1]?.start ?? html.length;
    blocks.push(html.slice(from, to));
    const bytes = html.slice(slice.start, slice.end);
    const source: Source = { before: html.slice(from, slice.start), html: bytes, after: html.slice(slice.end, to) };
    const { type, attrs, content } = readSlice(slice, bytes);
    const block: JSONContent = { type, attrs: { ...attrs, source }, ...(content ? { content } : {}) };
    keepOriginal(source, block, slice, before);
    before = source;
    return block;
  });
  return { doc: { type: 'doc', content }, blocks };
}

/** The bytes of the blocks of a text, with the white space around them: one after the other they are the text. */
export function blocksOf(html: string): string[] {
  const slices = slicesOf(html);
  if (slices.length === 0) return html === '' ? [] : [html];
  return slices.map(({ start }, index) => html.slice(index === 0 ? 0 : start, slices[index + 1]?.start ?? html.length));
}

function readSlice({ isRegular, isLine, nodes }: Slice, bytes: string): Block {
  const [only, second] = nodes;
  try {
    if (isRegular && only && !second && isElement(only))
      return isLine && !isMediaBlock(only.tagName) ? readBareLine(nodes) : readBlock(only, 0);
    if (isRegular && isLine) return readBareLine(nodes);
  } catch (error) {
    if (error !== BEYOND) throw error;
  }
  return { type: 'htmlBlock', attrs: { html: bytes } };
}

const isMediaBlock = (tagName: string) => tagName === 'img' || tagName === 'iframe';
