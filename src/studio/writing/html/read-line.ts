import type { JSONContent } from '@tiptap/core';
import { isLink } from '../../../../engine/language/addresses.ts';
import { PASSAGES } from '../schema/passage.ts';
import { beyond } from './beyond.ts';
import { type HtmlElement, type HtmlNode, isElement, isText } from './fragment.ts';
import { keptOf, readAttributes, withoutAttributes } from './read-attributes.ts';

type JsonMark = { type: string; attrs?: Record<string, unknown> };

/** An element around text; `count` says of how many pieces of the line it is. */
interface Wrap {
  readonly mark: JsonMark;
  count: number;
}

/** Text, or a line break (null), in the elements around it. */
interface Piece {
  text: string | null;
  readonly wraps: readonly Wrap[];
}

const NS_HTML = 'http://www.w3.org/1999/xhtml';

/** Elements of a line may stand as deep in each other. */
const DEEPEST = 16;

const MARKS: Readonly<Record<string, { type: string; tag?: string }>> = {
  strong: { type: 'bold' },
  b: { type: 'bold', tag: 'b' },
  em: { type: 'italic' },
  i: { type: 'italic', tag: 'i' },
  u: { type: 'underline' },
  s: { type: 'strike' },
  del: { type: 'strike', tag: 'del' },
  strike: { type: 'strike', tag: 'strike' },
  code: { type: 'code' },
  sup: { type: 'superscript' },
  sub: { type: 'subscript' },
};

/**
 * The text, line breaks and marks of a line. White space with a line end or a tab in it is how the HTML is laid out: one space, none at the ends of a line.
 * @param isTrimmed whether the line has no space at its ends, because that is the space between two blocks.
 * @throws BEYOND where something of the line would be lost.
 */
export function readLine(nodes: readonly HtmlNode[], isTrimmed = false): JSONContent[] {
  const pieces: Piece[] = [];
  for (const node of nodes) collect(node, [], pieces);
  tidySpace(pieces, isTrimmed);
  const content: JSONContent[] = [];
  let before: Piece | undefined;
  for (const piece of pieces) {
    if (piece.text === '') continue;
    for (const wrap of piece.wraps) wrap.count++;
    addPiece(content, before, piece);
    before = piece;
  }
  for (const { wraps } of pieces) if (wraps.some((wrap) => wrap.count === 0)) beyond();
  return content;
}

/** Adds a piece, to the text before where both have the same marks. */
function addPiece(content: JSONContent[], before: Piece | undefined, { text, wraps }: Piece): void {
  const last = content.at(-1);
  if (before && (wraps.length > 0 || before.wraps.length > 0) && before.wraps !== wraps)
    refuseOneOfTwo(before.wraps, wraps);
  const marks = wraps.length > 0 ? { marks: wraps.map((wrap) => wrap.mark) } : {};
  if (text === null) content.push({ type: 'hardBreak', ...marks });
  else if (last?.type === 'text' && JSON.stringify(last.marks) === JSON.stringify(marks.marks)) last.text += text;
  else content.push({ type: 'text', text, ...marks });
}

/** @throws BEYOND where two elements beside each other would become one, and their attributes may say that they are two. */
function refuseOneOfTwo(before: readonly Wrap[], after: readonly Wrap[]): void {
  for (const { mark } of after.filter((wrap) => !before.includes(wrap))) {
    const isSingle = mark.type === 'passage' || mark.attrs?.kept;
    if (isSingle && before.some((wrap) => JSON.stringify(wrap.mark) === JSON.stringify(mark))) beyond();
  }
}

function collect(node: HtmlNode, wraps: readonly Wrap[], pieces: Piece[]): void {
  if (isText(node)) {
    pieces.push({ text: node.value, wraps });
    return;
  }
  if (!isElement(node) || node.namespaceURI !== NS_HTML || wraps.length > DEEPEST) beyond();
  if (node.tagName === 'br') {
    withoutAttributes(node);
    pieces.push({ text: null, wraps });
    return;
  }
  const wrap = { mark: markOf(node), count: 0 };
  if (node.childNodes.length === 0 || wraps.some((outer) => excludes(outer.mark, wrap.mark))) beyond();
  for (const child of node.childNodes) collect(child, [...wraps, wrap], pieces);
}

/** Whether the document cannot have both marks at one place. */
function excludes(outer: JsonMark, inner: JsonMark): boolean {
  if (outer.type === 'code' || inner.type === 'code') return true;
  if (outer.type !== inner.type) return false;
  return outer.type !== 'passage' || JSON.stringify(outer.attrs) === JSON.stringify(inner.attrs);
}

function markOf(element: HtmlElement): JsonMark {
  const { tagName } = element;
  if (tagName === 'a') return linkOf(element);
  const mark = MARKS[tagName];
  if (mark) return withAttributes(mark.type, { tag: mark.tag, kept: keptOf(element) ?? undefined });
  if (!PASSAGES.has(tagName)) beyond();
  return { type: 'passage', attrs: { tag: tagName, kept: keptOf(element) } };
}

function linkOf(element: HtmlElement): JsonMark {
  const { own, kept } = readAttributes(element, 'href', 'title', 'target');
  if (own.href === undefined || !isLink(own.href)) beyond();
  return { type: 'link', attrs: { href: own.href, title: own.title ?? null, target: own.target ?? null, kept } };
}

function withAttributes(type: string, all: Record<string, unknown>): JsonMark {
  const attrs = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
  return Object.keys(attrs).length > 0 ? { type, attrs } : { type };
}

const LAID_OUT = /[\t\n\f\r]/;
/** A line break, among the characters of a line; no text of HTML has this character. */
const BREAK = '\0';

const SPACE_RUN = /[ \t\n\f\r]+/g;

/** Makes one space, or none, of white space that is how the HTML is laid out. */
function tidySpace(pieces: Piece[], isTrimmed: boolean): void {
  if (!isTrimmed && !pieces.some(({ text }) => text !== null && LAID_OUT.test(text))) return;
  // White space may go on in the next element: the line is read as one text, with a line end for each break.
  const line = pieces.map(({ text }) => text ?? BREAK).join('');
  const dropped: [from: number, to: number, isKept: boolean][] = [];
  for (const { 0: run, index } of line.matchAll(SPACE_RUN)) {
    const end = index + run.length;
    const isAtEnd = index === 0 || end === line.length;
    if (!LAID_OUT.test(run) && !(isTrimmed && isAtEnd)) continue;
    const isKept = !isAtEnd && line[index - 1] !== BREAK && line[end] !== BREAK;
    dropped.push([index, end, isKept]);
  }
  let at = 0;
  let next = 0;
  for (const piece of pieces) {
    const length = piece.text?.length ?? 1;
    const text = piece.text;
    if (text !== null) {
      let tidy = '';
      let from = at;
      while (next < dropped.length) {
        const [start, end, isKept] = dropped[next] as [number, number, boolean];
        if (start >= at + length) break;
        tidy += line.slice(from, Math.max(from, start)) + (isKept && start >= at ? ' ' : '');
        from = Math.min(end, at + length);
        if (end > at + length) break;
        next++;
      }
      piece.text = tidy + line.slice(from, at + length);
    }
    at += length;
  }
}
